import { isObject, show, valueOf } from '../../wire/json.ts';

/** The entries of `errors`. */
export const errorsIn = (body: Buffer): Record<string, unknown>[] => {
  const problem = valueOf(body);
  const errors = isObject(problem) ? problem['errors'] : undefined;
  return Array.isArray(errors) ? errors.map((entry) => (isObject(entry) ? entry : {})) : [];
};

export const typeIn = (body: Buffer, url: string): string | undefined => {
  const problem = valueOf(body);
  const type = isObject(problem) ? problem['type'] : undefined;
  return typeof type === 'string' && URL.canParse(type, url) ? new URL(type, url).href : show(type);
};
