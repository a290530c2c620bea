import type { RequirementId } from '../../../generated/requirements.ts';
import type { Exchange, HttpResponse } from '../../engine/exchange.ts';
import { wait } from '../../engine/http.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { expectAccepted } from '../../engine/expect.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { type Context, type ContextWith, FullContext } from '../support/context.ts';
import { acceptedPrecondition, precondition } from '../support/preconditions.ts';
import type { Tenant } from '../support/tenant.ts';
import {
  arrivalTime,
  isDenial,
  type Phase,
  phases,
  type Plan,
  type PlanName,
  responseTime,
  retryTime,
  transitTime,
} from './plans.ts';

/** One case, and the deliveries of its event. */
export interface PlanResult {
  id: string;
  /** when a read first showed the decision, by `performance.now` */
  decided: number;
  /** the response to a read that was sent before the suite responded to the event */
  readOnArrival: () => HttpResponse | undefined;
  /** the deliveries at the tenant's own endpoint */
  deliveries: () => Delivery[];
  /** the deliveries elsewhere: at the endpoint of the other tenant, or at the target of a redirect */
  misdirected: () => Delivery[];
}

/** The phase that must end first. */
const previousPhase: Record<Phase, (context: ContextWith<'webhook'>) => Phase | undefined> = {
  taken: () => undefined,
  ways: () => 'taken',
  failing: () => 'ways',
  late: () => 'failing',
  slow: () => 'late',
  silent: () => 'slow',
  gone: ({ run }) => (run.manifest.webhook?.slow ? 'silent' : 'late'),
};

/** What must succeed before a phase can judge anything. */
const control: Record<Phase, (context: ContextWith<'webhook'>) => Promise<unknown>> = {
  taken: waitUntilQuiet,
  ways: waitUntilQuiet,
  failing: (context) => requireDelivery(context, 'approved'),
  late: retriesErrors,
  slow: retriesErrors,
  silent: retriesErrors,
  gone: retriesErrors,
};

interface PlanEnd {
  exchanges: Exchange[];
  result?: PlanResult;
  error?: unknown;
}

/** The result of a plan, when its phase has ended; its exchanges are recorded for the check. */
export async function planResult(context: ContextWith<'webhook'>, name: PlanName): Promise<PlanResult> {
  // By then no events of other checks are being sent.
  await context.waitForOtherChecks();
  const phase = (Object.keys(phases) as Phase[]).find((known) => name in phases[known])!;
  const { exchanges, result, error } = (await phaseOf(context, phase)).get(name)!;
  exchanges.forEach((exchange) => context.record(exchange));
  if (!result) throw error;
  for (const { exchange } of [...result.deliveries(), ...result.misdirected()]) context.record(exchange);
  return result;
}

