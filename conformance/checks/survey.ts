import type { RequirementId } from '../../generated/requirements.ts';
import type { Answer } from '../engine/exchange.ts';
import { isAccepted } from '../engine/expect.ts';
import { Inconclusive, Violation } from '../engine/verdict.ts';
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
 * Judges every refusal that came. What did not come as a 4xx or 5xx is another check's failure; when all that came is
 * well, it leaves this one inconclusive.
 */
export async function eachRefusal(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll(await surveyRefusals(context), judge);
}

export async function eachSuccess(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll(await surveySuccesses(context), judge);
}

export async function eachAnswer(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll([...(await surveySuccesses(context)), ...(await surveyRefusals(context))], judge);
}

function judgeAll(entries: Entry[], judge: (answer: Answer) => void): void {
  for (const { what, answer } of entries) if (answer) judgeOne(what, answer, judge);
  const missing = entries.find(({ answer, mayClose }) => !answer && !mayClose);
  if (missing)
    throw new Inconclusive(
      `blocked by ${missing.requirement}: ${missing.what} was not answered as it must be`,
      missing.requirement,
    );
}

function judgeOne(what: string, answer: Answer, judge: (answer: Answer) => void): void {
  try {
    judge(answer);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation(`${error.expected} (on ${what})`, error.actual, error.exchange);
  }
}
