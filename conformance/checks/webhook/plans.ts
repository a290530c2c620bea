import { wait } from '../../engine/http.ts';
import type { Delivery, Receiver, Reply } from '../../engine/receiver.ts';
import type { Kind } from '../support/case.ts';
import { filesByType, type Upload } from '../support/fixtures/upload.ts';

// Milliseconds that the contract allows (D48, D54, D69), each with half a second for the transit.
export const transitTime = 500;
export const arrivalTime = 5000 + transitTime;
export const retryTime = 10_000 + transitTime;
export const responseTime = 15_000;

/** One case, and how the suite responds to its event. */
export interface Plan {
  directive: 'approve' | 'deny' | `deny:${string}` | 'hold';
  type?: 'PF' | 'PM';
  /** appended to the reference */
  suffix?: string;
  /** the case belongs to the second tenant */
  foreign?: true;
  /** the evidence that decides the case; by default a JPEG with the kind `ID_FRONT` */
  evidence?: Upload;
  /** how evidence is uploaded; once unless it is named */
  uploads?: 'never' | 'once, then twice more' | 'with a key, then twice more' | 'at the same time';
  /** the response to the first attempt and to its copies; the suite responds to later attempts with 204 */
  reply: (at: { first: Delivery; receiver: Receiver; text: string; signal: AbortSignal }) => Reply | Promise<Reply>;
  /** what the plan waits for */
  awaits: 'arrival' | 'retry' | 'nothing';
}

const of = (kind: Kind, type?: keyof typeof filesByType) => ({ kind, ...(type && filesByType[type]) });
const replyWith = (status: number) => () => ({ status });
const accepting = (code: number): Plan => ({ directive: 'approve', reply: replyWith(code), awaits: 'arrival' });
const failing = (code: number): Plan => ({ directive: 'approve', reply: replyWith(code), awaits: 'retry' });
const redirecting = (code: number): Plan => ({
  ...failing(code),
  reply: ({ receiver, text }) => ({
    status: code,
    headers: { Location: new URL(`/redirected/${text}`, receiver.url).href },
  }),
});
/** Responds that many milliseconds after the arrival of the first attempt. */
const after =
  (milliseconds: number, code: number): Plan['reply'] =>
  async ({ first, signal }) => {
    await wait(Math.max(0, first.arrived + milliseconds - performance.now()), signal);
    return { status: code };
  };

/**
 * The plans of each phase. A phase begins when the previous one has ended, so that failing and hanging deliveries do not
 * delay the others of a sender with one connection. 410 is last, because it may disable the endpoint.
 */
export const phases = {
  taken: {
    approved: accepting(204),
    denied: { ...accepting(204), directive: 'deny', evidence: of('ID_BACK', 'image/png') },
    entity: {
      ...accepting(204),
      type: 'PM',
      suffix: ' "ñ\\/漢😀&<>',
      evidence: of('INCORPORATION_DEED', 'application/pdf'),
    },
    busy: { ...accepting(204), uploads: 'once, then twice more' },
    'a 200 from the receiver': { ...accepting(200), evidence: of('POWER_OF_ATTORNEY') },
    'a 201 from the receiver': { ...accepting(201), evidence: of('REGISTRY_EXTRACT') },
    'a 202 from the receiver': { ...accepting(202), evidence: of('OWNERSHIP_REGISTER') },
    'a 299 from the receiver': accepting(299),
    foreign: { ...accepting(204), foreign: true },
    held: { ...accepting(204), directive: 'hold', awaits: 'nothing' },
    'without evidence': { ...accepting(204), uploads: 'never', awaits: 'nothing' },
  },
  // More ways to a decision. Apart, because a sender with one connection needs the time of all deliveries of a phase.
  ways: {
    'denied with a code': { ...accepting(204), directive: 'deny:LIVENESS_FAIL', evidence: of('SELFIE') },
    'denied entity': { ...accepting(204), directive: 'deny', type: 'PM', evidence: of('TAX_CERTIFICATE') },
    'idempotency keys': {
      ...accepting(204),
      uploads: 'with a key, then twice more',
      evidence: of('PASSPORT', 'image/png'),
    },
    'simultaneous uploads': {
      ...accepting(204),
      uploads: 'at the same time',
      evidence: of('PROOF_OF_ADDRESS', 'application/pdf'),
    },
  },
  failing: {
    'a 500 from the receiver': failing(500),
    'a 503 from the receiver': failing(503),
    'a 400 from the receiver': failing(400),
    'a 404 from the receiver': failing(404),
    'a 429 from the receiver': failing(429),
    'redirected with 301': redirecting(301),
    'redirected with 302': redirecting(302),
    'redirected with 303': redirecting(303),
    'redirected with 307': redirecting(307),
    'redirected with 308': redirecting(308),
    closed: { ...failing(500), reply: () => 'close' },
  },
  late: { 'a late response from the receiver': { ...failing(500), reply: after(2500, 500) } },
  slow: { 'a late 204 from the receiver': { ...accepting(204), reply: after(responseTime - 2000, 204) } },
  silent: { 'no response from the receiver': { ...failing(500), reply: () => 'silence' } },
  gone: { gone: accepting(410) },
} as const satisfies Record<string, Record<string, Plan>>;

export type Phase = keyof typeof phases;
type NameIn<P> = P extends Phase ? keyof (typeof phases)[P] : never;
export type PlanName = NameIn<Phase>;

/** The decided cases of the first tenant whose events the suite accepts at once. */
export const announced = Object.entries<Plan>({ ...phases.taken, ...phases.ways })
  .filter(([, { awaits, foreign }]) => awaits === 'arrival' && !foreign)
  .map(([name]) => name as keyof typeof phases.taken | keyof typeof phases.ways);

export const isDenial = (name: PlanName): boolean => name.startsWith('denied');
