import type { Credential, Exchange } from '../engine/exchange.ts';
import { isObject, valueOf } from '../engine/json.ts';
import type { Manifest } from '../manifest.ts';
import { curlOf } from '../reports/exchange/curl.ts';
import { credentialsOf, headerCredentials } from '../reports/secrets.ts';

/**
 * A script for a POSIX shell that sends the exchanges again, with new cases and values and the keys from the
 * environment.
 *
 * @param tag the part of every value that made it new
 */
export function scriptOf(exchanges: Exchange[], tag: string, manifest: Manifest): string {
  const keys = [...credentialsOf(manifest).flatMap(withDerived), ...headerCredentials(manifest)];
  const known: Credential[] = [...keys, { value: tag, shell: '$RUN' }];
  const lines = exchanges.map((exchange) => {
    const command = curlOf(exchange, known);
    const id = idIn(exchange);
    if (id === undefined || known.some(({ value }) => value === id)) return command;
    const name = `CASE_${known.length - keys.length}`;
    known.push({ value: id, shell: `$${name}` });
    return `${name}=$(${command} | tee /dev/stderr | sed -n 's/.*"id" *: *"\\([^"]*\\)".*/\\1/p')`;
  });
  return [`RUN=$(od -An -N4 -tx1 /dev/urandom | tr -d ' ')`, ...lines].join('\n');
}

function idIn({ request, response }: Exchange): string | undefined {
  if (request.method !== 'POST' || !/\/cases\/?(\?.*)?$/.test(request.url) || response?.status !== 201)
    return undefined;
  const body = valueOf(response.body);
  return isObject(body) && typeof body['id'] === 'string' ? body['id'] : undefined;
}

/** A key, and the texts that twists make of it: none of them may show. */
function withDerived({ value, shell }: Credential): Credential[] {
  const half = Math.floor(value.length / 2);
  const name = shell.slice(1);
  const cut = (range: string) => `$(printf %s "${shell}" | cut -c${range})`;
  return [
    { value, shell },
    { value: value.toUpperCase(), shell: `$(printf %s "${shell}" | tr a-z A-Z)` },
    { value: Buffer.from(`${value}:`).toString('base64'), shell: `$(printf %s: "${shell}" | base64 -w0)` },
    { value: value.slice(0, -1), shell: `\${${name}%?}` },
    { value: value.slice(1), shell: `\${${name}#?}` },
    { value: value.slice(0, half), shell: cut(`-${half}`) },
    { value: value.slice(half + 1), shell: cut(`${half + 2}-`) },
  ].filter((each) => each.value.length >= 8 || each.value === value);
}
