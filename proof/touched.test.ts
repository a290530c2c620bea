import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faults } from './faults/index.ts';
import { type Change, changesSince, touchedBy } from './touched.ts';

const linesOf = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8').split('\n');
/** A change of the first line that has the text. */
const changeOf = (file: string, text: string): Change => ({
  file,
  lines: [linesOf(file).findIndex((line) => line.includes(text)) + 1],
});
const nameOf = ({ name }: { name: string }) => name;
const touchedNames = (...changes: Change[]) => [...touchedBy(changes, faults).faults].map(({ name }) => name);

test('a changed defect touches its fault only', () => {
  const change = changeOf('proof/faults/get-case/read.ts', "'responds with 203 to a read'");

  expect(touchedNames(change)).toEqual(['responds with 203 to a read']);
});

test('a changed line of proof/frozen.json touches its fault only', () => {
  const change = changeOf('proof/frozen.json', '"responds with 203 to a read":');

  expect(touchedNames(change)).toEqual(['responds with 203 to a read']);
});

test('a changed helper of a file of faults touches all of its faults', () => {
  const file = 'proof/faults/get-case/read.ts';

  expect(touchedNames({ file, lines: [1] }).length).toBeGreaterThan(
    touchedNames(changeOf(file, "'answers 203")).length,
  );
});

test.each([
  ['a changed scenario', 'conformance/scenarios/get-case.ts', "'get-case.answers-200'"],
  ['a changed requirement', 'generated/requirements.ts', '"id":"get-case.answers-200"'],
])('%s touches the faults that fail it', (_, file, text) => {
  const breaking = faults.filter(({ breaks }) => 'get-case.answers-200' in breaks).map(({ name }) => name);

  expect(touchedNames(changeOf(file, text))).toEqual(breaking);
});

test('another sentence changes the digest of the contract too, which touches no fault', () => {
  const change = changeOf('generated/requirements.ts', 'digest: ');

  expect(touchedBy([change], faults)).toEqual({ faults: new Set(), everything: [] });
});

test('a changed fixture touches the faults of the checks that import it, and not all', () => {
  const { faults: touched, everything } = touchedBy([{ file: 'proof/faults/support/webhooks.ts', lines: [1] }], faults);

  expect(touched.size).toBeGreaterThan(0);
  expect(touched.size).toBeLessThan(faults.length / 4);
  expect(everything).toEqual([]);
});

test.each([
  'reference-impl/http/service.ts',
  'conformance/oracle/oracle.ts',
  'conformance/json-pointer.ts',
  'conformance/run/evaluate.ts',
  'generated/validators.js',
  'proof/prove.ts',
])('a change of %s touches every fault', (file) => {
  expect(touchedBy([{ file, lines: [1] }], faults).everything).toEqual([file]);
});

test.each(['README.md', 'conformance/reports/console/console.ts', 'conformance/oracle/oracle.test.ts'])(
  'a change of %s touches no fault',
  (file) => {
    expect(touchedBy([{ file, lines: [1] }], faults)).toEqual({ faults: new Set(), everything: [] });
  },
);

test('a changed file without names touches the faults of the scenarios that import it', () => {
  const { faults: touched, everything } = touchedBy([{ file: 'conformance/scenarios/methods.ts', lines: [1] }], faults);
  const names = [...touched].map(({ name }) => name);

  expect(names).toEqual(
    expect.arrayContaining(faults.filter((fault) => 'http.wrong-method-405' in fault.breaks).map(nameOf)),
  );
  expect(touched.size).toBeLessThan(faults.length / 4);
  expect(everything).toEqual([]);
});

test('an unknown revision is an error that git explains', () => {
  expect(() => changesSince('no-such-revision')).toThrow(/^git diff .* failed: fatal: .*no-such-revision/);
});
