import type { RequirementId } from '../../generated/requirements.ts';
import type { Outcome, Verdict } from '../engine/verdict.ts';
import type { Judgement } from './judge.ts';
import type { Selection } from './selection.ts';

/** What several runs found of each other. */
export interface Repeats {
  runs: { id: string; seed: number; headline: string; exitCode: Outcome['exitCode'] }[];
  /** the checks whose verdict was not the same in every run, with the verdict of each */
  changed: { id: RequirementId; verdicts: Verdict[] }[];
  /** that of the worst run; at least 1 when a verdict changed */
  exitCode: Outcome['exitCode'];
}

// An error, a failure, something open, and then what is well.
const worstFirst: Outcome['exitCode'][] = [2, 1, 3, 0];
const isWorse = (one: Judgement, other: Judgement) =>
  worstFirst.indexOf(one.outcome.exitCode) < worstFirst.indexOf(other.outcome.exitCode);

/**
 * Runs the suite as often as asked. A seed that is given counts up, so that each run has one of its own.
 *
 * @param tell is given a line for each run
 * @returns the worst run, and for more than one what they found of each other
 */
export async function runRepeatedly(
  once: (selection: Selection) => Promise<Judgement>,
  selection: Selection,
  times: number,
  tell: (line: string) => void,
): Promise<{ judgement: Judgement; repeats?: Repeats }> {
  const { seed: first } = selection;
  let worst: Judgement | undefined;
  const runs: Repeats['runs'] = [];
  const verdicts = new Map<RequirementId, Verdict[]>();
  for (let run = 0; run < times; run += 1) {
    const judgement = await once({ ...selection, ...(first !== undefined && { seed: first + run }) });
    const { runId: id, seed, outcome } = judgement;
    runs.push({ id, seed, headline: outcome.headline, exitCode: outcome.exitCode });
    for (const { requirement, verdict } of judgement.results)
      verdicts.set(requirement.id, [...(verdicts.get(requirement.id) ?? []), verdict]);
    if (worst === undefined || isWorse(judgement, worst)) worst = judgement;
    if (times > 1) tell(`run ${run + 1} of ${times}, seed ${seed}: ${outcome.headline}`);
  }
  const judgement = worst!;
  if (times === 1) return { judgement };
  const changed = [...verdicts]
    .filter(([, seen]) => new Set(seen).size > 1)
    .map(([id, seen]) => ({ id, verdicts: seen }));
  const { exitCode } = judgement.outcome;
  return { judgement, repeats: { runs, changed, exitCode: changed.length > 0 && exitCode !== 2 ? 1 : exitCode } };
}

/** What the repeats found, as a terminal shows it. */
export function repeatsText({ runs, changed }: Repeats): string {
  if (changed.length === 0) return `${runs.length} runs, and no verdict changed\n`;
  const lines = changed.map(({ id, verdicts }) => `  ${id}: ${verdicts.join(', ')}\n`);
  return `UNSTABLE: in ${runs.length} runs the verdict of ${changed.length} checks changed\n${lines.join('')}`;
}
