import type { RequirementId } from '../../../../generated/requirements.ts';
import { type Exchange, type HttpResponse, responseOf } from '../../../engine/exchange.ts';
import { isAccepted } from '../../../engine/expect.ts';
import { Inconclusive, Violation } from '../../../engine/verdict.ts';
import type { Context } from '../context.ts';
import { unknownKey } from '../fixtures/unknown.ts';
import { acceptedSamples, acceptedSandboxSamples } from './accepted-samples.ts';
import { mayCloseConnection, rejectedSamples, rejectedSandboxSamples } from './rejected-samples.ts';
import type { Samples, SendSample } from './sample.ts';

/** One sample, with its response if it has the status that its requirement demands. */
interface Entry {
  what: string;
  /** the requirement that blocks the survey when the response is missing */
  requirement: RequirementId;
  response: HttpResponse | undefined;
  mayClose: boolean;
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
    const stranger = shared.withCredential(unknownKey);
    const sent = (Object.entries(samples) as [RequirementId, Record<string, SendSample>][]).flatMap(
      ([requirement, sends]) =>
        Object.entries(sends).map(async ([what, send]): Promise<Entry> => {
          const end = await send({ context: shared, tenant, anonymous, stranger, id }).catch(blockingRequirement);
          const mayClose = mayCloseConnection.has(requirement);
          if (end === undefined || typeof end === 'string')
            return { what, requirement: end ?? requirement, response: undefined, mayClose };
          return { what, requirement, response: hasExpectedStatus(end) ? end : undefined, mayClose };
        }),
    );
    return Promise.all(sent);
  });
}

/** The requirement that blocked a sample, if it was another one than its own. */
function blockingRequirement(error: unknown): RequirementId | undefined {
  if (error instanceof Inconclusive && error.blockedBy !== undefined) return error.blockedBy;
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

/**
 * Judges every rejection of the survey. A missing one fails another check; here it makes a check inconclusive that would
 * otherwise pass.
 */
export async function forEachRejection(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRejections(context);
  judgeAll(entries, judge);
  requireAllResponses(entries);
}

export async function forEachSuccess(context: Context, judge: Judge): Promise<void> {
  const entries = await surveySuccesses(context);
  judgeAll(entries, judge);
  requireAllResponses(entries);
}

/** Judges every rejection of the survey, and then every other one of the run. */
export async function forEveryRejection(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRejections(context);
  judgeAll(entries, judge);
  const isRejection = ({ request, response }: ExchangeWithResponse) => response.status >= 400 && hasBody(request);
  await judgeOtherExchanges(context, entries, isRejection, judge);
  requireAllResponses(entries);
}

export async function forEveryResponse(context: Context, judge: Judge): Promise<void> {
  const entries = [...(await surveySuccesses(context)), ...(await surveyRejections(context))];
  judgeAll(entries, judge);
  await judgeOtherExchanges(context, entries, () => true, judge);
  requireAllResponses(entries);
}

/** Judges every 401 of the run. */
export const forEveryUnauthorized = (context: Context, judge: Judge): Promise<void> =>
  judgeOtherExchanges(context, [], ({ response }) => response.status === 401, judge);

/** Judges every 2xx of the run to a POST with such a path; a request with an idempotency key may be a repetition. */
export const forEveryAccepted = (context: Context, path: RegExp, judge: Judge): Promise<void> =>
  judgeOtherExchanges(
    context,
    [],
    ({ request: { method, url, headers }, response: { status } }) =>
      method === 'POST' &&
      Math.floor(status / 100) === 2 &&
      path.test(new URL(url).pathname) &&
      !headers.some(([name]) => name.toLowerCase() === 'idempotency-key'),
    judge,
  );

type Judge = (response: HttpResponse) => void;
type ExchangeWithResponse = Exchange & Required<Pick<Exchange, 'response'>>;

/** Judges the responses of the whole run that the service itself sent, when all other checks have ended. */
async function judgeOtherExchanges(
  context: Context,
  judged: Entry[],
  isJudged: (exchange: ExchangeWithResponse) => boolean,
  judge: Judge,
): Promise<void> {
  await context.waitForOtherChecks();
  const known = new Set(judged.map(({ response }) => response?.exchange));
  for (const exchange of context.run.exchanges) {
    if (!hasResponse(exchange) || known.has(exchange) || !isFromService(exchange) || !isJudged(exchange)) continue;
    const { method, url } = exchange.request;
    const what = `the ${exchange.response.status} to ${method} ${new URL(url).pathname.slice(0, 80)}`;
    try {
      judgeOne(what, responseOf(exchange, exchange.response), judge);
    } catch (error) {
      context.record(exchange);
      throw error;
    }
  }
}

const hasResponse = (exchange: Exchange): exchange is ExchangeWithResponse => exchange.response !== undefined;

// In most frameworks a response to OPTIONS has no body.
const hasBody = ({ method }: Exchange['request']) => !['HEAD', 'OPTIONS'].includes(method);

const ordinaryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

// Servers and proxies respond with these on their own, so that D80 demands no problem. The sandbox checks judge 429 and
// 503 where they ask for them.
const proxyStatuses = [408, 414, 417, 429, 431, 502, 503, 504];

/** False when the contract leaves the form of the response open, or a server in front of the service may have sent it. */
function isFromService({ request: { method, url, headers }, response: { status } }: ExchangeWithResponse): boolean {
  if (!ordinaryMethods.includes(method) || proxyStatuses.includes(status)) return false;
  // Some servers reject other characters before the service sees the request.
  return isPlain(url) && headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
}

function isPlain(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '' && !/%(0|1|7f|2f|5c|25)/i.test(url);
  } catch {
    return false;
  }
}

function judgeAll(entries: Entry[], judge: Judge): void {
  for (const { what, response } of entries) if (response) judgeOne(what, response, judge);
}

function requireAllResponses(entries: Entry[]): void {
  const missing = entries.find(({ response, mayClose }) => !response && !mayClose);
  if (missing)
    throw new Inconclusive(
      `blocked by ${missing.requirement}: ${missing.what} did not get the response that it must get`,
      missing.requirement,
    );
}

function judgeOne(what: string, response: HttpResponse, judge: Judge): void {
  try {
    judge(response);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw error.inRow(what);
  }
}
