import { expect, test } from 'vitest';
import { readingOf } from '../request/reading.ts';
import { exchangeOf, create, opened, type Received, type Sent as Request, stored, upload, world } from '../testing.ts';
import { spanOf, worldOf } from '../terms.ts';
import { missed } from './decision.ts';
import { sentIn } from './sent.ts';
import type { Session } from './session.ts';

const id = 'case_of_tests_000001';

/** What a client misses that gives up after these requests; the service carried each out. */
function missedAfter(requests: [Request, Received | undefined][]): string {
  const sent = requests.map(([request, response]) => {
    const exchange = exchangeOf(request, response);
    return sentIn(exchange, readingOf(exchange, spanOf(exchange), worldOf(world)), 201);
  });
  const session: Session = {
    key: 'k',
    sent,
    elsewhere: [],
    task: { name: 'approve', ends: 'APPROVED' },
    condition: { name: 'lost', shows: 'client.recovers-from-loss' },
    baseUrl: world.baseUrl,
    ended: { code: 1, isTimedOut: false, lastLine: '', lastError: '' },
  };
  const finding = missed(session)!;
  return `${finding.expected}: ${finding.actual}`;
}

test.each<[string, [Request, Received | undefined][], RegExp]>([
  ['the create', [[create(), undefined]], /^a 2xx response to the create: .* POST \S+\/cases → /],
  ['the create', [[create(), { status: 502, body: '' }]], /^a 2xx response to the create: .* POST \S+\/cases → 502/],
  [
    'the upload',
    [
      [create(), opened(id)],
      [upload(id), undefined],
    ],
    /^a 2xx response to the upload: .* POST \S+\/artifacts → /,
  ],
  [
    'a read',
    [
      [create(), opened(id)],
      [upload(id), stored('a')],
    ],
    /^a read that shows the decision/,
  ],
  ['an upload', [[create(), opened(id)]], /^an upload that is accepted/],
])('the finding names %s, where the client stopped', (_, requests, expected) => {
  expect(missedAfter(requests)).toMatch(expected);
});
