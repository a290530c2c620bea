// Services that treat some requests wrongly, as predicates over a recording: its responses become theirs.
import type { TestableId } from '../../generated/requirements.ts';
import type { Answered, Exchange, Header } from '../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../conformance/wire/json.ts';
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import { judged } from '../mutation/judge.ts';
import type { Recorded } from '../mutation/record.ts';
import { type Donors, fresh, type Response, withBody, withBytes } from '../mutation/responses.ts';
import { type Input, inputOf, type Properties, type Sender } from './support/input.ts';
import { Readings, type Reads } from './support/readings.ts';

/** A response that a fault may change. */
export interface Shown {
  status: number;
  headers: Header[];
  /** the JSON object; undefined for anything else */
  body: Properties | undefined;
  /** the body as it was sent */
  text: string;
  /** what arrived after it, if the request waited for that */
  behind?: string;
}

/** What is sent instead. */
export interface Changed extends Shown {
  /** in milliseconds: how much later the request was sent, for a state that lasts too long */
  later: number;
}

/** What a service does wrong. */
export interface InputFault {
  /** requests that it accepts although it has to reject them; never for the sake of a missing or wrong key */
  accepts?: (input: Input, shown: Shown) => boolean;
  /** requests that it accepts although their key is missing or wrong */
  authenticates?: (input: Input) => boolean;
  /** requests with a missing or wrong key that it rejects for another reason */
  rejectsFirst?: (input: Input) => boolean;
  /** requests that it rejects although it has to accept them, or to reject them in another way */
  rejects?: (input: Input, shown: Shown) => boolean;
  /** status and problem of the rejection: `415 unsupported-file-type`, `500`; `422 invalid-request` unless it says something else */
  as?: string;
  /**
   * bodies that it reads as others. It accepts or rejects what it reads as the original service does, shows that also in
   * reads, and takes bodies that it reads alike for the same when an idempotency key is used again
   */
  reads?: Reads;
  /** the id that it gives a case instead, wherever the id is sent */
  ids?: (opened: Opened) => string;
  /** what it sends instead; undefined for the same */
  changes?: (shown: Shown, input: Input) => Partial<Changed> | undefined;
  /** what it sends instead of an event */
  events?: (event: Exchange, manifest: Manifest) => Exchange[];
}

/** A case when it is opened: the id that the original service gives, how many were opened before, and a time in ms. */
export interface Opened {
  id: string;
  at: number;
  time: number;
}

/** By the name of the fault in `proof/frozen.json`. */
export type InputFaults = Record<string, InputFault>;

const idIn = ({ target }: Pick<Input, 'target'>) => /^\/cases\/([^/?]+)/.exec(target)?.[1] ?? '';

/** What a recording says about the requests in it. */
class Context {
  readonly donors: Donors;
  readonly #keys: Manifest['keys'];
  /** by id of a case: with what it was created, by whom, and how it was shown last */
  readonly #cases = new Map<string, { opened: Properties; owner: Sender | undefined; shown: Properties }>();
  readonly #opened = new Map<string, Opened>();
  readonly readings = new Readings(this);

