// A thread of the proof by mutants.
import { serveTasks } from '../workers.ts';
import type { Share } from './record.ts';
import { proveShare, type ShareReport } from './share.ts';

serveTasks<Share, ShareReport>(proveShare);
