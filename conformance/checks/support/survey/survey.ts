import type { RequirementId } from '../../../../generated/requirements.ts';
import { type Exchange, type HttpResponse, responseOf } from '../../../engine/exchange.ts';
import { isAccepted } from '../../../engine/expect.ts';
import { memoize } from '../../../engine/memoize.ts';
import { Inconclusive, Violation } from '../../../engine/verdict.ts';
import { isNestedTwice } from '../../../oracle/request/target.ts';
import { gatewayStatuses, hasPlainHeaders, ordinaryMethods } from '../../../oracle/gateway.ts';
import type { Context } from '../context.ts';
import { unknownKey } from '../fixtures/unknown.ts';
import { acceptedSamples, acceptedSandboxSamples } from './accepted-samples.ts';
import { forEachRow } from '../rows/rows.ts';
import { mayCloseConnection, rejectedSamples, rejectedSandboxSamples } from './rejected-samples.ts';
import type { SampleContext, Samples, SendSample } from './sample.ts';

/** One sample: its response if it has the status that its requirement demands, or else why it has none. */
interface Entry {
  what: string;
  end: HttpResponse | Inconclusive | 'may be closed';
}

/** Sends each sample once per run. */
function survey(
  context: Context,
  name: string,
  samples: Samples,
  hasExpectedStatus: (response: HttpResponse) => boolean,
): Promise<Entry[]> {
  return context.once(name, async (shared) => {
    const { tenant, anonymous } = shared;
    const { id } = await tenant.openCase();
    const given: SampleContext = {
      context: shared,
      tenant,
      anonymous,
      stranger: shared.withCredential(unknownKey),
      id,
    };
    const sent = (Object.entries(samples) as [RequirementId, Record<string, SendSample>][]).flatMap(
      ([requirement, sends]) =>
        Object.entries(sends).map(async ([what, send]): Promise<Entry> => {
          const end = await send(given).catch(missingOrBlocked);
          if (end instanceof Inconclusive || (end && hasExpectedStatus(end))) return { what, end };
          if (mayCloseConnection.has(requirement)) return { what, end: 'may be closed' };
          const reason = `blocked by ${requirement}: ${what} did not get the response that it must get`;
          return { what, end: new Inconclusive(reason, requirement) };
        }),
    );
    return Promise.all(sent);
  });
}

/** A step before the sample was blocked, or no response to it arrived. */
function missingOrBlocked(error: unknown): Inconclusive | undefined {
  if (error instanceof Inconclusive) return error;
  if (!(error instanceof Violation)) throw error;
}

function surveyRejections(context: Context): Promise<Entry[]> {
  const samples = { ...rejectedSamples, ...(context.claimsSandbox && rejectedSandboxSamples) };
  return survey(context, 'rejections', samples, ({ status }) => status >= 400);
}

function surveySuccesses(context: Context): Promise<Entry[]> {
  const samples = { ...acceptedSamples, ...(context.claimsSandbox && acceptedSandboxSamples) };
  return survey(context, 'successes', samples, isAccepted);
}

type Judge = (response: HttpResponse) => void | Promise<void>;
type ExchangeWithResponse = Exchange & Required<Pick<Exchange, 'response'>>;

/** Judges every success of the survey, and then every other one of the run. */
export async function forEverySuccess(context: Context, judge: Judge): Promise<void> {
  const entries = await surveySuccesses(context);
  await judgeEntries(entries, judge);
  const isSuccess = ({ request, response }: ExchangeWithResponse) => response.status < 300 && hasBody(request);
  await judgeOtherExchanges(context, entries, isSuccess, judge);
}

export async function forEveryResponse(context: Context, judge: Judge): Promise<void> {
  const entries = [...(await surveySuccesses(context)), ...(await surveyRejections(context))];
  await judgeEntries(entries, judge);
  await judgeOtherExchanges(context, entries, () => true, judge);
}

function judgeEntries(entries: Entry[], judge: Judge): Promise<void> {
  // A connection that was closed has nothing to judge.
  const judged = entries.flatMap(({ what, end }) => (end === 'may be closed' ? [] : [[what, end] as const]));
  return forEachRow(Object.fromEntries(judged), async (end) => {
    if (end instanceof Inconclusive) throw end;
    await judge(end);
  });
}

/** Judges the responses of the whole run that the service itself sent, when all other checks have ended: a row for each sort. */
async function judgeOtherExchanges(
  context: Context,
  judged: Entry[],
  isJudged: (exchange: ExchangeWithResponse) => boolean,
  judge: Judge,
): Promise<void> {
  await context.waitForOtherChecks();
  const known = new Set(judged.map(({ end }) => (end === 'may be closed' ? undefined : end.exchange)));
  const chosen = context.run.exchanges
    .filter(hasResponse)
    .filter((exchange) => !known.has(exchange) && sortOf(exchange) !== undefined && isJudged(exchange));
  await forEachRow(Object.fromEntries(Map.groupBy(chosen, (exchange) => sortOf(exchange)!)), async (exchanges) => {
    for (const exchange of exchanges) await judgeOther(context, exchange, judge);
  });
}

async function judgeOther(context: Context, exchange: ExchangeWithResponse, judge: Judge): Promise<void> {
  try {
    await judge(responseOf(exchange, exchange.response));
  } catch (error) {
    // The exchange belongs to another check.
    context.record(exchange);
    throw error;
  }
}

/**
 * `requests of other checks: GET /cases/{case_id}, status 404`; undefined for a response that is not judged. Many checks
 * judge each exchange.
 */
const sortOf = memoize((exchange: ExchangeWithResponse): string | undefined => {
  if (!isFromService(exchange)) return undefined;
  const { request, response } = exchange;
  const path = new URL(request.url).pathname.replace(/\/cases\/[^/]+/, '/cases/{case_id}');
  return `requests of other checks: ${request.method} ${path.slice(0, 80)}, status ${response.status}`;
});

const hasResponse = (exchange: Exchange): exchange is ExchangeWithResponse => exchange.response !== undefined;

// In most frameworks a response to OPTIONS has no body.
const hasBody = ({ method }: Exchange['request']) => !['HEAD', 'OPTIONS'].includes(method);

/** False when a server in front of the service may have sent the response (D87). */
function isFromService({ request, response: { status } }: ExchangeWithResponse): boolean {
  if (status < 300) return true;
  // The survey itself asks for a 429 and a 503.
  if (gatewayStatuses.includes(status)) return false;
  return ordinaryMethods.includes(request.method) && hasPlainHeaders(request) && isPlain(request.url);
}

function isPlain(url: string): boolean {
  try {
    const { pathname, search } = new URL(url);
    const isDecodable = decodeURIComponent(url) !== '' && !isNestedTwice(search);
    return isDecodable && !/%(0|1|7f)/i.test(url) && !/%(2f|5c|25)|\/\//i.test(pathname);
  } catch {
    return false;
  }
}
