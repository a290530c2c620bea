// What a recording says about the requests in it.
import type { Facts } from '../../../conformance/manifest.ts';
import type { Answered as Complete, Exchange, Header } from '../../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../../conformance/wire/json.ts';
import { memoize } from '../../../conformance/wire/memoize.ts';
import type { Recorded } from '../../mutation/record.ts';
import { type Donors, fresh, type Response, withBody, withBytes } from '../../mutation/responses.ts';
import { pending } from './cases.ts';
import type { InputFault, Opened } from './fault.ts';
import {
  type Answered,
  type Artifact,
  type Case,
  type Input,
  type Properties,
  type Sender,
  type Shown,
  inputOf,
} from './input.ts';
import { outcomeOfUpload } from './outcome.ts';

interface KnownCase {
  /** with what it was created, and by whom */
  opened: Properties;
  owner: Sender | undefined;
  /** how it was shown last */
  last: Case;
}

export class Context {
  readonly donors: Donors;
  readonly #keys: Facts['keys'];
  readonly #cases = new Map<string, KnownCase>();
  readonly #opened = new Map<string, Opened>();
  readonly #requests = new Map<Exchange, Answered>();

  constructor(recorded: Recorded[], donors: Donors, { keys }: Facts) {
    this.donors = donors;
    this.#keys = keys;
    const all = recorded.map(({ control, own }) => inOrder([...control.sent, ...own.sent]));
    for (const { exchange } of inOrder(all.flat())) this.#noteCase(exchange);
    for (const sent of all) this.#noteRequests(sent);
    const requests = [...this.#requests.values()].toSorted((one, other) => one.at - other.at);
    for (const request of requests) this.#noteOpened(request);
  }

  /** Undefined without a response. */
  requestOf(exchange: Exchange): Answered | undefined {
    return this.#requests.get(exchange);
  }

  /** The exchange with other ids of its cases. */
  renamed(ids: NonNullable<InputFault['ids']>, { request, response, ...rest }: Complete): Complete {
    const { id = '' } = shownOf(response).body ?? {};
    const found = [...new Set([idIn(inputOf(request)), String(id)])].flatMap((each) => this.#opened.get(each) ?? []);
    const rename = (text: string) => found.reduce((now, opened) => now.replaceAll(opened.id, ids(opened)), text);
    const headers = response.headers.map(([name, value]): Header => [name, rename(value)]);
    const body = Buffer.from(rename(response.body.toString()));
    return {
      ...rest,
      request: { ...request, url: rename(request.url) },
      response: withBytes({ ...response, headers }, body),
    };
  }

  /** A success that shows what was sent. */
  acceptance({ operation, properties = {}, target }: Input): Response {
    const known = operation === 'read' ? this.#cases.get(idIn({ target })) : undefined;
    if (known) return withBody(this.success(operation), known.last);
    const { type, reference } = properties;
    const shown = { ...(typeof type === 'string' && { type }), ...(typeof reference === 'string' && { reference }) };
    const success = this.success(operation);
    return operation === 'create' ? withBody(success, { ...(valueOf(success.body) as Properties), ...shown }) : success;
  }

  /** The same with an id of its own. */
  anew(request: Answered): Response {
    const { operation, parts, at } = request;
    const success = this.acceptance(request);
    const body = valueOf(success.body) as Properties;
    const id = `anew_${String(at).replace('.', '_')}`.padEnd(24, '0');
    const created_at = new Date(at).toISOString();
    const shown = operation === 'upload' ? outcomeOfUpload(parts).shown : {};
    const headers = success.headers.map(([name, value]): Header => [name, value.replace(String(body['id']), id)]);
    return withBody({ ...success, headers }, { ...body, ...shown, id, created_at });
  }

  success(operation: Input['operation']): Response {
    return this.donors.successes[operation]![0]!;
  }

  rejection(as: string): Response {
    const known = this.donors.problems.get(as);
    if (known) return fresh(known);
    // The reference implementation never sends this one.
    const [status, type = 'internal-error'] = as.split(' ');
    const [other] = this.donors.problems.values();
    const body = { ...(valueOf(other!.body) as Properties), status: Number(status), type: `/problems/${type}` };
    return fresh(withBody({ ...other!, status: Number(status) }, body));
  }

  /** Notes what a success shows. */
  #noteCase({ request, response }: Exchange): void {
    const shown = response && response.status < 300 ? valueOf(response.body) : undefined;
    if (!isObject(shown)) return;
    const id = String(shown['id']);
    if ('artifacts' in shown) {
      const { properties: opened = {} } = inputOf(request);
      const known = this.#cases.get(id);
      // A replay of the create shows no later state.
      if (!known) this.#cases.set(id, { opened, owner: this.#senderOf(request), last: shown as Case });
      else if (request.method !== 'POST') this.#cases.set(id, { ...known, last: shown as Case });
    }
  }

  #noteOpened(request: Answered): void {
    const id = String(request.shown.body?.['id']);
    if (request.operation !== 'create' || request.shown.status !== 201 || this.#opened.has(id)) return;
    this.#opened.set(id, { id, at: this.#opened.size, time: Math.round(request.at), request });
  }

  /** Notes the requests of a scenario; those that several scenarios share, once. */
  #noteRequests(sent: Recorded['own']['sent']): void {
    const earlier: Answered[] = [];
    for (const { step, exchange } of sent) {
      if (!exchange.response) continue;
      const known = this.#requests.get(exchange) ?? this.#read(step.do, exchange as Complete, [...earlier]);
      this.#requests.set(exchange, known);
      earlier.push(known);
    }
  }

