import type { RequirementId } from '../../../generated/requirements.ts';
import type { Exchange, HttpResponse } from '../../engine/exchange.ts';
import { wait } from '../../engine/http.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { type Context, type ContextWith, FullContext } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { precondition } from '../support/preconditions.ts';
import type { OpenedCase, Tenant } from '../support/tenant.ts';
import {
  arrivalTime,
  type PlanName,
  type Phase,
  phases,
  type Plan,
  responseTime,
  retryTime,
  transitTime,
} from './plans.ts';

/** What became of one case and its event. */
export interface PlanResult {
  id: string;
  /** when the decision was first seen, by `performance.now` */
  decided: number;
  /** what a read answered before the event was */
  readOnArrival: () => HttpResponse | undefined;
  /** what has arrived at the tenant's own endpoint */
  deliveries: () => Delivery[];
  /** what has arrived elsewhere: at the endpoint of the other tenant, or where a redirect led */
  misdirected: () => Delivery[];
}

/** The phase that must be over first. */
const previousPhase: Record<Phase, (context: ContextWith<'webhook'>) => Phase | undefined> = {
  taken: () => undefined,
  failing: () => 'taken',
  late: () => 'failing',
  slow: () => 'late',
  silent: () => 'slow',
  gone: ({ run }) => (run.manifest.webhook?.slow ? 'silent' : 'late'),
};

/** Without what the earlier phases show, the later ones tell nothing. */
const control: Record<Phase, (context: ContextWith<'webhook'>) => Promise<unknown>> = {
  taken: waitUntilQuiet,
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

/** What became of the case, once its phase is over; its exchanges and deliveries are evidence of the check. */
export async function planResult(context: ContextWith<'webhook'>, name: PlanName): Promise<PlanResult> {
  // The events of all other checks are over by then, so that these are alone.
  await context.waitForOtherChecks();
  const phase = (Object.keys(phases) as Phase[]).find((known) => name in phases[known])!;
  const { exchanges, result, error } = (await phaseOf(context, phase)).get(name)!;
  exchanges.forEach((exchange) => context.record(exchange));
  if (!result) throw error;
  for (const { exchange } of [...result.deliveries(), ...result.misdirected()]) context.record(exchange);
  return result;
}

/** The first delivery of a case's event. */
export async function firstDelivery(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery> {
  const [delivery] = (await planResult(context, name)).deliveries();
  if (delivery) return delivery;
  const { receiver } = context.webhook;
  const unreachable = await receiver.probe();
  if (unreachable !== undefined)
    throw new Inconclusive(`the receiver cannot be reached at ${receiver.url} (${unreachable}): mend --webhook-url`);
  throw new Violation({
    code: 'missing-event',
    expected: 'an event within 5 s of the decision',
    actual: `none; ${receiver.count} deliveries of any kind arrived at ${receiver.url}, which this machine reaches`,
  });
}

/** The first delivery, where it is not what is judged. */
export function requireDelivery(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery> {
  const by = name === 'denied' ? 'webhook.announces-denial' : 'webhook.arrives';
  return precondition(by, () => firstDelivery(context, name));
}

/** The retry that follows a failed first attempt in time. */
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
  throw new Violation({ code: 'late-retry', expected, actual: `it after ${seconds.toFixed(1)} s`, exchange });
}

/**
 * What arrived after the first delivery had its answer, once a retry would have been there: after twice the longest that
 * this candidate took for one, and a second and a half, at most what the contract allows. That it retries what failed is
 * the control.
 */
export async function repeatedDeliveries(context: ContextWith<'webhook'>, name: PlanName): Promise<Delivery[]> {
  await precondition('webhook.error-retried', () => retryOf(context, 'answered with 500'));
  const first = await requireDelivery(context, name);
  const failed = [...(await phaseOf(context, 'failing')).values()].map(({ result }) => result?.deliveries() ?? []);
  const pauses = failed.map((all) => (retryIn(all)?.arrived ?? 0) - (all[0] ? failedAt(all[0]) : 0));
  const until = failedAt(first) + Math.min(retryTime, 2 * Math.max(...pauses) + 1500);
  await wait(Math.max(0, until - performance.now()), context.run.signal);
  // A copy may have been on its way when the first one was answered.
  const isAgain = (event: Delivery) =>
    event.arrived > failedAt(first) + transitTime && event.header('webhook-id') === first.header('webhook-id');
  return (await planResult(context, name)).deliveries().filter(isAgain);
}

const failedAt = ({ arrived, respondedAt: answered }: Delivery): number => answered ?? arrived + responseTime;

function retryIn([first, ...rest]: Delivery[]): Delivery | undefined {
  return rest.find(({ arrived }) => arrived >= failedAt(first!));
}

function retriesErrors(context: ContextWith<'webhook'>): Promise<unknown> {
  return precondition('webhook.error-retried', () => retryOf(context, 'answered with 500'));
}

function phaseOf({ run }: Context, phase: Phase): Promise<Map<string, PlanEnd>> {
  return run.once(
    `webhooks: ${phase}`,
    () => {},
    async (step) => {
      const shared = new FullContext(run, step);
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

/** Waits until nothing arrives any more: a sender may have a queue. */
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
  // No reference is the beginning of another.
  const text = `${run.reference()}.`;
  const { id } = await openPlanned(tenant, plan, text);
  let onArrival: HttpResponse | undefined;
  const inbox = receiver.inbox(text, async (delivery) => {
    const first = inbox.deliveries[0]!;
    if (isMisdirected(delivery, plan) || (first !== delivery && first.respondedAt !== undefined))
      return { status: 204 };
    if (first === delivery && plan.awaits === 'arrival') {
      void tenant.read(id).then(
        (response) => (onArrival = response),
        () => {},
      );
      // A sender that keeps the case locked until its event is taken would wait for ever.
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

function openPlanned(tenant: Tenant, plan: Plan, text: string): Promise<OpenedCase> {
  const { directive, type = 'PF', suffix = '' } = plan;
  return tenant.openCase(type, `sandbox:${directive}#${text}${suffix}`, judgedBy(plan));
}

/** Adds the evidence and tells when its decision was seen, or that there will be none. */
async function decide(tenant: Tenant, plan: Plan, id: string): Promise<number> {
  const { uploads, directive } = plan;
  if (uploads !== 'none') await tenant.addEvidence(id, {}, judgedBy(plan));
  if (uploads !== 'none' && directive !== 'hold') await precondition(judgedBy(plan), () => tenant.decision(id));
  const decided = performance.now();
  if (uploads === 'several')
    for (const text of ['second', 'third']) await tenant.upload(id, { kind: 'SELFIE', file: jpeg(text) });
  return decided;
}

/** The requirement whose check judges what a plan's reference leads to. */
function judgedBy({ directive, type }: Plan): RequirementId {
  if (directive === 'hold') return 'sandbox.hold-stays-pending';
  if (directive === 'deny') return 'sandbox.denies-person';
  return type === 'PM' ? 'sandbox.approves-entity' : 'sandbox.suffix-ignored';
}

/** True when a delivery did not come to the endpoint of the tenant whose case it is. */
function isMisdirected({ path }: Delivery, { foreign }: Plan): boolean {
  const isOther = path.endsWith('/other');
  return foreign ? !isOther : isOther || path.includes('/redirected/');
}

async function awaitDeliveries(own: () => Delivery[], plan: Plan, decided: number, signal: AbortSignal): Promise<void> {
  if (plan.awaits === 'nothing') return;
  // Whether it comes in time is judged where nothing fails beside it; a sender with one connection may be busy here.
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
