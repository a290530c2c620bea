// A thread of `npm run proof:explore`: each task is the index of a fault in `faults`.
import { workerData } from 'node:worker_threads';
import { faults } from '../faults/index.ts';
import { serveTasks } from '../workers.ts';
import { find, type Found } from './find.ts';

serveTasks<number, Found>((at) => find(faults[at]!, workerData as number));
