import { setTimeout as pause } from 'node:timers/promises';
import { referenceKeys } from '../reference/start.ts';
import { notTls } from '../wire/connection/result.ts';
import type { Manifest } from '../manifest.ts';
import type { Exchange } from '../wire/exchange.ts';
import { Http, type Request, Unreachable } from '../wire/http.ts';
import type { Options } from './settings/options.ts';
import { print } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The manifest for an address, once a service responds there. */
export async function manifestFor(baseUrl: string, options: Options): Promise<Manifest> {
  const { manifest } = options;
  const { tenant, other } = referenceKeys;
  const triesDemoKeys = Object.keys(manifest.keys).length === 0 && isLoopback(baseUrl);
  const status = await firstStatus(baseUrl, options, triesDemoKeys ? tenant : undefined);
  if (!triesDemoKeys || status === undefined || status === 401 || status === 403) return { ...manifest, baseUrl };
  print('No key was supplied: the demo keys of the reference implementation are used.\n');
  return { ...manifest, baseUrl, keys: { tenant, other } };
}

const isLoopback = (url: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** The status codes of a proxy whose service has not started yet. */
const notYet = [502, 503, 504];

/**
 * The status code of the first response at the address, within the time of `--wait`. Undefined when something accepts
 * the connection without a response: then the scenarios report how.
 *
 * @throws UsageError when nothing listens or responds there, or its certificate is not trusted
 */
export async function firstStatus(baseUrl: string, options: Options, key?: string): Promise<number | undefined> {
  const { manifest, selection, values } = options;
  const wait = (values.wait ?? 0) * 1000;
  const { signal } = new AbortController();
  const { rate } = selection;
  const timeout = Math.min(selection.timeout, selection.deadline);
  const http = new Http({ baseUrl, key: manifest.key, headers: manifest.headers ?? [], timeout, rate, signal });
  const credential = key === undefined ? undefined : { value: key, shell: '$IDV_API_KEY' };
  const request = { method: 'GET', path: '/cases/case-that-was-never-opened', credential, expects: 'either' } as const;
  const until = performance.now() + wait;
  try {
    for (;;) {
      const seen = await http.send(request, () => {}).catch(unreachable);
      const responds = 'response' in seen && !notYet.includes(seen.response.status);
      if (!responds && performance.now() < until) {
        await pause(Math.min(250, until - performance.now()));
        continue;
      }
      if (isSilent(seen) && isSilent(await http.send(createWith(manifest), () => {}).catch(unreachable)))
        throw new UsageError(silenceOf(baseUrl, timeout));
      return statusOf(seen, baseUrl, wait, options);
    }
  } finally {
    http.close();
  }
}

/** The time limit came first. */
const isSilent = (seen: Exchange | Unreachable): boolean =>
  'request' in seen && !seen.response && seen.failure?.startsWith('no response') === true;

/** A service may have a defect in reads, or without a key. */
function createWith({ keys: { tenant }, fixtures }: Pick<Manifest, 'keys' | 'fixtures'>): Request {
  const reference = fixtures?.reference ?? 'conformance-first-request';
  return {
    method: 'POST',
    path: '/cases',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify({ type: 'PF', reference })),
    credential: tenant === undefined ? undefined : { value: tenant, shell: '$IDV_API_KEY' },
    expects: 'either',
  };
}

const silenceOf = (baseUrl: string, timeout: number) =>
  `${baseUrl} accepts connections and responds to nothing: neither a read nor a create got a response within ${timeout / 1000} s. Correct --base-url, find out what the service waits for, or raise --timeout if it is slow.`;

function unreachable(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  throw error;
}

function statusOf(seen: Exchange | Unreachable, baseUrl: string, wait: number, { ca }: Options): number | undefined {
  const { response, failure = 'no response' } = seen instanceof Unreachable ? seen.exchange! : seen;
  if (response) return response.status;
  if (/certificate/.test(failure)) {
    const reason = failure.split(';')[0]!;
    const advice = /does not match/.test(reason)
      ? 'Use the host name of the certificate in --base-url'
      : `Name its CA by --ca <file>${ca.length > 0 ? '; the file that was given has another one' : ''}`;
    throw new UsageError(`The certificate of ${baseUrl} is not trusted: ${reason.replace(/: *$/, '')}. ${advice}.`);
  }
  if (failure === notTls)
    throw new UsageError(`${baseUrl} does not respond with TLS: does the service expect http:// instead of https://?`);
  if (!(seen instanceof Unreachable)) return undefined;
  const waited = wait > 0 ? ` within ${wait / 1000} s` : '';
  const advice = `Start the candidate, or correct --base-url.${proxyAdvice(process.env)}`;
  throw new UsageError(`No response from ${baseUrl}${waited}: ${failure}. ${advice}`);
}

/** Other programs obey these variables; here a proxy would change what is judged. */
function proxyAdvice(environment: NodeJS.ProcessEnv): string {
  const set = Object.keys(environment).filter((name) => /^(https?|all)_proxy$/i.test(name) && environment[name] !== '');
  if (set.length === 0) return '';
  const names = new Intl.ListFormat('en').format(set);
  return ` ${names} ${set.length === 1 ? 'is' : 'are'} not read, because a proxy would change what is judged: run the suite where the service can be reached without one.`;
}
