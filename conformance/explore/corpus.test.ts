import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { create, json, read, text } from '../scenarios/vocabulary.ts';
import { keepIn, readCorpus, stepsIn } from './corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a sequence is read as it was kept, with its missing properties', () => {
  const steps = [create(json({ type: undefined, tags: [null] })), create(text('')), { ...read(), pause: 3 }];
  expect(stepsIn(keepIn(folder, 'create-case.type-required', steps))).toEqual(steps);
  expect(readCorpus(folder)).toEqual([steps]);
});

test.each(['{', '{}', '{"steps":[]}', '{"steps":[{"do":"delete"}]}'])('%s contains no sequence', (content) => {
  const file = join(folder, 'other.txt');
  writeFileSync(file, content);
  expect(stepsIn(file)).toBeUndefined();
});

test('a file of an older version is rejected with what to do', () => {
  const file = join(folder, 'older.json');
  writeFileSync(file, '{"steps":[{"do":"create","as":"tenant","case":0,"twists":["an entity"],"salt":1,"value":0}]}');
  expect(() => readCorpus(folder)).toThrow(`${file}: its steps are in an older form`);
});
