// Changes the events that a service has sent, and judges the scenarios about their cases again.
import { createHmac } from 'node:crypto';
import { type Exchange, type Header, headerIn } from '../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../conformance/wire/json.ts';
import type { Facts } from '../../conformance/manifest.ts';
import type { Part, Recording } from '../../conformance/recording/recording.ts';
import type { EventsJudgement } from '../../conformance/oracle/events/judge.ts';
import { Oracle } from '../../conformance/oracle/oracle.ts';
import { readingsOf } from '../../conformance/run/judge/steps.ts';
import { endOfEventScenario } from '../../conformance/run/judge/events.ts';
import type { RecordedEvents } from './record.ts';
import { type Body, changedIn, states, withBody as withJson } from './responses.ts';

/** The events of a run, or the reads of their cases, with one changed. */
export interface EventMutant {
  name: string;
  received: Exchange[];
  /** reads with another response */
  changed: Map<Exchange, Exchange>;
}

type Change = (event: Exchange, others: Exchange[]) => Exchange[];

const later = (milliseconds: number) => (event: Exchange) => ({
  ...event,
  started: event.started! + milliseconds,
  arrivedAt: event.arrivedAt! + milliseconds,
});
const accepted = { status: 204, headers: [], body: Buffer.alloc(0) };

/** What a service with a defect does with an event. */
const deliveries: Record<string, Change> = {
  'a second later': (event) => [later(1000)(event)],
  'half a minute later': (event) => [later(30_000)(event)],
  'together with a copy': (event) => [event, later(30)(event)],
  'again two seconds after its response': (event) => [
    event,
    { ...later(event.milliseconds + 2000)(event), response: accepted },
  ],
  'again with another id': (event) => [event, withHeader(later(5)(event), 'webhook-id', 'msg_other')],
  'closed before the response': (event) => [{ ...event, abandonedAfter: 1000 }],
  'with PUT': (event) => [withRequest(event, { method: 'PUT' })],
  'to the endpoint of another tenant': (event) => [withRequest(event, { url: otherEndpoint(event.request.url) })],
  'with the id of another event': (event, others) => [
    withHeader(later(60_000)(event), 'webhook-id', headerIn(others[0]!.request.headers, 'webhook-id')!),
  ],
  'at the address of a redirect too': (event) => {
    const target = event.response && headerIn(event.response.headers, 'Location');
    return target === undefined
      ? [event]
      : [event, withRequest(later(5)(event), { url: new URL(target, event.request.url).href })];
  },
  'with the timestamp of an hour ago': (event) => [
    withHeader(event, 'webhook-timestamp', String(Math.floor(event.arrivedAt! / 1000) - 3600)),
  ],
  'with the timestamp in milliseconds': (event) => [withHeader(event, 'webhook-timestamp', String(event.arrivedAt))],
  'with white space in its body': (event) => [withBody(event, Buffer.concat([Buffer.from(' '), bodyOf(event)]))],
  'with the data of another event': (event, others) => {
    const { id, reference } = dataOf(event);
    const foreign = valueOf(bodyOf(others[0]!)) as Body;
    return [withBody(event, { ...foreign, data: { ...dataOf(others[0]!), id, reference } })];
  },
};

export const dataOf = (event: Exchange) => (valueOf(bodyOf(event)) as Body)['data'] as Body;
export const bodyOf = ({ request }: Exchange): Buffer => Buffer.concat(request.body);
export const otherEndpoint = (url: string) => (url.endsWith('/other') ? url.replace(/\/other$/, '') : `${url}/other`);
export const withRequest = (event: Exchange, change: Partial<Exchange['request']>): Exchange => ({
  ...event,
  request: { ...event.request, ...change },
});
export const withHeader = (event: Exchange, name: string, value: string): Exchange =>
  withRequest(event, {
    headers: event.request.headers.map(([known, old]): Header => [known, known.toLowerCase() === name ? value : old]),
  });
export const withBody = (event: Exchange, body: unknown): Exchange =>
  withRequest(event, { body: [Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))] });

/** The event with the signature that it needs, or with that of another tenant. */
export function signed(event: Exchange, { webhook }: Facts, isForeign = false): Exchange {
  const { secret, otherSecret } = webhook!;
  const { headers, url } = event.request;
  const isSecond = url.endsWith('/other') !== isForeign;
  const key = Buffer.from((isSecond ? otherSecret! : secret).replace(/^whsec_/, ''), 'base64');
  const [id, timestamp] = ['webhook-id', 'webhook-timestamp'].map((name) => headerIn(headers, name));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bodyOf(event)).digest('base64');
  return withHeader(event, 'webhook-signature', `v1,${signature}`);
}

/** The events that arrived. */
export const receivedIn = ({ exchanges }: Recording): Exchange[] => exchanges.filter((each) => each.received);