  constructor(recorded: Recorded[], donors: Donors, { keys }: Manifest) {
    this.donors = donors;
    this.#keys = keys;
    const sent = recorded.flatMap(({ control, own }) => [...control.sent, ...own.sent]);
    for (const { step, exchange } of sent.toSorted((one, other) => one.exchange.started! - other.exchange.started!)) {
      const { request, response } = exchange;
      const shown = response && response.status < 300 ? valueOf(response.body) : undefined;
      if (!response || !isObject(shown)) continue;
      const id = String(shown['id']);
      if (step.do !== 'read') this.readings.note(this.input(step.do, request), response, id);
      if ('artifacts' in shown) this.#note(id, shown, request);
      const time = Math.round(performance.timeOrigin + exchange.started!);
      if (!this.#opened.has(id)) this.#opened.set(id, { id, at: this.#opened.size, time });
    }
  }

  /** The exchange with other ids of its cases. */
  renamed(ids: NonNullable<InputFault['ids']>, { request, response, ...rest }: Answered): Exchange {
    const { id = '' } = shownOf(response).body ?? {};
    const found = [idIn(inputOf(request)), String(id)].flatMap((each) => this.#opened.get(each) ?? []);
    const rename = (text: string) => found.reduce((now, opened) => now.replaceAll(opened.id, ids(opened)), text);
    const headers = response.headers.map(([name, value]): Header => [name, rename(value)]);
    const body = Buffer.from(rename(response.body.toString()));
    return {
      ...rest,
      request: { ...request, url: rename(request.url) },
      response: withBytes({ ...response, headers }, body),
    };
  }

  #note(id: string, shown: Properties, request: Exchange['request']): void {
    const { properties: opened = {} } = inputOf(request);
    const known = this.#cases.get(id);
    this.#cases.set(id, known ? { ...known, shown } : { opened, owner: this.#senderOf(request), shown });
  }

  #senderOf(request: Exchange['request']): Sender | undefined {
    const { key } = inputOf(request);
    return (['tenant', 'other', 'live'] as const).find((name) => key !== undefined && this.#keys[name] === key);
  }

  input(operation: Input['operation'], request: Exchange['request']): Input {
    const input = inputOf(request);
    const { opened, owner } = this.#cases.get(idIn(input)) ?? {};
    const issued = Object.values(this.#keys);
    return { ...input, operation, sender: this.#senderOf(request), issued, ...(opened && { opened, owner }) };
  }

  /** A success that shows what was sent. */
  acceptance(input: Input): Response {
    const { operation, properties = {} } = input;
    const known = operation === 'read' ? this.#cases.get(idIn(input)) : undefined;
    if (known) return withBody(this.donors.successes[operation]!, known.shown);
    const { type, reference } = properties;
    const shown = { ...(typeof type === 'string' && { type }), ...(typeof reference === 'string' && { reference }) };
    const success = this.success(operation);
    return operation === 'create' ? withBody(success, { ...(valueOf(success.body) as Properties), ...shown }) : success;
  }

  success(operation: Input['operation']): Response {
    return this.donors.successes[operation]!;
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
}

/** The exchange with the faulty service; undefined where it is that with the original one. */
function faulty(fault: InputFault, input: Input, exchange: Exchange, context: Context): Exchange | undefined {
  const response = exchange.response!;
  if (fault.ids) return context.renamed(fault.ids, { ...exchange, response });
  const accepts = response.status === 401 ? fault.authenticates : fault.accepts;
  const shown = shownOf(response);
  if (response.status >= 400 && accepts?.(input, shown)) return { ...exchange, response: context.acceptance(input) };
  const rejects = response.status === 401 ? fault.rejectsFirst : fault.rejects;
  if (rejects?.(input, shown)) return { ...exchange, response: context.rejection(fault.as ?? '422 invalid-request') };
  if (fault.reads) {
    const read = context.readings.responseOf(fault.reads, input, response);
    return read && { ...exchange, response: read };
  }
  const changed = fault.changes?.(shown, input);
  if (!changed) return undefined;
  const { status = response.status, headers = response.headers, body, text, later = 0 } = changed;
  const form = { ...response, status, headers };
  if (changed.behind !== undefined && form.behind) form.behind = Buffer.from(changed.behind);
  const bytes = text ?? (body && JSON.stringify(body));
  const sent = bytes === undefined ? form : withBytes(form, Buffer.from(bytes));
  return { ...exchange, started: exchange.started! + later, response: sent };
}

const shownOf = memoize(({ status, headers, body, behind }: Response): Shown => {
  const value = valueOf(body);
  return {
    status,
    headers,
    body: isObject(value) ? value : undefined,
    text: body.toString(),
    ...(behind && { behind: behind.toString() }),
  };
});

/** Applies faults to a recording. */
export class FaultyService {
  readonly #recorded: Recorded[];
  readonly #manifest: Manifest;
  readonly #context: Context;

  constructor(recorded: Recorded[], donors: Donors, manifest: Manifest) {
    this.#recorded = recorded;
    this.#manifest = manifest;
    this.#context = new Context(recorded, donors, manifest);
  }

  /** Which of the requirements fail for a fault. */
  async failing(fault: InputFault, wanted: TestableId[]): Promise<TestableId[]> {
    const failing = new Set<TestableId>();
    const changed = new Map<Exchange, Exchange>();
    const known = new Set<Exchange>();
    for (const each of this.#recorded.filter(({ id }) => wanted.includes(id))) {
      if (wanted.every((id) => failing.has(id))) break;
      const sent = [...each.control.sent, ...each.own.sent];
      for (const { step, exchange } of sent) {
        if (known.has(exchange) || !exchange.response) continue;
        known.add(exchange);
        const input = this.#context.input(step.do, exchange.request);
        const now = faulty(fault, input, exchange, this.#context);
        if (now) changed.set(exchange, now);
      }
      if (!sent.some(({ exchange }) => changed.has(exchange))) continue;
      const { failures, findings } = await judged(each, this.#manifest, changed);
      if (failures.length > 0) failing.add(each.id);
      // A wrong response fails the requirement that the finding names, whichever scenario received it.
      for (const { kind, requirement } of findings) if (kind !== 'answer') failing.add(requirement as TestableId);
    }
    return wanted.filter((id) => failing.has(id));
  }
}
