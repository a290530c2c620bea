import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

interface WorkerPool {
  /** the module of the threads, which calls `serve` */
  file: URL;
  /** what every thread is given as its `workerData` */
  data?: unknown;
  /** how many tasks a thread has in hand at once */
  tasksPerWorker: number;
}

interface NumberedValue<T> {
  at: number;
  value: T;
}

/** Has a thread for each core do one task after the other, and tells what they came to in the order of the tasks. */
export async function runInWorkers<Task, Found>(
  tasks: Task[],
  { file, data, tasksPerWorker: sides }: WorkerPool,
): Promise<Found[]> {
  const queue = tasks.map((value, at) => ({ at, value }));
  const found: Found[] = [];
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(file, { workerData: data });
      const next = () => worker.postMessage(queue.shift() ?? null);
      for (let side = 0; side < sides; side += 1) next();
      worker.on('message', ({ at, value }: NumberedValue<Found>) => {
        found[at] = value;
        next();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, thread));
  return found;
}

/** Does the tasks of `inThreads` as they come, until there are no more. */
export function serveTasks<Task, Found>(perform: (task: Task) => Promise<Found>): void {
  const port = parentPort!;
  let running = 0;
  const begin = async ({ at, value }: NumberedValue<Task>) => {
    running += 1;
    const found = await perform(value);
    running -= 1;
    port.postMessage({ at, value: found });
  };
  port.on('message', (task: NumberedValue<Task> | null) => {
    if (task !== null) void begin(task);
    else if (running === 0) port.close();
  });
}
