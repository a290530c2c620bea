// A thread of `npm run proof`: a task is a group of faults, each named by its position in the list of all.
import { faults } from './faults/index.ts';
import { together } from './groups.ts';
import { type Proof, prove, proveFrozen } from './prove.ts';
import { serveTasks } from './workers.ts';

export interface Task {
  group: number[];
  /** compare by requirement only */
  byRequirement: boolean;
}

serveTasks<Task, Proof>(async ({ group, byRequirement }) => {
  const fault = together(group.map((at) => faults[at]!));
  try {
    return await (byRequirement ? proveFrozen(fault) : prove(fault));
  } catch (error) {
    const gaps = [`the proof itself failed: ${(error as Error).stack}`];
    return { name: fault.name, caught: {}, gaps, unseen: [] };
  }
});
