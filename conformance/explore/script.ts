import type { Credential, Exchange } from '../wire/exchange.ts';
import { isObject, valueOf } from '../wire/json.ts';
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
  const given: Credential[] = [
    ...credentialsOf(manifest),
    ...headerCredentials(manifest),
    { value: tag, shell: '$RUN' },
    { value: tag.toUpperCase(), shell: '$(echo $RUN | tr a-f A-F)' },
    { value: String(Number.parseInt(tag, 16)), shell: '$((0x$RUN))' },
  ];
  const known = [...given];
  const lines = exchanges.map((exchange) => {
    const command = curlOf(exchange, known);
    const id = idIn(exchange);
    if (id === undefined || known.some(({ value }) => value === id)) return command;
    const name = `CASE_${known.length - given.length + 1}`;
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
