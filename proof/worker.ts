// A thread of `npm run proof`: a task is a share of the recordings, or the position of a live fault in the list of all.
import { faults } from './faults/index.ts';
import type { Share } from './mutation/record.ts';
import { proveShare, type ShareReport } from './mutation/share.ts';
import { type LiveProof, prove } from './prove.ts';
import { serveTasks } from './workers.ts';

serveTasks<number | Share, LiveProof | ShareReport>((task) =>
  typeof task === 'number' ? proveLive(task) : proveShare(task),
);

async function proveLive(at: number): Promise<LiveProof> {
  const fault = faults[at]!;
  try {
    return await prove(fault);
  } catch (error) {
    return { name: fault.name, caught: [], gaps: [`the proof itself failed: ${(error as Error).stack}`], needed: [] };
  }
}
