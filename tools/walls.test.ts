import { expect, test } from 'vitest';
import { forbiddenIn } from './walls.ts';

test.each<[file: string, imported: string, forbidden: boolean]>([
  ['conformance/oracle/request/reading.ts', '../events/event.ts', false],
  ['conformance/oracle/request/reading.ts', '../../wire/exchange.ts', false],
  ['conformance/oracle/request/reading.ts', '../../wire/http.ts', true],
  ['conformance/oracle/oracle.ts', '../run/selection.ts', true],
  ['conformance/run/play/sending/retry.ts', '../../../oracle/facts.ts', false],
  ['conformance/run/play/sending/retry.ts', '../../../oracle/oracle.ts', true],
  ['conformance/run/play/sending/retry.test.ts', '../../../oracle/testing.ts', false],
  ['conformance/run/judge/judge.test.ts', '../../../proof/prove.ts', true],
  ['conformance/new/file.ts', '../wire/exchange.ts', true],
  ['reference-impl/http/body.ts', '../../conformance/wire/json.ts', true],
])('%s imports %s: forbidden is %s', (file, imported, forbidden) => {
  expect(forbiddenIn(file, `import { a } from '${imported}';`).length > 0).toBe(forbidden);
});
