// Clients that differ in the function that sends, by library and setting: `node clients.ts <library> <setting>`.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { client } from './hey/client.gen.ts';
import { createCase, getCase, uploadArtifact } from './hey/sdk.gen.ts';
import {
  baseUrl,
  bytesOf,
  type Shown,
  formOf,
  headersOf,
  initOf,
  isTemporary,
  perform,
  type Send,
  toldToWait,
} from './task.ts';

const withoutKey =
  (send: Send): Send =>
  ({ key, ...request }) =>
    send(request);

const whole = async (response: Response): Promise<Shown> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Shown;
};

async function withKy(retry: object): Promise<Send> {
  const { default: ky } = await import('ky');
  const api = ky.create({ prefix: baseUrl, retry });
  return (request) => {
    const { method, path, json } = request;
    const body = formOf(request);
    return api(path.slice(1), {
      method,
      headers: headersOf(request),
      ...(json && { json }),
      ...(body && { body }),
    }).json();
  };
}

async function withGot(retry: object): Promise<Send> {
  const { default: got } = await import('got');
  return (request) => {
    const { method, path, json } = request;
    const body = formOf(request);
    const options = { method, headers: headersOf(request), retry, followRedirect: false };
    return got(baseUrl + path, { ...options, ...(json && { json }), ...(body && { body }) }).json();
  };
}

async function withAxios(retry: object, keyOf?: () => string): Promise<Send> {
  const [{ default: axios }, { default: axiosRetry }] = await Promise.all([import('axios'), import('axios-retry')]);
  const api = axios.create({ baseURL: baseUrl, maxRedirects: 0 });
  axiosRetry(api, retry);
  if (keyOf)
    api.interceptors.request.use((config) => {
      if (config.method === 'post') config.headers.set('Idempotency-Key', keyOf());
      return config;
    });
  return async (request) => {
    const { method, path: url, json } = request;
    const { data } = await api.request<Shown>({
      method,
      url,
      headers: headersOf(request),
      data: json ?? formOf(request),
    });
    return data;
  };
}

