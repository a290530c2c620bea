import { randomBytes, randomInt } from 'node:crypto';
import { contract, type Requirement } from '../../generated/requirements.ts';
import { suiteOf } from '../checks/index.ts';
import { Run } from '../checks/support/run.ts';
import { leftOut } from '../checks/webhook/index.ts';
import { runChecks } from '../engine/run.ts';
import { type Outcome, outcomeOf, type Result, type Scope } from '../engine/verdict.ts';
import type { Manifest } from './manifest.ts';
import { type Selection, selected, shuffled, wholeSuite } from './selection.ts';

/** Everything that a run found; reports are made from it. */
export interface Judgement {
  contract: typeof contract;
  manifest: Manifest;
  runId: string;
  /** of what was generated, and of the order of the checks where they were shuffled */
  seed: number;
  startedAt: Date;
  milliseconds: number;
  scope: Scope;
  results: Result[];
  outcome: Outcome;
}

/**
 * Judges the candidate at the manifest's address.
 *
 * @param progress is told each result as it comes
 */
export async function judge(
  manifest: Manifest,
  selection: Selection = wholeSuite,
  progress?: (result: Result, done: number, of: number) => void,
): Promise<Judgement> {
  const startedAt = new Date();
  const started = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), selection.deadline);
  const runId = randomBytes(4).toString('hex');
  const { seed = randomInt(1, 1_000_000) } = selection;
  const run = new Run(manifest, { id: runId, seed }, selection.timeout, deadline.signal);
  try {
    const chosen = selected(selection);
    const { shuffle, known } = selection;
    const begun = shuffle ? shuffled(chosen, seed) : chosen;
    const suite = { ...suiteOf(run), requirements: longFirst(begun) };
    const claimed = manifest.claims;
    const { concurrency } = selection;
    const omitted = leftOut(manifest);
    const found = await runChecks(suite, {
      claimed,
      leftOut: omitted,
      concurrency,
      signal: deadline.signal,
      ...(progress && { progress }),
    });
    const results = found
      .toSorted((a, b) => chosen.indexOf(a.requirement) - chosen.indexOf(b.requirement))
      .map((result) => ({ ...result, ...reasonFor(result, known) }));
    const scope: Scope = {
      class: selection.class,
      claimed,
      leftOut: [...new Set(Object.values(omitted))],
      partial: selection.only.length > 0,
    };
    const outcome = outcomeOf(results, scope);
    const milliseconds = performance.now() - started;
    return { contract, manifest, runId, seed, startedAt, milliseconds, scope, results, outcome };
  } finally {
    clearTimeout(timer);
    run.close();
  }
}

function reasonFor({ requirement }: Result, known: Selection['known']): { known?: string } {
  const reason = known?.get(requirement.id);
  return reason === undefined ? {} : { known: reason };
}

// What watches a case, most of them for a second at least, until all others have ended; and what waits for a while.
const watching = new Set<string>([
  'case-lifecycle.decided-once-under-load',
  'case-lifecycle.decision-final',
  'get-case.like-created',
  'get-case.lists-evidence',
  'get-case.reads-case',
  'idempotency.create-replays',
  'idempotency.upload-replays',
  'sandbox.hold-stays-pending',
  'sandbox.no-decision-without-evidence',
  'sandbox.plain-reference-stays-pending',
  'sandbox.refused-evidence-decides-nothing',
  'sandbox.suffix-ignored',
  'tenancy.foreign-upload-stores-nothing',
  'upload-artifact.refused-stores-nothing',
]);

// Families of many steps, one after the other.
const long = new Set<string>(['case-lifecycle', 'idempotency', 'limits', 'sandbox']);

/** What takes long begins first, so that nobody waits for it at the end. */
function longFirst(chosen: Requirement[]): Requirement[] {
  const turn = ({ family, id }: Requirement) => (watching.has(id) ? 0 : long.has(family) ? 1 : 2);
  return chosen.toSorted((one, other) => turn(one) - turn(other));
}
