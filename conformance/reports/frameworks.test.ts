import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReportedExchange, ReportedFinding } from '../../generated/report.ts';
import { requirements, type RequirementId } from '../../generated/requirements.ts';
import { frameworksPage, sections } from './frameworks.ts';

const page = readFileSync(new URL('../../docs/frameworks.md', import.meta.url), 'utf8');

test('each section that a card names is on the page, and the page names requirements that exist', () => {
  const anchors = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(Object.keys(sections).filter((name) => !anchors.includes(name))).toEqual([]);
  const ids = requirements.map(({ id }) => id as string);
  const families = new Set(ids.map((id) => id.split('.')[0]!));
  const named = [...page.matchAll(/`([a-z-]+)\.[a-z0-9-]+`/g)].filter(([, family]) => families.has(family!));
  expect(named.map(([id]) => id.slice(1, -1)).filter((id) => !ids.includes(id))).toEqual([]);
});

const cardOf = (
  rule: RequirementId,
  status: number,
  type: string,
  docs: string | null = 'docs-site/',
  notices: string[] = [],
) => {
  const finding = { rule, exchange: 0 } as unknown as ReportedFinding;
  const headers = [
    ['content-type', type],
    ['server', 'nginx'],
  ];
  const exchange = { request: { headers: [] }, response: { status, headers } } as unknown as ReportedExchange;
  return frameworksPage({ findings: [finding] }, { docs, exchanges: [exchange], notices });
};
const problem = 'application/problem+json; charset=utf-8';

test.each<[RequirementId, number, string, string | undefined]>([
  ['http.wrong-method-405', 404, problem, 'wrong-methods'],
  ['http.wrong-method-405', 405, problem, undefined],
  ['http.no-method-override', 405, problem, 'wrong-methods'],
  ['http.content-encoding-415', 201, 'application/json', 'headers-that-do-not-reach-the-service'],
  ['authentication.key-required', 400, problem, 'the-key-is-checked-too-late'],
  ['authentication.unknown-key-rejected', 201, 'application/json', undefined],
  ['problems.form', 400, 'text/plain', 'rejections-in-a-form-of-their-own'],
  ['problems.form', 400, problem, undefined],
  ['get-case.status', 200, 'application/json', undefined],
  ['limits.file-rejected', 500, 'text/html', 'limits'],
  ['create-case.malformed-json', 500, 'text/plain', 'json'],
])('the card of %s with %d %s leads to the section %s', (rule, status, type, section) => {
  expect(cardOf(rule, status, type)).toBe(section && `docs-site/frameworks.html#${section}`);
  expect(cardOf(rule, status, type, null)).toBe(section && `docs/frameworks.md#${section}`);
});

test('a failure without a response has no section', () => {
  expect(
    frameworksPage(
      { findings: [{ rule: 'problems.form' } as unknown as ReportedFinding] },
      { docs: null, exchanges: [], notices: [] },
    ),
  ).toBe(undefined);
});

test.each<[string, string[][], string | undefined]>([
  ['a request with Upgrade', [['Upgrade', 'h2c']], 'docs/frameworks.md#a-request-with-upgrade'],
  ['a request without it', [['Expect', '100-continue']], undefined],
])('the card of %s that got no response', (_, headers, expected) => {
  const finding = { rule: 'http.client-headers-accepted', exchange: 0 } as unknown as ReportedFinding;
  const exchange = { request: { headers } } as unknown as ReportedExchange;
  expect(frameworksPage({ findings: [finding] }, { docs: null, exchanges: [exchange], notices: [] })).toBe(expected);
});

test('no framework explains what a notice says that a gateway wrote', () => {
  const notice = '413 in text/html from nginx, 1 failure: see docs/gateways.md#nginx.';
  expect(cardOf('limits.file-accepted', 413, 'text/html', null)).toBe('docs/frameworks.md#limits');
  expect(cardOf('limits.file-accepted', 413, 'text/html', null, [notice])).toBeUndefined();
});
