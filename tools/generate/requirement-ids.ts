// Writes tools/generate/requirement-ids.json from openapi.yaml: `npm run ids`. Ids stay in the file for ever.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, readContract } from '../contract.ts';
import { runProgram } from '../program.ts';

/** The ids of the contract as they were last written, each list in alphabetical order. */
export interface Snapshot {
  /** every id of the contract */
  requirements: string[];
  /** those of them that are marked `untestable` */
  untestable: string[];
  /** ids that the contract had once, each with its successors; no other requirement may ever have them */
  retired: Record<string, string[]>;
  /** decisions that the contract had once, each with those that replace it */
  retiredDecisions: Record<string, string[]>;
}

const file = join(import.meta.dirname, 'requirement-ids.json');

/** The snapshot as it is committed. */
export const readSnapshot = (): Snapshot => JSON.parse(readFileSync(file, 'utf8'));

/** The snapshot of the contract; removed ids are retired. */
export function snapshotOf({ requirements }: Pick<Contract, 'requirements'>, before: Snapshot): Snapshot {
  const ids = requirements.map(({ id }) => id).toSorted();
  const retired = { ...Object.fromEntries(without(before.requirements, ids).map((id) => [id, []])), ...before.retired };
  return {
    requirements: ids,
    untestable: requirements.flatMap(({ id, untestable }) => (untestable === null ? [] : [id])).toSorted(),
    retired: Object.fromEntries(Object.entries(retired).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    retiredDecisions: before.retiredDecisions,
  };
}

/** Retired ids that the contract has again, and successors that it does not have: one sentence each, with what to do. */
export function disagreements(
  { requirements, decisions }: Pick<Contract, 'requirements' | 'decisions'>,
  { retired, retiredDecisions }: Pick<Snapshot, 'retired' | 'retiredDecisions'>,
): string[] {
  return [
    ...disagreementsOf(requirements, retired, 'give the requirement a new one'),
    ...disagreementsOf(decisions, retiredDecisions, 'give the decision the next free number'),
  ];
}

function disagreementsOf(records: { id: string }[], retired: Record<string, string[]>, advice: string): string[] {
  const ids = records.map(({ id }) => id);
  return Object.entries(retired).flatMap(([id, successors]) => [
    ...(ids.includes(id) ? [`${id} is retired but used again: ids are never reused, ${advice}.`] : []),
    ...without(successors, ids).map(
      (successor) =>
        `${id} names the successor ${successor}, which the contract does not have: name those that it has.`,
    ),
  ]);
}

const without = (ids: string[], others: string[]): string[] => ids.filter((id) => !others.includes(id));

const help = 'npm run ids\n\nWrites the ids of openapi.yaml to tools/generate/requirement-ids.json.\n';

if (import.meta.main)
  await runProgram(help, {}, async () => {
    const contract = readContract();
    const before = readSnapshot();
    const wrong = disagreements(contract, before);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const after = snapshotOf(contract, before);
    writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
    const retired = without(Object.keys(after.retired), Object.keys(before.retired));
    const added = without(after.requirements, before.requirements).length;
    process.stdout.write(
      `tools/generate/requirement-ids.json: ${after.requirements.length} ids, ${added} new, ${retired.length} newly retired\n`,
    );
    if (retired.length > 0) process.stdout.write(`Name the successors of ${retired.join(', ')} in "retired".\n`);
    return 0;
  });
