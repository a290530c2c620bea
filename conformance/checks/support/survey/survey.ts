import type { RequirementId } from '../../../../generated/requirements.ts';
import { type Exchange, type HttpResponse, responseOf } from '../../../engine/exchange.ts';
import { isAccepted } from '../../../engine/expect.ts';
import { Inconclusive, Violation } from '../../../engine/verdict.ts';
import type { Context } from '../context.ts';
import { acceptedSamples, rejectedSamples, type Sample } from './samples.ts';

/** One answer of each sort that the contract knows, with the requirement whose check judges that it comes. */
interface Entry {
  what: string;
  requirement: RequirementId;
  response: HttpResponse | undefined;
  mayClose: boolean;
}

/** Sends each sample once a run; what did not come as it must is left without an answer. */
function survey(
  context: Context,
  name: string,
  samplesOf: (shared: Context, id: string) => Sample[],
  came: (response: HttpResponse) => boolean,
): Promise<Entry[]> {
  return context.once(name, async (shared) => {
    const { id } = await shared.tenant.openCase();
    return Promise.all(
      samplesOf(shared, id).map(async ([what, requirement, send, closes]) => {
        const mayClose = closes !== undefined;
        const end = await send().catch(blockedBy);
        if (end === undefined || typeof end === 'string')
          return { what, requirement: end ?? requirement, response: undefined, mayClose };
        return { what, requirement, response: came(end) ? end : undefined, mayClose };
      }),
    );
  });
}

/** What kept a sample from coming, as far as another requirement than its own did. */
function blockedBy(error: unknown): RequirementId | undefined {
  if (error instanceof Inconclusive && error.blockedBy !== undefined) return error.blockedBy;
  if (!(error instanceof Violation)) throw error;
}

const surveyRefusals = (context: Context) =>
  survey(context, 'refusals', rejectedSamples, ({ status }) => status >= 400);
const surveySuccesses = (context: Context) => survey(context, 'successes', acceptedSamples, isAccepted);

/**
 * Judges every refusal of the survey that came. What did not come as a 4xx or 5xx is another check's failure; when all
 * that came is well, it leaves this one inconclusive.
 */
export async function forEachRejection(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRefusals(context);
  judgeAll(entries, judge);
  requireAllResponses(entries);
}

export async function forEachSuccess(context: Context, judge: Judge): Promise<void> {
  const entries = await surveySuccesses(context);
  judgeAll(entries, judge);
  requireAllResponses(entries);
}

/** Judges every refusal of the survey, which sees to it that each sort comes, and then all others of the run. */
export async function forEveryRejection(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRefusals(context);
  judgeAll(entries, judge);
  await judgeOtherExchanges(
    context,
    entries,
    ({ request, response }) => response.status >= 400 && hasBody(request),
    judge,
  );
  requireAllResponses(entries);
}

export async function forEveryResponse(context: Context, judge: Judge): Promise<void> {
  const entries = [...(await surveySuccesses(context)), ...(await surveyRefusals(context))];
  judgeAll(entries, judge);
  await judgeOtherExchanges(context, entries, () => true, judge);
  requireAllResponses(entries);
}

/** Judges every 401 of the run; that each request without a valid key is answered so, other checks judge. */
export const forEveryUnauthorized = (context: Context, judge: Judge): Promise<void> =>
  judgeOtherExchanges(context, [], ({ response }) => response.status === 401, judge);

/** Judges every 2xx of the run to a POST to such a path; what repeats a key is the answer to another request. */
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

/** Judges the answers of the whole run, when all other checks have ended, as far as the service wrote them. */
async function judgeOtherExchanges(
  context: Context,
  judged: Entry[],
  concerns: (exchange: ExchangeWithResponse) => boolean,
  judge: Judge,
): Promise<void> {
  await context.waitForOtherChecks();
  const known = new Set(judged.map(({ response }) => response?.exchange));
  for (const exchange of context.run.exchanges) {
    if (!hasResponse(exchange) || known.has(exchange) || !isWrittenByService(exchange) || !concerns(exchange)) continue;
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

// OPTIONS has no body in most frameworks, whatever its status.
const hasBody = ({ method }: Exchange['request']) => !['HEAD', 'OPTIONS'].includes(method);

const ordinaryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

// What servers and proxies answer on their own: too slow, too long, too much, nobody behind. Of these a problem is not
// asked for (D80), or, with 429 and 503, only where a check asks for such an answer.
const statusesOfServers = [408, 414, 417, 429, 431, 502, 503, 504];

/** False where the contract leaves the form of the answer open, and where it may come from before the service. */
function isWrittenByService({
  request: { method, url, headers },
  response: { status },
}: ExchangeWithResponse): boolean {
  if (!ordinaryMethods.includes(method) || statusesOfServers.includes(status)) return false;
  // Some servers take these for broken below HTTP.
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
      `blocked by ${missing.requirement}: ${missing.what} was not answered as it must be`,
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
