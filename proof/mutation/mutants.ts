// Wrong responses to the steps of a recorded scenario.
import type { Exchange } from '../../conformance/wire/exchange.ts';
import { valueOf } from '../../conformance/wire/json.ts';
import type { Step } from '../../conformance/scenarios/vocabulary.ts';
import type { Recorded } from './record.ts';
import {
  type Body,
  type Donors,
  forms,
  nearest,
  isSame,
  properties,
  type Response,
  states,
  withBody,
} from './responses.ts';

/** Recorded exchanges, some of them with another response. */
export interface Mutant {
  /** what is wrong; equal for the same change in other scenarios */
  name: string;
  /**
   * True for a whole response that a service with a defect sends: it shows that a scenario can fail. A changed fact only
   * shows that the rule about this fact exists.
   */
  isNearest: boolean;
  changed: Map<Exchange, Exchange>;
}

/** The exchanges whose responses are changed: of a step that is repeated, the first and the last. */
function judgedIn({ scenario, own }: Recorded): { step: Step; exchange: Exchange }[] {
  const judged = own.sent.filter(({ at, exchange }) => at >= scenario.setting.length && exchange.response);
  const ofStep = Map.groupBy(judged, ({ at }) => at);
  return [...ofStep.values()].flatMap((list) => [...new Set([list[0]!, list.at(-1)!])]);
}

/** Whether the facts of a response are changed too. */
export type Wanted = Record<'wantsForm' | 'wantsProperties', (step: Step, exchange: Exchange) => boolean>;

export function* mutantsOf(
  recorded: Recorded,
  donors: Donors,
  { wantsForm, wantsProperties }: Wanted,
): Generator<Mutant> {
  const all = [...recorded.control.sent, ...recorded.own.sent];
  const judged = judgedIn(recorded);
  for (const { step, exchange } of judged) {
    if (step.until === 'decided') yield* late(exchange);
    yield* madeFor(exchange, nearest(exchange, step, localFor(step, exchange, all), donors), true);
    if (typeof recorded.scenario.outcome === 'object')
      yield* madeFor(exchange, { 'a failure of the service': { ...exchange.response!, status: 500 } }, true);
  }
  yield* exchanged(judged);
  for (const { step, exchange } of judged) {
    if (wantsForm(step, exchange)) {
      yield* madeFor(exchange, forms(exchange), false);
      yield withoutResponse(exchange);
      yield* [100, 103].map((status) => withInterim(exchange, status));
    }
    if (wantsProperties(step, exchange)) yield* madeFor(exchange, properties(exchange.response!), false);
  }
}

/** Other successes of the same operation: of a read the earlier ones, because no service knows a later state. */
function localFor(step: Step, { response, started }: Exchange, all: Recorded['own']['sent']): Response[] {
  const found = all
    .filter(
      ({ step: { do: operation }, exchange }) => operation === step.do && (exchange.response?.status ?? 500) < 300,
    )
    .filter(({ exchange }) => step.do !== 'read' || exchange.started! < started!)
    .map(({ exchange }) => exchange.response!)
    .filter((each, at, list) => list.findIndex(({ body }) => body.equals(each.body)) === at)
    .filter(({ body }) => !body.equals(response!.body));
  return [...new Set([...found.slice(0, 2), ...found.slice(-1)])];
}

const madeFor = (exchange: Exchange, responses: Record<string, Response>, isNearest: boolean): Mutant[] =>
  Object.entries(responses).map(([name, response]) => ({
    name,
    isNearest,
    changed: new Map([[exchange, { ...exchange, response }]]),
  }));

const withInterim = (exchange: Exchange, status: number): Mutant => ({
  name: `a ${status} before it`,
  isNearest: false,
  changed: new Map([[exchange, { ...exchange, interim: [{ status, headers: [] }] }]]),
});

function withoutResponse(original: Exchange): Mutant {
  const { response: _, ...exchange } = original;
  return {
    name: 'a closed connection',
    isNearest: false,
    changed: new Map([[original, { ...exchange, failure: 'connection closed without a response' }]]),
  };
}

/** A case that is not decided in time. */
function* late(exchange: Exchange): Generator<Mutant> {
  const changed = states['a pending case']!(valueOf(exchange.response!.body) as Body);
  if (!changed) return;
  const response = withBody(exchange.response!, changed);
  const started = exchange.started! + 6000;
  yield {
    name: 'a pending case, too late',
    isNearest: true,
    changed: new Map([[exchange, { ...exchange, started, response }]]),
  };
}

/** Two responses of a race, each to the other request. */
function* exchanged(judged: { step: Step; exchange: Exchange }[]): Generator<Mutant> {
  for (const [at, { step, exchange }] of judged.entries()) {
    const before = judged[at - 1];
    if (!step.together || !before) continue;
    const [one, two] = [exchange, before.exchange];
    // Two rejections with one status differ in nothing that belongs to one of the requests.
    const isRejectedAlike = one.response!.status >= 400 && one.response!.status === two.response!.status;
    if (isRejectedAlike || isSame(one.response!, two.response!)) continue;
    yield {
      name: 'two responses of a race exchanged',
      isNearest: true,
      changed: new Map([
        [one, { ...one, response: two.response! }],
        [two, { ...two, response: one.response! }],
      ]),
    };
  }
}