async function withUndici(options: object, isFetch = false): Promise<Send> {
  const { Agent, fetch, request: ask, RetryAgent } = await import('undici');
  const dispatcher = new RetryAgent(new Agent(), options);
  return async (request) => {
    const { method, path } = request;
    const { headers, body = null } = await bytesOf(request);
    const init = { method, headers, body, dispatcher };
    if (isFetch) return whole((await fetch(baseUrl + path, init)) as unknown as Response);
    const response = await ask(baseUrl + path, init);
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${text}`);
    return JSON.parse(text) as Shown;
  };
}

async function withOfetch(options: object): Promise<Send> {
  const { ofetch } = await import('ofetch');
  const api = ofetch.create({ baseURL: baseUrl, ...options });
  return (request) => {
    const { method, path, json } = request;
    const body = json ?? formOf(request);
    return api(path, { method, headers: headersOf(request), ...(body && { body }) });
  };
}

const obedientOfetch = {
  retry: 3,
  retryStatusCodes: [408, 429, 500, 502, 503, 504],
  retryDelay: ({ response }: { response?: Response }) => toldToWait(response?.headers) ?? 500,
};

async function withPRetry(attempt: Send): Promise<Send> {
  const { default: pRetry } = await import('p-retry');
  return (request) => pRetry(() => attempt(request), { retries: 3 });
}

/** A status is no error of `fetch`. */
async function onlyNetwork(): Promise<Send> {
  const { default: pRetry } = await import('p-retry');
  return async (request) => whole(await pRetry(() => fetch(baseUrl + request.path, initOf(request)), { retries: 3 }));
}

const throwing: Send = async (request) => whole(await fetch(baseUrl + request.path, initOf(request)));

async function obedient(): Promise<Send> {
  const { AbortError } = await import('p-retry');
  return withPRetry(async (request) => {
    const response = await fetch(baseUrl + request.path, initOf(request));
    const body = await response.text();
    if (response.ok) return JSON.parse(body) as Shown;
    const error = new Error(`${response.status} ${body}`);
    if (!isTemporary(response.status, body)) throw new AbortError(error);
    await pause(toldToWait(response.headers) ?? 0);
    throw error;
  });
}

const withHeyApi: Send = async (request) => {
  client.setConfig({ baseUrl });
  const { path, json, key = '', file } = request;
  const options = { throwOnError: true, headers: { ...headersOf(request), 'Idempotency-Key': key } } as const;
  const ofCase = { ...options, path: { case_id: path.split('/')[2]! } };
  const form = formOf(request);
  if (json) return (await createCase({ ...options, body: json })).data as Shown;
  if (form)
    return (await uploadArtifact({ ...ofCase, body: { kind: 'PASSPORT', file: form.get('file') as File } }))
      .data as Shown;
  return (await getCase({ ...ofCase, headers: headersOf(request) })).data as Shown;
};

const execute = promisify(execFile);

/** @param out where the responses are written */
const withCurl =
  (flags: string[], out: 'file' | 'stdout' = 'file'): Send =>
  async (request) => {
    const { method, path, json, file } = request;
    const headers = Object.entries(headersOf(request)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const body = json
      ? ['--json', JSON.stringify(json)]
      : file
        ? ['-F', 'kind=PASSPORT', '-F', `file=@${file};filename=evidence`]
        : [];
    // Each process has a file of its own.
    const target = `${process.env['IDV_TASK_FILE']}.${process.pid}`;
    const to = out === 'file' ? ['-o', target, '-w', '%{http_code}'] : ['-w', '\\n%{http_code}'];
    const { stdout } = await execute('curl', [
      '-sS',
      '-X',
      method,
      ...flags,
      ...headers,
      ...body,
      ...to,
      baseUrl + path,
    ]);
    const status = stdout.trim().split('\n').at(-1)!;
    const text = out === 'file' ? readFileSync(target, 'utf8') : stdout.trimEnd().slice(0, -status.length);
    if (!status.startsWith('2')) throw new Error(`${status} ${text}`);
    return JSON.parse(text) as Shown;
  };

const withPost = { methods: ['GET', 'POST'] };
const statuses = [408, 429, 500, 502, 503, 504];

/** The names are those of the table in `retry-settings.ts`. */
const clients: Record<string, Record<string, () => Send | Promise<Send>>> = {
  ky: {
    default: () => withKy({}),
    post: () => withKy({ methods: ['get', 'post'] }),
  },
  got: {
    default: () => withGot({}),
    post: () => withGot(withPost),
  },
  'axios-retry': {
    default: () => withAxios({}),
    'no key': async () => withoutKey(await withAxios({})),
    interceptor: () => withAxios({}, () => crypto.randomUUID()),
    post: () =>
      withAxios({
        retryCondition: ({ response }: { response?: { status: number } }) =>
          !response || statuses.includes(response.status),
      }),
  },
  undici: {
    default: () => withUndici({}),
    post: () => withUndici(withPost),
    fetch: () => withUndici(withPost, true),
  },
  ofetch: {
    default: () => withOfetch({}),
    post: () => withOfetch({ retry: 3 }),
    obedient: () => withOfetch(obedientOfetch),
  },
  'p-retry': {
    default: () => onlyNetwork(),
    throwing: () => withPRetry(throwing),
    'new key': () =>
      withPRetry((request) => throwing({ ...request, ...(request.key && { key: crypto.randomUUID() }) })),
    obedient: () => obedient(),
  },
  'hey-api': { default: () => withHeyApi },
  curl: {
    retry: () => withCurl(['--retry', '3']),
    stdout: () => withCurl(['--retry', '3'], 'stdout'),
    all: () => withCurl(['--retry', '3', '--retry-all-errors']),
    'no key': () => withoutKey(withCurl(['--retry', '3', '--retry-all-errors'])),
  },
};

const [library = '', setting = ''] = process.argv.slice(2);
await perform(await clients[library]![setting]!());
