import { expect, test } from 'vitest';
import type { ComparableReport } from '../conformance/reports/report.ts';
import { comparisonOf } from './compare.ts';

const report = (headline: string, ...results: [family: string, verdict: string][]) =>
  ({
    outcome: { headline },
    results: results.map(([family, verdict]) => ({ family, verdict })),
  }) as ComparableReport;

test('has a row for each family and a column for each implementation', () => {
  const table = comparisonOf({
    ours: report('CONFORMANT (full)', ['get-case', 'pass'], ['webhook', 'not-applicable']),
    theirs: report('NON-CONFORMANT (full)', ['get-case', 'pass'], ['get-case', 'inconclusive'], ['limits', 'fail']),
  });

  expect(table).toBe(`|  | ours | theirs |
| --- | --- | --- |
| outcome | CONFORMANT (full) | NON-CONFORMANT (full) |
| \`get-case\` | 1 of 1 | 1 of 2 |
| \`webhook\` | – | – |
| \`limits\` | – | 0 of 1 |
`);
});
