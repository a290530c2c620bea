import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

interface WorkerPool {
  /** the module of the threads, which calls `serveTasks` */
  file: URL;
  /** the `workerData` of every thread */
  data?: unknown;
  /** how many tasks a thread performs at once */
  tasksPerWorker: number;
}

interface NumberedValue<T> {
  at: number;
  value: T;
}

/**
 * Performs the tasks in a thread for each core.
 *
 * @param onResult called with each result as it arrives; returns the tasks that follow from it
 * @returns the results in the order of the tasks
 */
export async function runInWorkers<Task, Result>(
  tasks: Task[],
  { file, data, tasksPerWorker }: WorkerPool,
  onResult: (task: Task, result: Result) => Task[] = () => [],
): Promise<Result[]> {
  if (tasks.length === 0) return [];
  const all = [...tasks];
  const results: Result[] = [];
  let next = 0;
  let unfinished = all.length;
  const workers = Array.from(
    { length: Math.min(availableParallelism(), tasks.length) },
    () => new Worker(file, { workerData: data }),
  );
  // Each worker once for every task that it has room for.
  const free = Array.from({ length: tasksPerWorker }, () => workers).flat();
  const assign = () => {
    while (free.length > 0 && next < all.length) {
      free.shift()!.postMessage({ at: next, value: all[next] });
      next += 1;
    }
    if (unfinished === 0) for (const worker of workers) worker.postMessage(null);
  };
  const ended = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', ({ at, value }: NumberedValue<Result>) => {
          results[at] = value;
          const following = onResult(all[at]!, value);
          all.push(...following);
          unfinished += following.length - 1;
          free.push(worker);
          assign();
        });
        worker.on('error', reject);
        worker.on('exit', () => resolve());
      }),
  );
  assign();
  try {
    await Promise.all(ended);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
}

/** In a thread: performs the tasks of `runInWorkers` until there are no more. */
export function serveTasks<Task, Result>(perform: (task: Task) => Promise<Result>): void {
  const port = parentPort!;
  const respond = async ({ at, value }: NumberedValue<Task>) => port.postMessage({ at, value: await perform(value) });
  port.on('message', (task: NumberedValue<Task> | null) => {
    if (task === null) port.close();
    else void respond(task);
  });
}
