// A thread of `npm run proof`: a task is the position of a fault in the list of all.
import { faults } from './faults/index.ts';
import { type Proof, prove } from './prove.ts';
import { serveTasks } from './workers.ts';

serveTasks<number, Proof>(async (at) => {
  const fault = faults[at]!;
  try {
    return await prove(fault);
  } catch (error) {
    return { name: fault.name, caught: [], gaps: [`the proof itself failed: ${(error as Error).stack}`] };
  }
});
