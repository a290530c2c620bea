import { type Exchange, responseOf } from '../../../engine/exchange.ts';
import { expectThat, isObject, show } from '../../../engine/expect.ts';
import { valueOf } from '../../../engine/json.ts';
import { isSame } from '../../../engine/same.ts';
import { type Case, decisionProperties, pick } from '../case.ts';
import type { Context } from '../context.ts';

type Decision = Record<string, unknown>;

/** What the responses of the run showed of one case, in the order in which they began. */
interface Shown {
  exchange: Exchange;
  decision: Decision;
}

/** No read of the run shows a decision partly as before and partly as after it. */
export const showsWholeDecisions = (context: Context): Promise<void> =>
  forEachCase(context, (shown) => {
    const [before, after] = [shown[0]!.decision, shown.at(-1)!.decision];
    const torn = shown.find(({ decision }) => isMixed(decision, before, after));
    if (torn) fail(context, 'torn-decision', torn, `reads that show ${show(before)} or ${show(after)}`);
  });

/** Once a read has shown the whole decision of a case, later ones show the same. */
export async function keepsDecisions(context: Context): Promise<void> {
  await context.waitForOtherChecks();
  const uploads = uploadsByCase(context);
  await forEachCase(context, (shown, id) => {
    if (haveMet(uploads.get(id) ?? [])) return;
    const [before, after] = [shown[0]!.decision, shown.at(-1)!.decision];
    const isWhole = ({ decision }: Shown) => !isMixed(decision, before, after);
    const decided = shown.filter((each) => isWhole(each) && isDecided(each.decision));
    const changed = decided.find(({ decision }) => !isSame(decision, decided[0]!.decision));
    if (changed) fail(context, 'wrong-decision', changed, `the decision ${show(decided[0]!.decision)}`);
  });
}

const undecided = ['"PENDING"', 'null', '[]'];
const isDecided = (decision: Decision) =>
  Object.values(decision).every((part) => !undecided.includes(JSON.stringify(part)));

/** Each part is as in one of the two, but the whole is like neither. */
const isMixed = (decision: Decision, before: Decision, after: Decision): boolean =>
  !isSame(decision, before) &&
  !isSame(decision, after) &&
  Object.entries(decision).every(([name, value]) => [before, after].some((whole) => isSame(whole[name], value, name)));

function fail(
  context: Context,
  code: 'torn-decision' | 'wrong-decision',
  { exchange, decision }: Shown,
  expected: string,
) {
  context.record(exchange);
  expectThat(code, false, expected, show(decision), responseOf(exchange, exchange.response!));
}

async function forEachCase(context: Context, judge: (shown: Shown[], id: string) => void): Promise<void> {
  await context.waitForOtherChecks();
  const seen = context.run.exchanges
    .toSorted((one, other) => (one.started ?? 0) - (other.started ?? 0))
    .flatMap((exchange) => {
      const found = caseShownBy(exchange);
      return found ? [{ exchange, id: found.id, decision: { ...pick(found, ...decisionProperties) } }] : [];
    });
  for (const [id, shown] of Map.groupBy(seen, ({ id: each }) => each)) judge(shown, id);
}

const isKeyed = ({ headers }: Exchange['request']) => headers.some(([name]) => /^idempotency-key$/i.test(name));

/** The uploads of the run to each case, by its id. */
const uploadsByCase = ({ run }: Context): Map<string | undefined, Exchange[]> =>
  Map.groupBy(run.exchanges, ({ request }) => /\/([^/]+)\/artifacts$/.exec(request.url)?.[1]);

/** True when several may have been accepted, or were in progress at the same time: another check judges these. */
function haveMet(uploads: Exchange[]): boolean {
  const accepted = uploads.filter(({ response }) => response === undefined || response.status < 300);
  const firstEnd = Math.min(...uploads.map(({ started = 0, milliseconds }) => started + milliseconds));
  return accepted.length > 1 || uploads.filter(({ started = 0 }) => started < firstEnd).length > 1;
}

/** The case in an accepted read, or in the create that opened it and was not repeated. */
function caseShownBy({ request, response }: Exchange): Case | undefined {
  const isCreate = request.method === 'POST' && response?.status === 201 && !isKeyed(request);
  if (!isCreate && (request.method !== 'GET' || response?.status !== 200)) return undefined;
  const body = valueOf(response.body);
  return isObject(body) && typeof body['id'] === 'string' && 'decided_at' in body
    ? (body as unknown as Case)
    : undefined;
}
