import { operations } from '../../generated/operations.ts';
import { answers } from '../../generated/validators.js';
import type { Exchange } from '../engine/exchange.ts';
import { headerIn, mediaType } from '../engine/exchange.ts';

/** How often the run received this response of an operation: this status code with this media type. */
export interface SeenResponse {
  operation: keyof typeof operations;
  status: number;
  /** null for a response without one */
  mediaType: string | null;
  seen: number;
}

/** Which documented responses the run received, and which responses that are not documented. */
export interface Coverage {
  documented: SeenResponse[];
  undocumented: SeenResponse[];
}

/**
 * Counts every response of the run, also those of checks that passed.
 *
 * @param clean replaces secrets in the text of a candidate
 */
export function coverageOf(exchanges: Exchange[], baseUrl: string, clean: (text: string) => string): Coverage {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const seen = new Map<string, SeenResponse>(
    documentedResponses().map((response) => [keyOf(response), { ...response, seen: 0 }]),
  );
  const documented = [...seen.values()];
  for (const exchange of exchanges) {
    const found = responseIn(exchange, base, clean);
    if (!found) continue;
    if (!seen.has(keyOf(found))) seen.set(keyOf(found), { ...found, seen: 0 });
    seen.get(keyOf(found))!.seen += 1;
  }
  return { documented, undocumented: [...seen.values()].slice(documented.length) };
}

/** `17 of 33 documented responses received`. */
export const coverageText = ({ documented }: Coverage): string =>
  `${documented.filter(({ seen }) => seen > 0).length} of ${documented.length} documented responses received`;

/** The documented responses that the run did not receive: `createCase 409, 500; getCase 500`. */
export function unseenText({ documented }: Coverage): string {
  const unseen = Map.groupBy(
    documented.filter(({ seen }) => seen === 0),
    ({ operation }) => operation,
  );
  return [...unseen]
    .map(([operation, list]) => `${operation} ${list.map(({ status }) => status).join(', ')}`)
    .join('; ');
}

// Characters of a media type; a candidate may send a longer one.
const longest = 100;

type Response = Omit<SeenResponse, 'seen'>;

const keyOf = ({ operation, status, mediaType: type }: Response) => `${operation} ${status} ${type}`;

const documentedResponses = (): Response[] =>
  Object.keys(operations).flatMap((name) => {
    const operation = name as Response['operation'];
    const cells = Object.entries(answers[operation]);
    return cells.map(([status, { mediaType: type }]) => ({ operation, status: Number(status), mediaType: type }));
  });

const forms = Object.entries(operations).map(([name, { method, path }]) => ({
  operation: name as Response['operation'],
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

// A service responds with 405 to a method that its path does not have.
const wrongMethod = 405;

function responseIn(
  { request, response }: Exchange,
  base: string,
  clean: (text: string) => string,
): Response | undefined {
  if (!response) return undefined;
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(base)) return undefined;
  const path = pathname.slice(base.length);
  const { status, headers } = response;
  const form = forms.find((known) => known.path.test(path));
  if (!form || (form.method !== request.method && status !== wrongMethod)) return undefined;
  const type = mediaType(headerIn(headers, 'Content-Type'));
  return { operation: form.operation, status, mediaType: type ? clean(type).slice(0, longest) : null };
}
