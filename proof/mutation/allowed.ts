// What the contract allows as response to a recorded request, by the data of the contract.
import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import { type RequirementId, requirements } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import { Oracle } from '../../conformance/oracle/oracle.ts';
import { typeIn } from '../../conformance/oracle/response/problem.ts';
import { readingsOf } from '../../conformance/run/judged-steps.ts';
import type { Recorded } from './record.ts';
import { problemOf, type Response } from './responses.ts';

const answersTo = new Map(requirements.map(({ id, answers }) => [id, answers]));

type Source = FreedomId | RequirementId;
interface Answer {
  status: number | string;
  problem: string | null;
}

const oracleOf = memoize(({ control, own }: Recorded) => ({ control, own, oracle: undefined as Oracle | undefined }));

/** The freedom or requirement among whose answers the response is; undefined for none. */
export function allowedBy(recorded: Recorded, manifest: Manifest, exchange: Exchange, response: Response) {
  const isSameAnswer = problemOf(response) === problemOf(exchange.response!);
  return sourcesOf(recorded, manifest, exchange).find((id) =>
    // An answer with a problem says nothing about the other facts of a response.
    answersOf(id).some((each) => isAnswer(each, response) && (each.problem === null || !isSameAnswer)),
  );
}

/** Those that the oracle applies to the request. */
function sourcesOf(recorded: Recorded, manifest: Manifest, exchange: Exchange): Source[] {
  const { readingOfRun, world } = readingsOf(manifest);
  const known = oracleOf(recorded);
  if (!known.oracle) {
    known.oracle = new Oracle(world);
    const all = [...recorded.control.exchanges, ...recorded.own.exchanges];
    for (const each of all.toSorted((one, other) => one.started! - other.started!))
      known.oracle.take(readingOfRun(each));
  }
  const reading = readingOfRun(exchange);
  const { rejections } = known.oracle.expectation(reading);
  return [...reading.freedoms, ...rejections.map(({ freedom, requirement }) => freedom ?? requirement)];
}

const answersOf = (id: Source): readonly Answer[] =>
  Object.hasOwn(freedoms, id) ? freedoms[id as FreedomId].answers : answersTo.get(id as RequirementId)!;

function isAnswer({ status, problem }: Answer, response: Response): boolean {
  const [group] = String(response.status);
  if (status !== response.status && status !== `${group}xx`) return false;
  return problem === null || typeIn(response.body, 'http://localhost')?.endsWith(`/problems/${problem}`) === true;
}
