import { expect, test } from 'vitest';
import { requirements } from '../../../generated/requirements.ts';
import { create, exchangeOf, opened, problem, type Received } from '../../oracle/testing.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { explainedBy, gatewayNotices, shownIn } from './gateways.ts';
import type { Result } from './verdict.ts';

const page = (status: number, server: string, text: string): Received => ({
  status,
  headers: { 'Content-Type': 'text/html', Server: server },
  bytes: Buffer.from(text),
});
const apache =
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">\n<h1>No</h1>';
const asking = (received: Received) => exchangeOf(create('sandbox:error:429'), received);
const other = (received: Received) => exchangeOf(create('user-1'), received);
const ofService = other(problem(422, 'invalid-request'));
const json = (status: number, server: string): Received => ({
  ...page(status, server, '{"message":"no"}'),
  headers: { 'Content-Type': 'application/json', Server: server },
});
const named = (server: string) => {
  const { headers, ...rest } = problem(422, 'invalid-request');
  return other({ ...rest, headers: { ...headers, Server: server } });
};
const replaced = [asking(page(429, 'Apache/2.4.71', apache)), other(page(400, 'Apache/2.4.71', apache))];
const setting = 'remove ProxyErrorOverride (docs/gateways.md#settings-that-replace-errors-of-the-service).';

const failedBy = (decisive: Exchange): Result => ({
  requirement: requirements[0]!,
  verdict: 'fail',
  reason: '',
  decisive,
  exchanges: [],
  milliseconds: 0,
});

test.each<[string, Exchange[], Exchange[], string[]]>([
  [
    'pages in the place of errors of the service, also when no problem arrives',
    replaced,
    [],
    [`Apache replaces errors of the service by its own pages, 2 failures: ${setting}`],
  ],
  [
    'a page that only names the server in the place of such an error',
    [asking(page(429, 'nginx/1.22.1', '<h1>Error</h1>'))],
    [ofService],
    [
      '429 in text/html from nginx/1.22.1, 1 failure: see docs/gateways.md#nginx. If it is a rate limit, let it send Retry-After, and set --rate of a run to what it allows.',
    ],
  ],
  ['other pages when no problem arrives', [other(page(413, 'nginx/1.22.1', ''))], [other(opened('a'))], []],
  [
    'other pages',
    [other(page(413, 'nginx/1.22.1', ''))],
    [ofService],
    ['413 in text/html from nginx/1.22.1, 1 failure: see docs/gateways.md#nginx.'],
  ],
  [
    'an error of an unknown gateway',
    [other(json(413, 'kong/3.9'))],
    [ofService],
    ['413 in application/json from kong/3.9, 1 failure: see docs/gateways.md.'],
  ],
  ['nothing of an error from the server that also sends the problems', [other(json(413, 'ours'))], [named('ours')], []],
  [
    'the page of Pound, which resembles those of Apache',
    [other(page(405, '', '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head>'))],
    [ofService],
    ['405 in text/html from Pound, 1 failure: see docs/gateways.md#pound.'],
  ],
])('a notice explains %s', (_, failed, rest, expected) => {
  const notices = gatewayNotices(failed.map(failedBy), [...failed, ...rest]);
  expect(notices).toEqual(expected);
  for (const { response } of failed)
    expect(explainedBy(shownIn(response!), notices) !== undefined).toBe(expected.length > 0);
});