/** What was sent for the controls and settings of scenarios, each once. */
const partsOf = (recorded: RecordedEvents[]): Part[] => [
  ...new Set(recorded.flatMap(({ control, own }) => (control ? [control, own] : [own]))),
];

export function* eventMutantsOf(recorded: RecordedEvents[], recording: Recording): Generator<EventMutant> {
  const { facts } = recording;
  const received = receivedIn(recording);
  for (const event of received) {
    const others = received.filter((each) => each !== event && !bodyOf(each).equals(bodyOf(event)));
    const replacedBy = (name: string, events: Exchange[]): EventMutant => ({
      name,
      received: [...received.filter((each) => each !== event), ...events],
      changed: new Map(),
    });
    // The case after a 410 comes later when an event is awaited in vain.
    yield { ...replacedBy('left out', []), received: others.filter(({ response }) => response?.status !== 410) };
    yield replacedBy('signed for another tenant', [signed(event, facts, true)]);
    for (const [name, change] of Object.entries(deliveries)) {
      const changed = change(event, others);
      if (changed.length === 1 && changed[0] === event) continue;
      yield replacedBy(
        name,
        changed.map((each) => (each === event ? each : signed(each, facts))),
      );
    }
    for (const [name] of event.request.headers) {
      const headers = event.request.headers.filter(([each]) => each !== name);
      yield replacedBy(`without ${name}`, [withRequest(event, { headers })]);
      yield replacedBy(`another ${name}`, [withHeader(event, name.toLowerCase(), 'other')]);
    }
    for (const [name, body] of bodiesOf(event)) yield replacedBy(name, [signed(withBody(event, body), facts)]);
  }
  yield* ofCases(partsOf(recorded), received, facts);
}

/** The body with one property absent, null or another. */
function bodiesOf(event: Exchange): [name: string, body: Body][] {
  const { data, ...rest } = valueOf(bodyOf(event)) as Body;
  if (!isObject(data)) return [];
  const ofEvent = changedIn(rest).map(([name, changed]) => [name, { ...changed, data }] as [string, Body]);
  const ofCase = changedIn(data, 'data.').map(([name, each]) => [name, { ...rest, data: each }] as [string, Body]);
  return [...ofEvent, ...ofCase];
}

/** A pending case that an event announces, also one that is decided later. */
function* ofCases(parts: Part[], received: Exchange[], facts: Facts): Generator<EventMutant> {
  for (const { sent, opened } of parts) {
    const last = sent.at(-1)!;
    const ids = opened.map(({ id }) => id);
    const own = received.filter((each) => ids.includes(String(dataOf(each)['id'])));
    const response = last.exchange.response!;
    const shown = valueOf(response.body) as Body;
    const announced = own.find((each) => dataOf(each)['id'] === shown['id']);
    const pending = announced && states['a pending case']!(shown);
    if (pending) {
      const late = { ...last.exchange, started: announced.started! + 1, response: withJson(response, pending) };
      yield { name: 'a pending case in a read after it', received, changed: new Map([[last.exchange, late]]) };
    }
    const [{ id } = {}] = opened;
    if (own.length > 0 || id === undefined) continue;
    const event = later(60_000)(received[0]!);
    const body = { ...(valueOf(bodyOf(event)) as Body), data: { ...dataOf(event), id } };
    yield {
      name: 'an event for a case without one',
      received: [...received, signed(withHeader(withBody(event, body), 'webhook-id', 'msg_other'), facts)],
      changed: new Map(),
    };
  }
}

/** Judges the events of a run with changes. */
export function eventJudge(scenarios: RecordedEvents[], { facts, watched }: Recording) {
  const { readingOfRun, world } = readingsOf(facts);
  const all = partsOf(scenarios).flatMap(({ exchanges }) => exchanges);
  const oracleOf = (changed: EventMutant['changed']) => {
    const oracle = new Oracle(world);
    const now = all.map((each) => changed.get(each) ?? each);
    for (const each of now.toSorted((one, other) => one.started! - other.started!)) oracle.take(readingOfRun(each));
    return oracle;
  };
  const original = oracleOf(new Map());
  // Until each event that is awaited would have arrived.
  const until = { ...watched, end: watched.end! + 120_000 };
  const judge = ({ received, changed }: Omit<EventMutant, 'name'>): EventsJudgement =>
    (changed.size === 0 ? original : oracleOf(changed)).judgeEvents(received, until);
  /** The scenarios that fail under their own requirement. */
  const failing = (judgement: EventsJudgement) => {
    const touched = new Set(judgement.findings.map(({ of }) => of.id));
    return scenarios.filter((each) => {
      if (!each.own.opened.some((found) => touched.has(found.id))) return false;
      const { results } = endOfEventScenario(each, facts, judgement, false);
      return results.some(({ verdict }) => verdict === 'fail');
    });
  };
  return { judge, failing };
}