  #read(operation: Input['operation'], { request, response, started }: Complete, earlier: Answered[]): Answered {
    const input = inputOf(request);
    const shown = shownOf(response);
    const known = this.#cases.get(idIn(input));
    const created = operation === 'create' ? String(shown.body?.['id']) : '';
    const current = known ?? this.#cases.get(created);
    return {
      ...input,
      operation,
      sender: this.#senderOf(request),
      issued: Object.values(this.#keys),
      at: performance.timeOrigin + started!,
      earlier,
      shown,
      ...(known && { opened: known.opened, owner: known.owner }),
      ...(current && { found: caseBefore(current.last, earlier) }),
    };
  }

  #senderOf(request: Exchange['request']): Sender | undefined {
    const { key } = inputOf(request);
    return (['tenant', 'other', 'live'] as const).find((name) => key !== undefined && this.#keys[name] === key);
  }
}

const inOrder = (sent: Recorded['own']['sent']) =>
  sent.toSorted((one, other) => timeOf(one.exchange) - timeOf(other.exchange));

/** A rejection is as late as it ended, because of simultaneous requests one that began later may have caused it. */
const timeOf = ({ started, milliseconds, response }: Exchange): number =>
  response && response.status >= 400 ? started! + milliseconds : started!;

export const idIn = ({ target }: Pick<Input, 'target'>): string => /^\/cases\/([^/?]+)/.exec(target)?.[1] ?? '';

/** The original service decides a case when it accepts evidence. */
function caseBefore(last: Case, earlier: Answered[]): Case {
  const uploaded = earlier.flatMap((each): Artifact[] =>
    each.operation === 'upload' && each.shown.status === 201 && idIn(each) === last.id
      ? [each.shown.body as Artifact]
      : [],
  );
  const artifacts = [...new Map(uploaded.map((each) => [each.id, each])).values()];
  return { ...last, ...(artifacts.length === 0 && pending), artifacts };
}

export const shownOf = memoize(({ status, headers, body, behind }: Response): Shown => {
  const value = valueOf(body);
  const shown = isObject(value) ? value : undefined;
  return {
    status,
    headers,
    body: shown,
    problem: /^\/problems\/(.*)$/.exec(String(shown?.['type']))?.[1],
    text: body.toString(),
    ...(behind && { behind: behind.toString() }),
  };
});
