// The services that a client has to work with: the reference implementation, which uses freedoms of the contract.
import { randomUUID } from 'node:crypto';
import { type Aspect, type Behaviour, behavioursOf } from '../../reference-impl/behaviours/index.ts';
import { withBody } from '../../reference-impl/behaviours/support.ts';
import { groupsOf, partsOf } from '../../reference-impl/behaviours/together.ts';
import { authenticator } from '../../reference-impl/http/keys.ts';
import { startChanged } from '../../reference-impl/behaviours/start.ts';
import type { Sender } from './events.ts';
import type { Condition, Task } from '../oracle/client/session.ts';

/** A service that differs from the plain one in these behaviours. */
export interface ServiceCondition extends Condition {
  behaviours: Behaviour[];
  /** genuine and forged events of many forms arrive before that of the decision */
  hasManyEvents?: true;
}

/** Where the freedoms that a client can see are; the others are about requests that only the suite sends. */
const visible: Aspect[] = [
  'ids',
  'locations',
  'problemTypes',
  'problemTexts',
  'properties',
  'clocks',
  'times',
  'headers',
  'mediaTypes',
  'cacheHeaders',
  'challenges',
  'connections',
  'delays',
];

// Milliseconds.
const decisionDelay = 5000;
// The longest that a decision waits for events that the client is slow to respond to.
const longestWait = 20_000;

/** The decision is visible from then on. @param timeOf in milliseconds, given the time of the upload */
const lateDecision =
  (timeOf: (uploaded: number) => number): Behaviour['parts'] =>
  ({ store, decide, now }) => {
    const decidedAt = new Map<string, number>();
    return {
      decide: () => undefined,
      store: {
        ...store,
        async findCase(caller, id) {
          const found = await store.findCase(caller, id);
          const [first] = found?.artifacts ?? [];
          if (!found || !first) return found;
          const time = decidedAt.get(id) ?? timeOf(Date.parse(first.created_at));
          if (now().getTime() < time) return found;
          decidedAt.set(id, time);
          return { ...found, ...decide(found), decided_at: new Date(time).toISOString() };
        },
      },
    };
  };

const late: Behaviour = {
  name: 'the decision is visible 5 s after the upload',
  parts: lateDecision((uploaded) => uploaded + decisionDelay),
};

/** The decision comes when the client has had time for the events before that of its case, however slow the machine is. */
export const afterOtherEvents = (sender: Pick<Sender, 'othersEnded' | 'deliveries'>): Behaviour => ({
  name: 'the decision comes after other events',
  parts: lateDecision((uploaded) => {
    const longest = sender.deliveries.length > 0 ? longestWait : decisionDelay;
    return Math.max(uploaded, sender.othersEnded ?? uploaded + longest);
  }),
});

/** The property and the code are no words of the contract, which may add any. */
const additions: Behaviour = {
  name: 'properties and reason codes that the contract does not list',
  parts: (original, baseUrl) => ({
    decide: (found) => {
      const decision = original.decide(found);
      return decision && { ...decision, reasons: [...decision.reasons, 'RISK_MODEL_7_OK'] };
    },
    ...withBody((body) => ({
      ...body,
      risk: { level: 'low', signals: [1, null, { source: 'x' }] },
      links: [randomUUID()],
      ...('artifacts' in body && {
        artifacts: (body['artifacts'] as object[]).map((artifact) => ({ ...artifact, pages: 2 })),
      }),
    }))(original, baseUrl),
  }),
};

/** A service that names itself by another origin, as one behind a gateway does: only the path of `Location` matters (D89). */
const elsewhere = (origin: string): Behaviour => ({
  name: 'Location names another origin',
  parts: ({ locationOf }) => ({ locationOf: (opened) => origin + locationOf(opened) }),
});

const manyEvents: ServiceCondition = {
  name: 'events of many forms before the decision',
  shows: 'client.acknowledges-events',
  behaviours: [],
  hasManyEvents: true,
};

/** The services, each with what only it shows; the plain one comes first. */
export function services(otherOrigin: string, hasEvents: boolean): ServiceCondition[] {
  const groups = groupsOf(visible.map(behavioursOf), 1);
  return [
    { name: 'the reference implementation', shows: 'client.reaches-decision', behaviours: [] },
    { name: additions.name, shows: 'client.ignores-additions', behaviours: [additions] },
    { name: late.name, shows: 'client.waits-for-decision', behaviours: [late] },
    ...(hasEvents ? [manyEvents] : []),
    ...[...groups, [elsewhere(otherOrigin)]].map((behaviours): ServiceCondition => ({
      name: behaviours.map(({ name }) => name).join('; '),
      shows: 'client.works-with-every-choice',
      behaviours,
    })),
  ];
}

const decisions = {
  APPROVED: { status: 'APPROVED', score: 95, reasons: ['OCR_OK'] },
  DENIED: { status: 'DENIED', score: 20, reasons: ['FACE_MATCH_FAIL'] },
} as const;

/** Starts a service with one live key, which makes the decision of the task when the first artifact arrives. */
export function startService({ ends }: Task, key: string, behaviours: Behaviour[]) {
  const decision = decisions[ends === 'rejected' ? 'APPROVED' : ends];
  return startChanged(partsOf(behaviours), {
    authenticate: authenticator([{ key, tenant: 'one', mode: 'live' }]),
    decide: ({ status, artifacts }) =>
      status === 'PENDING' && artifacts.length > 0 ? { ...decision, reasons: [...decision.reasons] } : undefined,
  });
}
