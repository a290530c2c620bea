// A correct client that leaves its repetitions to a library: ky on the `fetch` of Node.
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import ky, { isHTTPError } from 'ky';
import type { Client, TaskEnvironment } from '../../conformance/clients/command.ts';
import { isGenuine, type Received, receive } from './receiver.ts';

interface Shown extends Record<string, unknown> {
  id: string;
  status: string;
}

/** Reads the whole body, so that the library notices a cut one. */
const wholeFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
};

const clientFor = ({ IDV_BASE_URL: prefix, IDV_API_KEY: key }: TaskEnvironment, signal: AbortSignal) =>
  ky.create({
    prefix,
    signal,
    fetch: wholeFetch,
    headers: { Authorization: `Bearer ${key}` },
    retry: {
      limit: 3,
      methods: ['get', 'post'],
      statusCodes: [408, 409, 429, 500, 502, 503, 504],
      afterStatusCodes: [409, 429, 503],
      async shouldRetry({ error }) {
        if (!isHTTPError(error) || error.response.status !== 409) return undefined;
        const { type } = error.data as { type: string };
        return type.endsWith('/problems/idempotency-key-in-use') ? undefined : false;
      },
    },
  });

/** The key is made before the library sends the first time. */
const withKey = () => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } });

async function verify(task: TaskEnvironment, signal: AbortSignal, eventOf?: (id: string) => Promise<Shown>) {
  const http = clientFor(task, signal);
  const json = { type: task.IDV_TASK === 'company' ? 'PM' : 'PF', reference: `order ${crypto.randomUUID()}` };
  const { id } = await http.post('cases', { json, ...withKey() }).json<Shown>();
  const body = new FormData();
  body.set('kind', 'PASSPORT');
  body.set('file', await openAsBlob(task.IDV_TASK_FILE), 'evidence');
  await http.post(`cases/${id}/artifacts`, { body, ...withKey() });
  for (let wait = 2050; ; wait *= 1.5) {
    const { status } = await http.get(`cases/${id}`).json<Shown>();
    if (status !== 'PENDING') return status;
    const waited = pause(wait, undefined, { signal });
    const event = await (eventOf ? Promise.race([eventOf(id), waited]) : waited);
    if (event) return event.status;
  }
}

const respond = (event: Received) => (isGenuine(event) ? 204 : 401);
const believes = (_: Received, status: number) => status === 204;

export const kyClient: Client = async (task, signal) => {
  const { IDV_WEBHOOK_LISTEN: listen, IDV_WEBHOOK_SECRET: secret = '' } = task;
  const inbox = listen === undefined ? undefined : await receive({ listen, secret }, respond, believes);
  try {
    const status = await verify(task, signal, inbox && ((id) => inbox.decided(id) as Promise<Shown>));
    return { code: 0, lastLine: status, lastError: '' };
  } catch (error) {
    return { code: 1, lastLine: '', lastError: String(error) };
  } finally {
    inbox?.close();
  }
};
