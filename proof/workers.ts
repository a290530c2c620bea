import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

export const cores = availableParallelism();

interface NumberedValue<T> {
  at: number;
  value: T;
}

/** At most a thread for each core. A thread may perform several tasks at once. */
export class Workers<Task, Result> {
  readonly #file: URL;
  readonly #data: unknown;
  readonly #threads: { worker: Worker; open: Map<number, PromiseWithResolvers<Result>> }[] = [];
  #sent = 0;
  #failure: Error | undefined;

  /**
   * @param file the module of the threads, which calls `serveTasks`
   * @param data the `workerData` of every thread
   */
  constructor(file: URL, data?: unknown) {
    this.#file = file;
    this.#data = data;
  }

  /** Performs a task in the thread with the fewest open tasks. */
  async perform(task: Task): Promise<Result> {
    if (this.#failure) throw this.#failure;
    const { worker, open } = this.#leastBusy();
    const at = this.#sent;
    this.#sent += 1;
    const answer = Promise.withResolvers<Result>();
    open.set(at, answer);
    worker.postMessage({ at, value: task });
    try {
      return await answer.promise;
    } finally {
      open.delete(at);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #leastBusy() {
    const [first] = this.#threads.toSorted((one, other) => one.open.size - other.open.size);
    const isNeeded = first === undefined || (first.open.size > 0 && this.#threads.length < cores);
    return isNeeded ? this.#start() : first;
  }

  #start() {
    const worker = new Worker(this.#file, { workerData: this.#data });
    const open = new Map<number, PromiseWithResolvers<Result>>();
    worker.on('message', ({ at, value }: NumberedValue<Result>) => open.get(at)!.resolve(value));
    const fail = (error: Error) => {
      this.#failure ??= error;
      for (const { reject } of open.values()) reject(this.#failure);
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`a thread of the proof ended with exit code ${code}`)));
    const thread = { worker, open };
    this.#threads.push(thread);
    return thread;
  }
}

interface Pool {
  file: URL;
  data?: unknown;
  /** how many of these tasks a thread performs at once */
  tasksPerThread: number;
}

/**
 * Performs the tasks in threads that are only for them.
 *
 * @param onResult called with each result as it arrives
 * @returns the results in the order of the tasks
 */
export async function runInWorkers<Task, Result>(
  tasks: Task[],
  { file, data, tasksPerThread }: Pool,
  onResult: (task: Task, result: Result) => void = () => {},
): Promise<Result[]> {
  const workers = new Workers<Task, Result>(file, data);
  const queue = new PQueue({ concurrency: cores * tasksPerThread });
  const perform = async (task: Task) => {
    const result = await workers.perform(task);
    onResult(task, result);
    return result;
  };
  try {
    return await queue.addAll(tasks.map((task) => () => perform(task)));
  } finally {
    await workers.close();
  }
}

/** In a thread: performs the tasks of `Workers`. */
export function serveTasks<Task, Result>(perform: (task: Task) => Promise<Result>): void {
  const port = parentPort!;
  const respond = async ({ at, value }: NumberedValue<Task>) => port.postMessage({ at, value: await perform(value) });
  port.on('message', (task: NumberedValue<Task>) => void respond(task));
}
