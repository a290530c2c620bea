// Writes tools/generate/requirement-ids.json from openapi.yaml: `npm run ids`. Ids stay in the file for ever.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ContractError, type DecisionRecord, readContract, type RequirementRecord } from '../contract.ts';

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

const file = fileURLToPath(new URL('requirement-ids.json', import.meta.url));

/** The snapshot as it is committed; empty before the first one. */
export function readSnapshot(): Snapshot {
  if (!existsSync(file)) return { requirements: [], untestable: [], retired: {}, retiredDecisions: {} };
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The differences between contract and snapshot: one sentence each, with what to do. */
export function disagreements(requirements: RequirementRecord[], snapshot: Snapshot): string[] {
  const now = snapshotOf(requirements, snapshot);
  const removed = without(snapshot.requirements, now.requirements);
  return [
    ...comeBack(requirements, snapshot).map(
      (id) => `${id} is retired but used again: ids are never reused, give the requirement a new one.`,
    ),
    ...without(now.requirements, snapshot.requirements).map((id) => `${id} is new: run \`npm run ids\`.`),
    ...removed.map((id) => `${id} is gone from the contract: move it to "retired" (\`npm run ids\` does).`),
    ...Object.entries(snapshot.retired).flatMap(([id, successors]) =>
      without(successors, now.requirements).map(
        (successor) =>
          `${id} names the successor ${successor}, which the contract does not have: name those that it has.`,
      ),
    ),
    ...without(now.untestable, snapshot.untestable).map(
      (id) =>
        `${id} is marked untestable but not listed in the snapshot: give it a scenario, or run \`npm run ids\` and say why.`,
    ),
    ...without(snapshot.untestable, now.untestable)
      .filter((id) => !removed.includes(id))
      .map((id) => `${id} is listed as untestable but has scenarios now: run \`npm run ids\`.`),
  ];
}

/** The snapshot of the contract; removed ids are retired. */
export function snapshotOf(requirements: RequirementRecord[], before: Snapshot): Snapshot {
  const ids = requirements.map(({ id }) => id).toSorted();
  return {
    requirements: ids,
    untestable: requirements.flatMap(({ id, untestable }) => (untestable === null ? [] : [id])).toSorted(),
    retired: sorted({
      ...Object.fromEntries(without(before.requirements, ids).map((id) => [id, []])),
      ...before.retired,
    }),
    retiredDecisions: before.retiredDecisions,
  };
}

/** Retired decisions that the contract has again, and their successors that it does not have. */
export function disagreementsOfDecisions(decisions: DecisionRecord[], { retiredDecisions }: Snapshot): string[] {
  const ids = decisions.map(({ id }) => id);
  return Object.entries(retiredDecisions).flatMap(([retired, successors]) => [
    ...(ids.includes(retired) ? [`${retired} is retired but used again: give the decision the next free number.`] : []),
    ...without(successors, ids).map(
      (successor) =>
        `${retired} names the successor ${successor}, which the contract does not have: name those that it has.`,
    ),
  ]);
}

/** Retired ids that the contract has again. */
const comeBack = (requirements: RequirementRecord[], { retired }: Snapshot): string[] =>
  requirements.map(({ id }) => id).filter((id) => Object.hasOwn(retired, id));

const sorted = (record: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const without = (ids: string[], others: string[]): string[] => ids.filter((id) => !others.includes(id));

/** Writes the snapshot, or reports why it cannot. */
function main(): string {
  const { requirements } = readContract(
    'openapi.yaml',
    readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'),
  );
  const before = readSnapshot();
  const back = comeBack(requirements, before);
  if (back.length > 0)
    throw new ContractError(
      back.map((id) => ({ at: [], message: `${id} is retired but used again: ids are never reused.` })),
      () => 'openapi.yaml',
    );
  const after = snapshotOf(requirements, before);
  writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
  const { length: added } = without(after.requirements, before.requirements);
  const retired = without(Object.keys(after.retired), Object.keys(before.retired));
  const hint = retired.length > 0 ? `Name the successors of ${retired.join(', ')} in "retired".\n` : '';
  return `tools/generate/requirement-ids.json: ${after.requirements.length} ids (${added} new), ${after.untestable.length} untestable, ${retired.length} newly retired\n${hint}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(main());
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    process.stderr.write(`${error.message}\nNothing was written. Fix the contract and run \`npm run ids\` again.\n`);
    process.exitCode = 1;
  }
}
