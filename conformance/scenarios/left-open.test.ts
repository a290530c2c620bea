import { expect, test } from 'vitest';
import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import { scenarios } from './families.ts';
import type { Scenario } from './vocabulary.ts';

const all = Object.values<Scenario[]>(scenarios).flat();
const used = all.flatMap(({ outcome }) => (typeof outcome === 'object' ? [outcome.open] : []));

/** Freedoms without a scenario, by the reason for it. */
const without: Record<string, FreedomId[]> = {
  'servers handle these in too many ways': [
    'header.upgrade',
    'header.only-if-cached',
    'header.repeated-content-type',
    'multipart.illegal-boundary',
    'multipart.many-parts',
  ],
  'depends on limits of servers': [
    'header.long',
    'body.too-long-for-a-proxy',
    'body.too-long-for-another-type',
    'multipart.overhead',
  ],
  'a connection that is closed early shows nothing': ['body.cut', 'body.long-and-rejected'],
  'depends on the ids of the service': ['path.id-in-other-letter-case'],
  'is allowed for any request': ['gateway.overload', 'gateway.own-form', 'header.not-ascii'],
  'is judged in each scenario with such a body': ['json.unreadable-value', 'multipart.name-in-brackets'],
};

test('every freedom has a scenario, or a reason for having none', () => {
  const reasoned = Object.values(without).flat();
  const [expected, found] = [Object.keys(freedoms), [...new Set(used), ...reasoned]].map((ids) => ids.toSorted());
  expect(found).toEqual(expected);
});

test('few scenarios have open answers', () => {
  expect(used).toHaveLength(190);
  expect(all.filter(({ outcome }) => outcome === 'open')).toHaveLength(57);
});

test('each label of a requirement is unique', () => {
  for (const [id, list] of Object.entries<Scenario[]>(scenarios)) {
    const labels = list.map(({ label }) => label);
    expect(labels, id).toEqual([...new Set(labels)]);
  }
});