/** The first delivery of the event of a case. */
export async function firstDelivery(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery> {
  const [delivery] = (await planResult(context, name)).deliveries();
  if (delivery) return delivery;
  const { receiver } = context.webhook;
  const unreachable = await receiver.probe();
  if (unreachable !== undefined)
    throw new Inconclusive(`the receiver cannot be reached at ${receiver.url} (${unreachable}): fix --webhook-url`);
  throw new Violation({
    code: 'missing-event',
    expected: 'an event within 5 s of the decision',
    actual: `none; ${receiver.count} deliveries of any kind arrived at ${receiver.url}, which this machine reaches`,
  });
}

/** The first delivery, as a precondition. */
export function requireDelivery(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery> {
  return precondition(isDenial(name) ? 'webhook.announces-denial' : 'webhook.arrives', () =>
    firstDelivery(context, name),
  );
}

/** The failed first delivery, and the retry that follows it in time. */
export async function retryOf(
  context: ContextWith<'webhook'>,
  name: PlanName,
): Promise<{ first: Delivery; second: Delivery }> {
  const first = await requireDelivery(context, name);
  const second = retryIn((await planResult(context, name)).deliveries());
  const { exchange } = first;
  const expected = 'the event again within 10 s of its failure';
  if (!second) throw new Violation({ code: 'missing-retry', expected, actual: 'no retry', exchange });
  const seconds = (second.arrived - failedAt(first)) / 1000;
  if (seconds * 1000 <= retryTime) return { first, second };
  throw new Violation({ code: 'late-retry', expected, actual: `the retry after ${seconds.toFixed(1)} s`, exchange });
}

/** The deliveries after the response to the first one. The control is that the candidate retries a failed delivery. */
export async function repeatedDeliveries(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery[]> {
  await retriesErrors(context);
  return deliveriesAfter(context, name, await requireDelivery(context, name));
}

/** The deliveries of an event after the response to its retry. A copy of the first attempt, still in transit, is none. */
export async function deliveriesAfterRetry(context: ContextWith<'webhook'>): Promise<Delivery[]> {
  const { first } = await retriesErrors(context);
  const { deliveries } = await planResult(context, 'a 500 from the receiver');
  const retry = deliveries().find(({ arrived }) => arrived > failedAt(first) + transitTime);
  return retry ? deliveriesAfter(context, 'a 500 from the receiver', retry) : [];
}

/**
 * The deliveries of the event after the response to this one. It waits long enough for a retry: twice the longest time
 * that this candidate took for one, plus 1.5 s, but not longer than the contract allows.
 */
async function deliveriesAfter(
  context: ContextWith<'webhook'>,
  name: PlanName,
  delivery: Delivery,
): Promise<Delivery[]> {
  const failed = [...(await phaseOf(context, 'failing')).values()].map(({ result }) => result?.deliveries() ?? []);
  const pauses = failed.map((all) => (retryIn(all)?.arrived ?? 0) - (all[0] ? failedAt(all[0]) : 0));
  const until = failedAt(delivery) + Math.min(retryTime, 2 * Math.max(...pauses) + 1500);
  await wait(Math.max(0, until - performance.now()), context.run.signal);
  // A second copy may have been in transit when the suite responded to the first.
  const isAgain = (event: Delivery) =>
    event.arrived > failedAt(delivery) + transitTime && event.header('webhook-id') === delivery.header('webhook-id');
  return (await planResult(context, name)).deliveries().filter(isAgain);
}

const failedAt = ({ arrived, respondedAt }: Delivery): number => respondedAt ?? arrived + responseTime;

function retryIn([first, ...rest]: Delivery[]): Delivery | undefined {
  return rest.find(({ arrived }) => arrived >= failedAt(first!));
}

/** The control for retries: the candidate sends a failed event again. */
function retriesErrors(context: ContextWith<'webhook'>): ReturnType<typeof retryOf> {
  return precondition('webhook.error-retried', () => retryOf(context, 'a 500 from the receiver'));
}

function phaseOf(context: Context, phase: Phase): Promise<Map<string, PlanEnd>> {
  return context.run.once(
    `webhooks: ${phase}`,
    { record: () => {}, waitFor: (work) => context.waitFor(work) },
    async (step) => {
      const shared = new FullContext(context.run, step);
      const earlier = previousPhase[phase](shared);
      if (earlier) await phaseOf(shared, earlier);
      await control[phase](shared);
      const plans = Object.entries<Plan>(phases[phase]);
      return new Map(
        await Promise.all(plans.map(async ([name, plan]) => [name, await runPlan(shared, plan)] as const)),
      );
    },
  );
}

/** Waits until no more deliveries arrive, because a sender may have a queue. */
async function waitUntilQuiet(context: ContextWith<'webhook'>): Promise<void> {
  const { receiver } = context.webhook;
  const latest = performance.now() + 10_000;
  while (performance.now() < Math.min(latest, receiver.lastArrival + 300)) await wait(20, context.run.signal);
}

async function runPlan({ run }: Context, plan: Plan): Promise<PlanEnd> {
  const exchanges: Exchange[] = [];
  const context = new FullContext(run, {
    record: (exchange) => exchanges.push(exchange),
    waitForOtherChecks: async () => {},
    waitFor: (work) => work,
  });
  try {
    return { exchanges, result: await openAndDecide(context, plan) };
  } catch (error) {
    return { exchanges, error };
  }
}

async function openAndDecide(context: FullContext, plan: Plan): Promise<PlanResult> {
  const { run } = context;
  const { receiver, otherSecret } = context.webhook;
  await context.tenant.requireSandbox();
  const tenant = plan.foreign ? context.otherTenant : context.tenant;
  // The dot keeps one reference from being the beginning of another.
  const text = `${run.reference()}.`;
  const id = await openPlanned(tenant, plan, text);
  let onArrival: HttpResponse | undefined;
  const inbox = receiver.inbox(text, async (delivery) => {
    const first = inbox.deliveries[0]!;
    if (isMisdirected(delivery, plan) || (first !== delivery && first.respondedAt !== undefined))
      return { status: 204 };
    if (first === delivery && plan.awaits === 'arrival') {
      void tenant.read(id, { urgent: true }).then(
        (response) => (onArrival = response),
        () => {},
      );
      // A candidate that locks the case until its event is accepted would otherwise block forever.
      await until(
        run.signal,
        () => onArrival !== undefined,
        () => delivery.arrived + 2000,
      );
    }
    return plan.reply({ first, receiver, text, signal: run.signal });
  });
  const decided = await decide(tenant, plan, id);
  const own = () => inbox.deliveries.filter((delivery) => !isMisdirected(delivery, plan));
  const awaited = !plan.foreign || otherSecret !== undefined;
  if (awaited) await awaitDeliveries(own, plan, decided, run.signal);
  const strays = () => inbox.deliveries.filter((delivery) => isMisdirected(delivery, plan));
  return { id, decided, readOnArrival: () => onArrival, deliveries: own, misdirected: strays };
}

function openPlanned(tenant: Tenant, plan: Plan, text: string): Promise<string> {
  const { directive, type = 'PF', suffix = '' } = plan;
  return precondition(judgedBy(plan), async () => {
    const body = tenant.newCase(type, `sandbox:${directive}#${text}${suffix}`);
    const created = await tenant.create(body, keyFor(plan));
    expectAccepted(created);
    return tenant.idOf(created);
  });
}

/** Adds the evidence and waits for the decision, if there will be one. Returns the time. */
async function decide(tenant: Tenant, plan: Plan, id: string): Promise<number> {
  const { uploads, directive, evidence } = plan;
  if (uploads === 'never') return performance.now();
  const key = keyFor(plan);
  const upload = () => tenant.upload(id, evidence, key);
  if (uploads === 'at the same time') await Promise.all([upload(), upload(), upload()]);
  else await acceptedPrecondition(judgedBy(plan), upload);
  if (directive !== 'hold') await precondition(judgedBy(plan), () => tenant.decision(id));
  const decided = performance.now();
  for (let times = uploads?.endsWith(', then twice more') ? 2 : 0; times > 0; times -= 1) await upload();
  return decided;
}

const isKeyed = ({ uploads }: Plan) => uploads === 'with a key, then twice more';

// A UUID, because another check judges whether other forms of keys are accepted.
const keyFor = (plan: Plan) => (isKeyed(plan) ? { headers: { 'Idempotency-Key': crypto.randomUUID() } } : {});

/** The requirement that judges the reference of a plan. */
function judgedBy(plan: Plan): RequirementId {
  const { directive, type } = plan;
  if (isKeyed(plan)) return 'idempotency.key-forms';
  if (directive === 'hold') return 'sandbox.hold-stays-pending';
  if (directive.startsWith('deny:')) return 'sandbox.denies-with-code';
  if (directive === 'deny') return type === 'PM' ? 'sandbox.denies-entity' : 'sandbox.denies-person';
  return type === 'PM' ? 'sandbox.approves-entity' : 'sandbox.suffix-ignored';
}

/** True when a delivery arrived at an endpoint that is not the one of the owner of the case. */
function isMisdirected({ path }: Delivery, { foreign }: Plan): boolean {
  const isOther = path.endsWith('/other');
  return foreign ? !isOther : isOther || path.includes('/redirected/');
}

async function awaitDeliveries(own: () => Delivery[], plan: Plan, decided: number, signal: AbortSignal): Promise<void> {
  if (plan.awaits === 'nothing') return;
  // A sender with one connection may be busy with failing deliveries here; the checks of the first phase judge the time.
  const patience = plan.awaits === 'retry' ? 4 * arrivalTime : arrivalTime;
  await until(
    signal,
    () => own().length > 0,
    () => decided + patience,
  );
  const [first] = own();
  if (!first) return;
  const isOver = () => (plan.awaits === 'retry' ? retryIn(own()) !== undefined : first.respondedAt !== undefined);
  await until(signal, isOver, () => failedAt(first) + retryTime);
}

async function until(signal: AbortSignal, holds: () => boolean, latest: () => number): Promise<void> {
  while (!holds() && performance.now() < latest()) await wait(10, signal);
}
