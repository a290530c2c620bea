import { expect, test } from 'vitest';
import { bodyLines, type Wrong } from './lines.ts';

const text = (value: unknown, wrong?: Wrong) =>
  bodyLines({ bytes: 1, text: JSON.stringify(value) }, wrong).map((line) => line.text);

test('JSON has a line for each property, and a short value one line', () => {
  expect(text({ error: 'no such case' })).toEqual(['', '{"error":"no such case"}']);
  const artifacts = [{ id: 'a'.repeat(30), kind: 'ID_FRONT', content_type: 'image/jpeg' }];
  const value = { id: 'x', artifacts, score: 0 };
  expect(text(value)).toEqual(['', ...JSON.stringify(value, null, 2).split('\n')]);
});

test('puts a note beside its place, also where a property is missing', () => {
  const value = { score: null, 'a/b': [], errors: [{}] };
  expect(text(value, { pointer: '/a~1b', note: 'is wrong' })).toEqual([
    '',
    '{',
    '  "score": null,',
    '  "a/b": [],   ← is wrong',
    '  "errors": [{}]',
    '}',
  ]);
  expect(text(value, { pointer: '/errors/0/pointer', note: 'is missing' }).slice(4)).toEqual([
    '  "errors": [',
    '    {',
    '      (no "pointer")   ← is missing',
    '    }',
    '  ]',
    '}',
  ]);
  const [, line] = bodyLines({ bytes: 1, text: '1' }, { pointer: '', note: 'must be object' });
  expect(line).toEqual({ text: '1   ← must be object', mark: 'wrong' });
});

test('of a long body the part around the note is shown, and of one without a note the beginning', () => {
  const long = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, at]));
  const around = text(long, { pointer: '/p70', note: 'is wrong' });
  expect(around.length).toBeLessThan(20);
  expect(around).toContain('  "p70": 70,   ← is wrong');
  expect(around.slice(0, 5)).toEqual(['', '{', '  "p0": 0,', '… 65 lines', '  "p66": 66,']);
  expect(text(long).at(-1)).toBe('… 82 more lines');
});

test.each<[string, Parameters<typeof bodyLines>[0], string[]]>([
  ['nothing', undefined, []],
  ['text', { bytes: 5, text: 'a\r\nb' }, ['', 'a', 'b']],
  [
    'JSON that was cut',
    { bytes: 5000, text: '{"a":1', truncated: true },
    ['', '{"a":1', '… (the whole body has 5000 bytes)'],
  ],
  ['JSON that is too deep', { bytes: 1, text: '['.repeat(9000) }, ['', `${'['.repeat(300)}…`]],
  [
    'bytes',
    { bytes: 6, base64: Buffer.from('a\r\n\u0001\u0002').toString('base64') },
    ['', 'a', '(binary data, not shown: 2 bytes)'],
  ],
])('%s is shown as it is', (_, body, lines) => {
  expect(bodyLines(body).map((line) => line.text)).toEqual(lines);
});
