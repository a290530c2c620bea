// The requests of scenarios, for a program in any language that sends them.
import { bearerKey, type Header } from '../../wire/exchange.ts';
import { memoize } from '../../wire/memoize.ts';
import { bodyOfCreate, bodyOfUpload } from '../../run/play/sending/bodies.ts';
import { fill, type Filling } from '../../run/play/sending/surroundings.ts';
import type { Change, Of, Step } from '../../scenarios/vocabulary.ts';
import { type Piece, Texts } from './texts.ts';

/** What only the sender knows, or does. */
type OfSender =
  | 'as'
  | 'keyAs'
  | 'authorization'
  | 'headerNamesAs'
  | 'cookies'
  | 'idempotencyKey'
  | 'idempotencyKeyAs'
  | 'query'
  | 'cutAt'
  | 'sending';

/** A request as `list.schema.json` describes it. */
export interface ListedRequest extends Pick<Change, OfSender | 'chunked'>, Omit<Step, 'change' | 'of'> {
  /** which case `{id}` is */
  of?: Exclude<Of, { readonly id: string }>;
  method: string;
  path: string;
  headers: Header[];
  body?: Piece[];
}

// What a run makes is replaced by its name. The reference has as many characters as that of a run, because bodies have sizes.
const names: Filling = {
  unique: '{unique}',
  uuid: '{uuid}',
  number: '{number}',
  run: {
    id: '',
    manifest: { baseUrl: 'http://origin', claims: [], keys: {}, key: bearerKey, id: '/id' },
    reference: () => '{reference, 26 characters}',
    credential: () => ({ value: '{key}', shell: '' }),
  },
};

/** Requests by their places; equal ones have the same. */
export class Requests {
  readonly list: ListedRequest[] = [];
  readonly texts = new Texts();
  readonly #places = new Map<string, number>();

  readonly placesOf = (steps: readonly Step[]): number[] => steps.map(this.#placeOf);

  readonly #placeOf = memoize((step: Step): number => {
    const request = this.#requestOf(step);
    const text = JSON.stringify(request);
    const place = this.#places.get(text) ?? this.list.push(request) - 1;
    this.#places.set(text, place);
    return place;
  });

  #requestOf({ change = {}, of, ...rest }: Step): ListedRequest {
    const { method, path, headers, json: _, text, bytes: __, size, spaceBehind, ...more } = change;
    const { writtenAs, boundary, formAs, parts, fileSize, ...ofSender } = more;
    const { body, chunked, ...valid } = validOf(rest.do, change);
    const isNamed = typeof of === 'object' && 'id' in of;
    const base = isNamed ? `/cases/${encodeURIComponent(of.id)}` : '/cases/{id}';
    const whole = text === '' ? [] : body;
    return {
      ...rest,
      method: method ?? valid.method,
      path: path ?? valid.path.replace('/cases/{id}', () => base),
      ...(rest.do !== 'create' && !isNamed && { of: of ?? 0 }),
      headers: headersOf(valid.headers, headers),
      ...ofSender,
      ...(chunked && { chunked }),
      ...(whole && whole.length > 0 && { body: this.texts.piecesOf(whole) }),
    };
  }
}

function validOf(operation: Step['do'], change: Change) {
  // The sender cuts the body.
  const { cutAt: _, ...whole } = change;
  if (operation === 'read') {
    const body = change.text ? [Buffer.from(fill(change.text, names))] : undefined;
    return { method: 'GET', path: '/cases/{id}', headers: {}, body };
  }
  const write = operation === 'create' ? bodyOfCreate : bodyOfUpload;
  const { body, headers = {}, chunked } = write(whole, names);
  const path = operation === 'create' ? '/cases' : '/cases/{id}/artifacts';
  return { method: 'POST', path, headers, body: body as Uint8Array[], chunked };
}

/** A line for each value; a header with no values is omitted. */
const headersOf = (valid: Record<string, string | string[]>, own: Change['headers'] = {}): Header[] =>
  Object.entries({ ...valid, ...own }).flatMap(([name, values]) =>
    [values].flat().map((value): Header => [name, value]),
  );
