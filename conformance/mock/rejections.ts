// What the mock says itself, where Prism says nothing or not enough: all of them are problems as the contract has them.
import { randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { operations } from '../../generated/operations.ts';
import { shipped } from '../../shipped/files.ts';
import { pointerTo } from '../json-pointer.ts';

export interface Rejection {
  status: number;
  body: { type: string; title: string; status: number; detail: string; instance: string; errors?: Fault[] };
}

interface Fault {
  pointer: string;
  detail: string;
}

/** One violation as Prism reports it in the header `sl-violations`. */
interface Violation {
  location: string[];
  code: string;
  message: string;
}

const rejection = (status: number, type: string, title: string, detail: string, errors?: Fault[]): Rejection => ({
  status,
  body: {
    type: `/problems/${type}`,
    title,
    status,
    detail,
    instance: `urn:uuid:${randomUUID()}`,
    ...(errors && { errors }),
  },
});

const malformed = (detail: string) => rejection(400, 'malformed-request', 'Malformed request', detail);

/** A body that is not JSON; Prism would never respond. */
export function unreadable(type: string | undefined, body: Buffer): Rejection | undefined {
  if (!/^application\/json\b/i.test(type ?? '')) return undefined;
  try {
    JSON.parse(body.toString());
    return undefined;
  } catch (error) {
    return malformed(`The body is not JSON: ${(error as Error).message}.`);
  }
}

/** A body that is not a whole form; Prism would accept the parts that it finds. */
export const incompleteForm = () =>
  malformed('The body is not a whole multipart/form-data body with the boundary that Content-Type names.');

/** A request that ends the process of Prism. */
export const unreadableForPrism = () => malformed('Prism, which the mock uses, cannot read this request.');

/** A `Prefer` for what the contract does not document, with what it does. */
export function unknownPreference(method: string, path: string, prefer: string | undefined): Rejection | undefined {
  const operation = Object.entries(operations).find(
    ([, known]) => known.method === method && patternOf(known.path).test(path),
  );
  const wanted = new Map(
    [...(prefer ?? '').matchAll(/\b(code|example)\s*=\s*"?([^\s,;"]+)/g)].map(([, name, value]) => [name, value!]),
  );
  if (!operation || wanted.size === 0) return undefined;
  const [id] = operation;
  const documented = examplesOf(id);
  const [code, example] = [wanted.get('code'), wanted.get('example')];
  const statuses = Object.keys(documented);
  if (code !== undefined && !statuses.includes(code))
    return malformed(`Prefer asks for the status ${code}; ${id} documents ${statuses.join(', ')}.`);
  const names = code === undefined ? Object.values(documented).flat() : documented[code]!;
  if (example !== undefined && !names.includes(example))
    return malformed(`Prefer asks for the example ${example}; ${code ?? id} has ${names.join(', ')}.`);
  return undefined;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

interface Response {
  $ref?: string;
  content?: Record<string, { examples: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/** By status, the names of the examples. */
function examplesOf(id: string): Record<string, string[]> {
  contract ??= parse(shipped.read('openapi.yaml')!.toString()) as Document;
  const { paths, components } = contract;
  const { method, path } = operations[id as keyof typeof operations];
  const { responses } = paths[path]![method.toLowerCase()]!;
  return Object.fromEntries(
    Object.entries(responses).map(([status, { $ref, content }]) => {
      const found = $ref === undefined ? content : components.responses[$ref.split('/').at(-1)!]!.content;
      return [status, Object.values(found!).flatMap(({ examples }) => Object.keys(examples))];
    }),
  );
}

let contract: Document | undefined;

/** The rejection of a request with these violations, each at its place. */
export function rejectionOf(violations: Violation[]): Rejection {
  const header = violations.find(({ location }) => location[1] === 'header');
  if (header) return malformed(`${header.message}.`);
  const errors = violations.map(({ location, code, message }) => {
    const named = ['required', 'additionalProperties'].includes(code) ? /'([^']+)'/.exec(message) : null;
    const tokens = [...location.slice(2), ...(named ? [named[1]!] : [])];
    return { pointer: `#${pointerTo(tokens)}`, detail: message };
  });
  const detail = 'The request is well formed but not valid; see errors.';
  return rejection(422, 'invalid-request', 'Invalid request', detail, errors);
}
