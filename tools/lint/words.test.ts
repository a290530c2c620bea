// Words and phrases that readers had to read twice, each with the usual one. No file of the project contains them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const words: [unusual: RegExp, example: string, usual: string][] = [
  [/\bmend(s|ed|ing)?\b/i, 'mend the address', 'fix, correct'],
  [/\baccus(e|es|ed|ing)\b/i, 'a variant accuses nobody', 'causes no failures'],
  [/\bin peace\b/i, 'ends in peace', 'finishes in-flight requests, then exits'],
  [/\b(leaves?|left)( \w+){0,2} away\b/i, 'leaves the title away', 'omits'],
  [/\bever more\b/i, 'ever more seldom', 'at growing intervals'],
  [/\bstands\b/i, 'the key stands in a header', 'is'],
  [/\blies? (in|at|beside|behind)\b/i, 'where that file lies in the folder', 'is'],
  [/\btells\b/i, 'the command tells why', 'says, prints, reports, reveals'],
  [/\btold apart\b/i, 'errors that are told apart', 'distinguished'],
  [/\bwords of (its|their) language\b/i, 'among the words of its language', 'inherited property names'],
  [/\bnobody wrote\b/i, 'sequences that nobody wrote', 'generated'],
  [/\b(holds|holding) back\b/i, 'the cause that holds back most', 'blocks'],
  [/\bcomes? again\b/i, 'the event comes again', 'is sent again'],
  [/\ball the same\b/i, 'stored all the same', 'still'],
  [/\bby hand\b/i, 'tested by hand', 'manually'],
  [/\bfor good\b/i, 'kept for good', 'for ever, permanently'],
  [/\bby halves\b/i, 'nothing by halves', 'half done'],
  [/\bhow quick\b/i, 'how quick it is', 'how fast, the speed of'],
  [/\bthe whole way\b/i, 'the whole way of a case', 'all steps'],
  [/\b(is|was|are|were) taken by (it|them)sel/i, 'the file is taken by itself', 'read by default'],
  [/\blays? .{1,40} side by side\b/i, 'lays reports side by side', 'compares'],
  [/\bwill do to\b/i, 'any Node will do to start them', 'is enough'],
  [/\bput in the place of\b/i, 'put in the place of a key', 'replaces'],
];

// The end of a line within a sentence, with the marks of a comment or a quotation before the next line.
const lineEnd = /(?<=\S)\n[ \t]*(?:\/\/|\*(?!\/)|#|>)?[ \t]*(?=\S)/g;

/** Each unusual word of a text, with its line and the usual word; a phrase may continue on the next line. */
function unusualIn(text: string): string[] {
  const joined = text.replaceAll(lineEnd, (end) => ' '.repeat(end.length));
  return words.flatMap(([pattern, , usual]) =>
    [...joined.matchAll(new RegExp(pattern.source.replaceAll(' ', ' +'), 'gi'))].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: instead of "${found.replaceAll(/ +/g, ' ')}" write: ${usual}`;
    }),
  );
}

describe('an unusual word is found', () => {
  for (const [, example] of words) test(example, () => expect(unusualIn(example)).toHaveLength(1));
});

test('a phrase that continues on the next line of a comment is found', () => {
  expect(unusualIn('x\n * stored all\n * the same')).toEqual(['2: instead of "all the same" write: still']);
});

test('no file has an unusual word', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  // This list itself, other people's texts, and a report that an earlier release wrote.
  const others = /^$|^LICENSE$|\.png$|lock\.json$|report-0\.2\.0\.json$|^tools\/lint\/words\.test\.ts$/;
  const found = tracked
    .filter((file) => !others.test(file))
    .flatMap((file) => unusualIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`));
  expect(found).toEqual([]);
});
