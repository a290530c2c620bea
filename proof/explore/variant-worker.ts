// A thread of `npm run proof:explore -- --variants`: each task is the index of a variant, which is also its seed.
import { workerData } from 'node:worker_threads';
import { aspects } from '../variants/index.ts';
import { serveTasks } from '../workers.ts';
import { type Explored, exploreVariant } from './variants.ts';

const variants = aspects.flat();

serveTasks<number, Explored>((at) => exploreVariant(variants[at]!, workerData as number, at));
