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
 * @param onResult called with each result as it arrives
 * @returns the results in the order of the tasks
 */
export async function runInWorkers<Task, Result>(
  tasks: Task[],
  { file, data, tasksPerWorker }: WorkerPool,
  onResult: (task: Task, result: Result) => void = () => {},
): Promise<Result[]> {
  const queue = tasks.map((value, at) => ({ at, value }));
  const results: Result[] = [];
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(file, { workerData: data });
      const next = () => worker.postMessage(queue.shift() ?? null);
      for (let count = 0; count < tasksPerWorker; count += 1) next();
      worker.on('message', ({ at, value }: NumberedValue<Result>) => {
        results[at] = value;
        onResult(tasks[at]!, value);
        next();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, thread));
  return results;
}

/** In a thread: performs the tasks of `runInWorkers` until there are no more. */
export function serveTasks<Task, Result>(perform: (task: Task) => Promise<Result>): void {
  const port = parentPort!;
  let running = 0;
  const begin = async ({ at, value }: NumberedValue<Task>) => {
    running += 1;
    const result = await perform(value);
    running -= 1;
    port.postMessage({ at, value: result });
  };
  port.on('message', (task: NumberedValue<Task> | null) => {
    if (task !== null) void begin(task);
    else if (running === 0) port.close();
  });
}
