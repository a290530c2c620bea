import type { RequirementId } from '../../generated/requirements.ts';
import type { Verdict } from './judge/verdict.ts';
import { quantity, type Outcome } from './judge/outcome.ts';
import type { Judgement } from './judge/judgement.ts';
import type { Selection } from './selection.ts';

/** How several runs compare. */
export interface Repeats {
  runs: { id: string; seed: number; headline: string; exitCode: Outcome['exitCode'] }[];
  /** the requirements whose verdict differs between runs, with the verdict of each run */
  changed: { id: RequirementId; verdicts: Verdict[] }[];
  /** that of the worst run; at least 1 when a verdict differs, unless the list of known failures says so */
  exitCode: Outcome['exitCode'];
  /** why it is this exit code */
  reason: string;
}

// Errors, failures, inconclusive verdicts, success.
const worstFirst: Outcome['exitCode'][] = [2, 1, 3, 0];
const isWorse = (one: Judgement, other: Judgement) =>
  worstFirst.indexOf(one.outcome.exitCode) < worstFirst.indexOf(other.outcome.exitCode);

/**
 * Runs the suite several times. A given seed is incremented, so that each run has its own.
 *
 * @param print receives a line for each run
 * @returns the worst run and, for more than one, how they compare
 */
export async function runRepeatedly(
  once: (selection: Selection) => Promise<Judgement>,
  selection: Selection,
  { times, interruption }: { times: number; interruption?: AbortSignal },
  print: (line: string) => void,
): Promise<{ judgement: Judgement; repeats?: Repeats }> {
  const { seed: first } = selection;
  let worst: Judgement | undefined;
  const runs: Repeats['runs'] = [];
  const verdicts = new Map<RequirementId, Verdict[]>();
  for (let run = 0; run < times && !(run > 0 && interruption?.aborted); run += 1) {
    const judgement = await once({ ...selection, ...(first !== undefined && { seed: first + run }) });
    const { run: made, outcome } = judgement;
    runs.push({ ...made!, headline: outcome.headline, exitCode: outcome.exitCode });
    for (const { requirement, verdict } of judgement.results)
      verdicts.set(requirement.id, [...(verdicts.get(requirement.id) ?? []), verdict]);
    if (worst === undefined || isWorse(judgement, worst)) worst = judgement;
    if (times > 1) print(`run ${run + 1} of ${times}, seed ${made!.seed}: ${outcome.headline}`);
  }
  const judgement = worst!;
  if (runs.length === 1) return { judgement };
  const changed = [...verdicts]
    .filter(([, seen]) => new Set(seen).size > 1)
    .map(([id, seen]) => ({ id, verdicts: seen }));
  const { exitCode, reason } = judgement.outcome;
  const unexpected = changed.filter(({ id }) => !selection.known?.entries.get(id)?.sometimes);
  if (unexpected.length === 0 || exitCode === 2) return { judgement, repeats: { runs, changed, exitCode, reason } };
  const flaky = `the verdict of ${quantity(unexpected.length, 'requirement')} differs between runs`;
  const both = exitCode === 0 ? flaky : `${flaky}, and in the worst run ${reason}`;
  return { judgement, repeats: { runs, changed, exitCode: 1, reason: both } };
}

/** How the runs compare, as text. */
export function repeatsText({ runs, changed }: Repeats): string {
  if (changed.length === 0) return `${runs.length} runs, no verdict changed\n`;
  const lines = changed.map(({ id, verdicts }) => `  ${id}: ${verdicts.join(', ')}\n`);
  return `FLAKY: the verdict of ${quantity(changed.length, 'requirement')} differs between ${runs.length} runs\n${lines.join('')}`;
}
