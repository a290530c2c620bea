// How the recordings of a proof are divided among threads.
import { requirements, type TestableId } from '../generated/requirements.ts';
import { brokenBy } from './frozen.ts';
import type { Share } from './mutation/record.ts';
import { type Selection, testable } from './selection.ts';
import { cores } from './workers.ts';

/** The first requirement that has each answer: their scenarios supply wrong responses to the others. */
const donors = (() => {
  const known = new Set<string>();
  return requirements
    .filter(({ answers, untestable }) => {
      const fresh = answers.filter(({ problem, status }) => problem !== null && !known.has(`${status} ${problem}`));
      for (const { status, problem } of fresh) known.add(`${status} ${problem}`);
      return untestable === null && fresh.length > 0;
    })
    .map(({ id }) => id as TestableId);
})();

/** The scenarios whose responses mutants change that break the requirements of others. */
const changedForOthers: TestableId[] = [
  'create-case.returns-type',
  'upload-artifact.accepts-evidence',
  'get-case.reads-case',
  'http.wrong-method-405',
  'http.content-type-415',
];

const isAboutEvents = (id: TestableId) => requirements.find((each) => each.id === id)!.capability.includes('webhooks');

/** The recordings without events, and those with events, which mostly wait. */
export function sharesOf({ requirements: selected, inputs, mutants }: Selection): { quick: Share[]; waiting: Share[] } {
  const ofMutants = mutants.length > 0 ? [...mutants.flatMap(brokenBy), ...changedForOthers] : [];
  const mutated = [...new Set([...selected, ...ofMutants])];
  const recorded = [...new Set([...mutated, ...inputs.flatMap(brokenBy)])];
  if (recorded.length === 0) return { quick: [], waiting: [] };
  const share = { recorded, mutated, inputs, mutants };
  const parts = Array.from({ length: cores }, (_, part) => recorded.filter((_id, at) => at % cores === part));
  return {
    quick: [
      ...parts.map((part): Share => ({
        ...share,
        profile: 'full',
        recorded: [...new Set([...part, ...donors])],
        mutated: mutated.filter((id) => part.includes(id)),
      })),
      { ...share, profile: 'without sandbox' },
    ],
    // What one event shows depends on the others.
    waiting: recorded.some(isAboutEvents)
      ? [{ ...share, profile: 'with webhooks', recorded: testable.filter(isAboutEvents) }]
      : [],
  };
}
