import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

interface NumberedValue<T> {
  at: number;
  value: T;
}

/** At most a thread for each core. Each thread performs tasks, several at once, until `close`. */
export class Workers<Task, Result> {
  readonly #file: URL;
  readonly #data: unknown;
  readonly #threads: Worker[] = [];
  readonly #open = new Map<number, PromiseWithResolvers<Result>>();
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

  /**
   * @param tasksPerThread how many of these tasks a thread performs at once
   * @param onResult called with each result as it arrives
   * @returns the results in the order of the tasks
   */
  async perform(
    tasks: Task[],
    tasksPerThread: number,
    onResult: (task: Task, result: Result) => void = () => {},
  ): Promise<Result[]> {
    const results: Result[] = [];
    const queue = tasks.entries();
    while (this.#threads.length < Math.min(availableParallelism(), tasks.length)) this.#threads.push(this.#start());
    const performNext = async (thread: Worker) => {
      for (const [at, task] of queue) {
        results[at] = await this.#send(thread, task);
        onResult(task, results[at]);
      }
    };
    // Each thread once for every task that it has room for.
    const room = Array.from({ length: tasksPerThread }, () => this.#threads).flat();
    await Promise.all(room.map(performNext));
    return results;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #start(): Worker {
    const thread = new Worker(this.#file, { workerData: this.#data });
    thread.on('message', ({ at, value }: NumberedValue<Result>) => {
      this.#open.get(at)!.resolve(value);
      this.#open.delete(at);
    });
    const fail = (error: Error) => {
      this.#failure ??= error;
      for (const { reject } of this.#open.values()) reject(this.#failure);
    };
    thread.on('error', fail);
    thread.on('exit', (code) => fail(new Error(`a thread of the proof ended with exit code ${code}`)));
    return thread;
  }

  #send(thread: Worker, value: Task): Promise<Result> {
    if (this.#failure) throw this.#failure;
    const at = this.#sent;
    this.#sent += 1;
    const answer = Promise.withResolvers<Result>();
    this.#open.set(at, answer);
    thread.postMessage({ at, value });
    return answer.promise;
  }
}

interface Pool {
  file: URL;
  data?: unknown;
  tasksPerThread: number;
}

/** Performs the tasks in threads that are only for them. */
export async function runInWorkers<Task, Result>(
  tasks: Task[],
  { file, data, tasksPerThread }: Pool,
  onResult?: (task: Task, result: Result) => void,
): Promise<Result[]> {
  const workers = new Workers<Task, Result>(file, data);
  try {
    return await workers.perform(tasks, tasksPerThread, onResult);
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
