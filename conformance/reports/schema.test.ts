import { expect, test } from 'vitest';
import { reportOf } from './report.ts';
import { context, everyVerdict, schemaErrors, judgement, schema } from './testing.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  $defs?: Record<string, Schema>;
}

const asWritten = (report: object) => JSON.parse(JSON.stringify(report)) as Record<string, unknown>;

test('a report with every verdict fits the published schema', () => {
  expect(schemaErrors(asWritten(everyVerdict()))).toEqual([]);
});

test('a report of a part, which has no outcome, fits it', () => {
  const part = reportOf(judgement([], { class: 'stated', claimed: [], leftOut: [], partial: true }), context);
  expect(schemaErrors(asWritten(part))).toEqual([]);
});

test('data that is not a report does not match', () => {
  const report = asWritten(everyVerdict());
  for (const wrong of [{}, { ...report, more: 1 }, { ...report, counts: {} }, { ...report, results: [{}] }])
    expect(schemaErrors(wrong)).not.toEqual([]);
});

test('the schema describes only properties that reports have', () => {
  const described = new Set<string>();
  const held = new Set<string>();
  describeMembers(schema as Schema, described);
  holdMembers(asWritten(everyVerdict()), held);
  expect([...described].filter((name) => !held.has(name))).toEqual([]);
});

function describeMembers(part: Schema, names: Set<string>): void {
  for (const [name, inner] of Object.entries(part.properties ?? {})) {
    names.add(name);
    describeMembers(inner, names);
  }
  for (const inner of [part.items, ...Object.values(part.$defs ?? {})]) if (inner) describeMembers(inner, names);
}

function holdMembers(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    names.add(name);
    holdMembers(inner, names);
  }
}
