import type { Exchange } from '../../wire/exchange.ts';
import { isObject, show, valueOf } from '../../wire/json.ts';

/** The entries of `errors`. */
export const errorsIn = (body: Buffer): Record<string, unknown>[] => {
  const problem = valueOf(body);
  const errors = isObject(problem) ? problem['errors'] : undefined;
  return Array.isArray(errors) ? errors.map((entry) => (isObject(entry) ? entry : {})) : [];
};

/** The type of a problem, as an absolute address. */
export const typeIn = (body: Buffer, url: string): string | undefined => {
  const problem = valueOf(body);
  const type = isObject(problem) ? problem['type'] : undefined;
  return typeof type === 'string' && URL.canParse(type, url) ? new URL(type, url).href : show(type);
};

/** True for a problem whose type has this last segment. */
export const hasProblem = ({ request, response }: Exchange, type: string): boolean =>
  response !== undefined && typeIn(response.body, request.url)?.endsWith(`/${type}`) === true;
