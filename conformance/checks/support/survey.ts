import type { RequirementId } from '../../../generated/requirements.ts';
import { type Answer, answerOf, type Exchange } from '../../engine/exchange.ts';
import { isAccepted } from '../../engine/expect.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import type { Context } from './context.ts';
import { refusals, type Sample, successes } from './samples.ts';

/** One answer of each sort that the contract knows, with the requirement whose check judges that it comes. */
interface Entry {
  what: string;
  requirement: RequirementId;
  answer: Answer | undefined;
  mayClose: boolean;
}

/** Sends each sample once a run; what did not come as it must is left without an answer. */
function survey(
  context: Context,
  name: string,
  samplesOf: (shared: Context, id: string) => Sample[],
  came: (answer: Answer) => boolean,
): Promise<Entry[]> {
  return context.once(name, async (shared) => {
    const { id } = await shared.tenant.openCase();
    return Promise.all(
      samplesOf(shared, id).map(async ([what, requirement, send, closes]) => {
        const mayClose = closes !== undefined;
        const end = await send().catch(blockedBy);
        if (end === undefined || typeof end === 'string')
          return { what, requirement: end ?? requirement, answer: undefined, mayClose };
        return { what, requirement, answer: came(end) ? end : undefined, mayClose };
      }),
    );
  });
}

/** What kept a sample from coming, as far as another requirement than its own did. */
function blockedBy(error: unknown): RequirementId | undefined {
  if (error instanceof Inconclusive && error.blockedBy !== undefined) return error.blockedBy;
  if (!(error instanceof Violation)) throw error;
}

const surveyRefusals = (context: Context) => survey(context, 'refusals', refusals, ({ status }) => status >= 400);
const surveySuccesses = (context: Context) => survey(context, 'successes', successes, isAccepted);

/**
 * Judges every refusal of the survey that came. What did not come as a 4xx or 5xx is another check's failure; when all
 * that came is well, it leaves this one inconclusive.
 */
export async function eachRefusal(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRefusals(context);
  judgeAll(entries, judge);
  mustHaveCome(entries);
}

export async function eachSuccess(context: Context, judge: Judge): Promise<void> {
  const entries = await surveySuccesses(context);
  judgeAll(entries, judge);
  mustHaveCome(entries);
}

/** Judges every refusal of the survey, which sees to it that each sort comes, and then all others of the run. */
export async function everyRefusal(context: Context, judge: Judge): Promise<void> {
  const entries = await surveyRefusals(context);
  judgeAll(entries, judge);
  await others(context, entries, ({ request, answer }) => answer.status >= 400 && hasBody(request), judge);
  mustHaveCome(entries);
}

export async function everyAnswer(context: Context, judge: Judge): Promise<void> {
  const entries = [...(await surveySuccesses(context)), ...(await surveyRefusals(context))];
  judgeAll(entries, judge);
  await others(context, entries, () => true, judge);
  mustHaveCome(entries);
}

/** Judges every 401 of the run; that each request without a valid key is answered so, other checks judge. */
export const everyUnauthorized = (context: Context, judge: Judge): Promise<void> =>
  others(context, [], ({ answer }) => answer.status === 401, judge);

/** Judges every 2xx of the run to a POST to such a path; what repeats a key is the answer to another request. */
export const everyAccepted = (context: Context, path: RegExp, judge: Judge): Promise<void> =>
  others(
    context,
    [],
    ({ request: { method, url, headers }, answer: { status } }) =>
      method === 'POST' &&
      Math.floor(status / 100) === 2 &&
      path.test(new URL(url).pathname) &&
      !headers.some(([name]) => name.toLowerCase() === 'idempotency-key'),
    judge,
  );

type Judge = (answer: Answer) => void;
type Answered = Exchange & Required<Pick<Exchange, 'answer'>>;

/** Judges the answers of the whole run, when all other checks have ended, as far as the service wrote them. */
async function others(
  context: Context,
  judged: Entry[],
  concerns: (exchange: Answered) => boolean,
  judge: Judge,
): Promise<void> {
  await context.othersDone();
  const known = new Set(judged.map(({ answer }) => answer?.exchange));
  for (const exchange of context.run.exchanges) {
    if (!isAnswered(exchange) || known.has(exchange) || !isOfService(exchange) || !concerns(exchange)) continue;
    const { method, url } = exchange.request;
    const what = `the ${exchange.answer.status} to ${method} ${new URL(url).pathname.slice(0, 80)}`;
    try {
      judgeOne(what, answerOf(exchange, exchange.answer), judge);
    } catch (error) {
      context.cite(exchange);
      throw error;
    }
  }
}

const isAnswered = (exchange: Exchange): exchange is Answered => exchange.answer !== undefined;

// OPTIONS has no body in most frameworks, whatever its status.
const hasBody = ({ method }: Exchange['request']) => !['HEAD', 'OPTIONS'].includes(method);

const ordinaryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

// What servers and proxies answer on their own: too slow, too long, too much, nobody behind. Of these a problem is not
// asked for (D80), or, with 429 and 503, only where a check asks for such an answer.
const ofOthers = [408, 414, 417, 429, 431, 502, 503, 504];

/** False where the contract leaves the form of the answer open, and where it may come from before the service. */
function isOfService({ request: { method, url, headers }, answer: { status } }: Answered): boolean {
  if (!ordinaryMethods.includes(method) || ofOthers.includes(status)) return false;
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
  for (const { what, answer } of entries) if (answer) judgeOne(what, answer, judge);
}

function mustHaveCome(entries: Entry[]): void {
  const missing = entries.find(({ answer, mayClose }) => !answer && !mayClose);
  if (missing)
    throw new Inconclusive(
      `blocked by ${missing.requirement}: ${missing.what} was not answered as it must be`,
      missing.requirement,
    );
}

function judgeOne(what: string, answer: Answer, judge: Judge): void {
  try {
    judge(answer);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation(`${error.expected} (on ${what})`, error.actual, error.exchange);
  }
}
