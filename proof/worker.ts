// A thread of `npm run proof`: a task is a group of faults, each named by its position in the list of all.
import { faults } from './faults/index.ts';
import { together } from './groups.ts';
import { type Proof, prove } from './prove.ts';
import { serveTasks } from './workers.ts';

serveTasks<number[], Proof>(async (group) => {
  const fault = together(group.map((at) => faults[at]!));
  try {
    return await prove(fault);
  } catch (error) {
    return {
      name: fault.name,
      caughtBy: [],
      gaps: [`the proof itself failed: ${(error as Error).stack}`],
      unseen: [],
    };
  }
});
