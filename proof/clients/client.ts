// A correct client in this process, with habits of which each can be replaced by a naive one.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, TaskEnvironment } from '../../conformance/clients/command.ts';
import { type Inbox, isGenuine, receive, type Received } from './receiver.ts';

type Step = 'create' | 'upload' | 'read';

/** What a client saw of a response. */
export interface Seen {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Habits {
  /** the idempotency key of a request; the same for each attempt */
  keyOf: (step: Step, attempt: number, key: string) => string | undefined;
  /** further headers, and the one with the key */
  headersOf: (key: string, step: Step) => Record<string, string>;
  create: (task: string) => object;
  /** the body of an upload: a new form each time */
  formOf: (file: Uint8Array, attempt: number) => { body: BodyInit; type?: string };
  /** the bytes of the file that are sent */
  bytesOf: (file: Buffer) => Uint8Array;
  /** the path at which the case is read; a whole address is another origin */
  pathOf: (opened: Seen) => string;
  /** the milliseconds until the same request is sent again; undefined: not again. Without `seen` there was no response */
  waitFor: (seen: Seen | undefined, attempt: number, step: Step) => number | undefined;
  /** milliseconds between two reads */
  pauseAfter: (reads: number) => number;
  /** true if the client takes this for the end of waiting */
  isEnd: (seen: Seen, reads: number) => boolean;
  readsAfterEnd: number;
  /** the last line of the output */
  says: (seen: Seen) => string;
  /** the exit code after an error */
  codeOfError: number;
  /** checks what it gets; throws */
  validate: (seen: Seen, step: Step) => void;
  /** false if the client never listens, although it has an address for it */
  listens: boolean;
  /** the status of the response to an event */
  respond: (event: Received) => number;
  /** true if the client takes the event for its decision */
  believes: (event: Received, status: number) => boolean;
}

const seconds = (seen: Seen) => Number(seen.headers.get('Retry-After') ?? 1) * 1000;
export const isInUse = ({ status, body }: Seen) =>
  status === 409 && String(body['type']).endsWith('/idempotency-key-in-use');

const correct: Habits = {
  keyOf: (step, _, key) => (step === 'read' ? undefined : key),
  headersOf: (key) => ({ Authorization: `Bearer ${key}` }),
  create: (task) => ({ type: task === 'company' ? 'PM' : 'PF', reference: `order ${crypto.randomUUID()}` }),
  formOf(file) {
    const body = new FormData();
    body.set('kind', 'PASSPORT');
    body.set('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }), 'evidence');
    return { body };
  },
  bytesOf: (file) => file,
  pathOf: ({ body }) => `/cases/${String(body['id'])}`,
  waitFor(seen, attempt) {
    if (attempt > 3) return undefined;
    if (!seen) return 300;
    return [408, 429, 502, 503, 504].includes(seen.status) || isInUse(seen) ? seconds(seen) + 20 : undefined;
  },
  pauseAfter: (reads) => 2050 * 1.5 ** (reads - 1),
  isEnd: ({ body }) => body['status'] !== 'PENDING',
  readsAfterEnd: 0,
  says: ({ body }) => String(body['status']),
  codeOfError: 1,
  validate: () => {},
  listens: true,
  respond: (event) => (isGenuine(event) ? 204 : 401),
  believes: (_, status) => status < 300,
};

/** Thrown by a habit that takes a rejection for the end of the work. */
export class Ignored extends Error {}

/** A client with these habits; the others are correct. */
export function clientWith(changes: Partial<Habits> = {}): Client {
  const habits = { ...correct, ...changes };
  return async (task, signal) => {
    let inbox: Inbox | undefined;
    try {
      const { IDV_WEBHOOK_LISTEN: listen, IDV_WEBHOOK_SECRET: secret = '' } = task;
      if (listen !== undefined && habits.listens)
        inbox = await receive({ listen, secret }, habits.respond, habits.believes);
      return { code: 0, lastLine: await perform(task, habits, signal, inbox), lastError: '' };
    } catch (error) {
      if (error instanceof Ignored) return { code: 0, lastLine: 'done', lastError: '' };
      return { code: habits.codeOfError, lastLine: '', lastError: String(error) };
    } finally {
      inbox?.close();
    }
  };
}

async function perform(task: TaskEnvironment, habits: Habits, signal: AbortSignal, inbox?: Inbox): Promise<string> {
  const { IDV_BASE_URL: base, IDV_API_KEY: key, IDV_TASK: name, IDV_TASK_FILE: path } = task;
  const send = async (step: Step, address: string, make: (attempt: number) => { body?: BodyInit; type?: string }) => {
    const own = crypto.randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const { body, type } = make(attempt);
      const idempotencyKey = habits.keyOf(step, attempt, own);
      const headers = {
        ...habits.headersOf(key, step),
        ...(type !== undefined && { 'Content-Type': type }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      };
      const url = new URL(address.startsWith('/') ? base + address : address);
      const seen = await ask(url, {
        method: step === 'read' ? 'GET' : 'POST',
        headers,
        signal,
        ...(body !== undefined && { body }),
      });
      if (seen && seen.status < 300) {
        habits.validate(seen, step);
        return seen;
      }
      const wait = habits.waitFor(seen, attempt, step);
      if (wait === undefined)
        throw new Error(seen ? `${step}: ${seen.status} ${JSON.stringify(seen.body)}` : `${step}: no response`);
      await pause(wait, undefined, { signal });
    }
  };
  const body = JSON.stringify(habits.create(name));
  const opened = await send('create', '/cases', () => ({ body, type: 'application/json' }));
  const id = String(opened.body['id']);
  inbox?.own.add(id);
  const file = habits.bytesOf(await readFile(path));
  await send('upload', `/cases/${id}/artifacts`, (attempt) => habits.formOf(file, attempt));
  for (let reads = 1; ; reads += 1) {
    const seen = await send('read', habits.pathOf(opened), () => ({}));
    if (habits.isEnd(seen, reads)) {
      for (let more = 0; more < habits.readsAfterEnd; more += 1) {
        await pause(2050, undefined, { signal });
        await send('read', habits.pathOf(opened), () => ({}));
      }
      return habits.says(seen);
    }
    const waited = pause(habits.pauseAfter(reads), undefined, { signal });
    const event = await (inbox ? Promise.race([inbox.decided(id), waited]) : waited);
    if (event) return habits.says({ ...seen, body: event });
  }
}

/** Undefined without a whole response. */
async function ask(url: URL, init: RequestInit): Promise<Seen | undefined> {
  try {
    const response = await fetch(url, init);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = /json/.test(headers.get('Content-Type') ?? '');
    return { status, headers, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  } catch (error) {
    if ((error as Error).name === 'AbortError' || (error as Error).name === 'TimeoutError') throw error;
    return undefined;
  }
}
