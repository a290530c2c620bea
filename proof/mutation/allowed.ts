// What the contract allows as response to a recorded request, by the data of the contract.
import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import { type RequirementId, requirements } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Facts } from '../../conformance/manifest.ts';
import { Oracle } from '../../conformance/oracle/oracle.ts';
import { isLong, typeIn } from '../../conformance/oracle/facts.ts';
import { isFromService } from '../../conformance/oracle/response/form.ts';
import { hasStatus } from '../../conformance/oracle/response/status.ts';
import type { Rejection } from '../../conformance/oracle/terms.ts';
import { readingsOf } from '../../conformance/run/judge/steps.ts';
import type { Recorded } from './record.ts';
import { problemOf, type Response } from './responses.ts';

const answersTo = new Map(requirements.map(({ id, answers }) => [id, answers]));

type Source = FreedomId | RequirementId;
interface Answer {
  status: number | string;
  problem: string | null;
}

const oracleOf = memoize(({ control, own }: Recorded) => ({ control, own, oracle: undefined as Oracle | undefined }));

/** The freedom or requirement that allows the response, or that there is none; undefined for none. */
export function allowedBy(recorded: Recorded, facts: Facts, exchange: Exchange, response: Response | undefined) {
  const { reading, rejections } = appliedTo(recorded, facts, exchange);
  const sources: Source[] = [...reading.freedoms, ...rejections.map(sourceOf)];
  if (!response) return reading.freedoms[0] ?? (isLong(exchange) ? 'body.long-and-rejected' : undefined);
  const isSameAnswer = problemOf(response) === problemOf(exchange.response!);
  // An answer with a problem says nothing about the other facts of a response.
  const isAllowed = (each: Answer) => isAnswer(each, response) && (each.problem === null || !isSameAnswer);
  const found = sources.find((id) => answersOf(id).some(isAllowed));
  if (found || (isSameAnswer && !isFromService(reading))) return found ?? 'gateway.own-form';
  const ofAnyForm = rejections.find((each) => each.type === undefined && hasStatus(each, response.status));
  return ofAnyForm && sourceOf(ofAnyForm);
}

const sourceOf = ({ freedom, requirement }: Rejection): Source => freedom ?? requirement;

/** The request and the rejections that the oracle applies to it. */
function appliedTo(recorded: Recorded, facts: Facts, exchange: Exchange) {
  const { readingOfRun, world } = readingsOf(facts);
  const known = oracleOf(recorded);
  if (!known.oracle) {
    known.oracle = new Oracle(world);
    const all = [...recorded.control.exchanges, ...recorded.own.exchanges];
    for (const each of all.toSorted((one, other) => one.started! - other.started!))
      known.oracle.take(readingOfRun(each));
  }
  const reading = readingOfRun(exchange);
  return { reading, rejections: known.oracle.expectation(reading).rejections };
}

const answersOf = (id: Source): readonly Answer[] =>
  Object.hasOwn(freedoms, id) ? freedoms[id as FreedomId].answers : answersTo.get(id as RequirementId)!;

function isAnswer({ status, problem }: Answer, response: Response): boolean {
  const [group] = String(response.status);
  if (status !== response.status && status !== `${group}xx`) return false;
  return problem === null || typeIn(response.body, 'http://localhost')?.endsWith(`/problems/${problem}`) === true;
}
