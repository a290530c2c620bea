import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOfSize, jpeg } from '../../values/evidence-files.ts';
import { multipart, type Part } from '../../wire/multipart.ts';
import { curlOf } from './curl.ts';
import { exchange, key, secret } from '../testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curl-'));
  // A replacement for curl that keeps its arguments and its input.
  writeFileSync(
    join(folder, 'curl'),
    `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a"; done > ${folder}/arguments\ncase "$*" in *@-*) cat > ${folder}/fed;; esac\n`,
  );
  chmodSync(join(folder, 'curl'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in a shell and returns what curl received. */
function given(command: string, shell = 'sh') {
  execFileSync(shell, ['-c', command], { env: { PATH: `${folder}:${process.env['PATH']}`, IDV_API_KEY: secret } });
  return {
    list: readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1),
    fed: () => readFileSync(join(folder, 'fed')),
  };
}

test('the command gives curl exactly the request, with the key from the environment', () => {
  const body = `{"reference":"it's \\"$HOME\\" \`x\` é"}`;
  const command = curlOf(
    exchange({
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `Bearer ${secret}`],
      ],
      body: [Buffer.from(body)],
      credential: key,
    }),
    [key],
  );
  expect(command).not.toContain(secret);
  expect(given(command).list).toEqual([
    '-sSi',
    '-X',
    'POST',
    'http://127.0.0.1:1/cases',
    '-H',
    'Content-Type: application/json',
    '-H',
    `Authorization: Bearer ${secret}`,
    '--data-binary',
    body,
  ]);
});

test('a long form with a key in it is written with the variable of the key', () => {
  const value = `long~${'key.'.repeat(600)}`;
  const sent = exchange({ body: [Buffer.from(`access_token=${encodeURIComponent(value)}`)] });

  expect(curlOf(sent, [{ value, shell: '$IDV_API_KEY' }])).toContain('--data-binary "access_token=$IDV_API_KEY"');
});

test('bytes of every value and long runs arrive unchanged', () => {
  const body = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
    Buffer.alloc(5000),
    Buffer.from("%'\\8"),
    Buffer.alloc(300, '\\'),
  ]);
  const { fed } = given(curlOf(exchange({ body: [body] }), []));
  expect(fed().equals(body)).toBe(true);
});

test.each(['sh', 'bash'])('a multipart body arrives as it is by %s, although it begins with hyphens', (shell) => {
  const { body } = multipart([{ name: 'kind', content: 'ID_FRONT' }]);
  const { fed } = given(curlOf(exchange({ body }), []), shell);
  expect(fed().toString()).toBe(Buffer.concat(body).toString());
});

const upload = (file: Buffer, rest: Partial<Part> = {}) => {
  const { contentType, body } = multipart([
    { name: 'kind', content: 'ID_FRONT' },
    { name: 'file', filename: 'evidence.jpg', type: 'image/jpeg', content: file, ...rest },
  ]);
  return exchange({ headers: [['Content-Type', contentType]], body });
};

test.each(['sh', 'bash'])('an upload is sent by %s as a form, with exactly the bytes of its file', (shell) => {
  for (const file of [
    jpeg(),
    Buffer.alloc(0),
    Buffer.from('one'),
    Buffer.alloc(200_000, 7),
    Buffer.concat(fileOfSize(10_485_760)),
  ]) {
    const command = curlOf(upload(file), []);
    expect(command.length).toBeLessThan(600);
    const { list, fed } = given(command, shell);
    const form = ['--form', 'kind=ID_FRONT', '--form', 'file=@-;filename=evidence.jpg;type=image/jpeg'];
    expect(list).toEqual(['-sSi', '-X', 'POST', 'http://127.0.0.1:1/cases', ...form]);
    expect(fed().equals(file)).toBe(true);
  }
});

test.each<[string, Partial<Part>]>([
  ['a file without a type', { type: undefined } as never],
  ['a name with quotes', { filename: 'a"b.jpg' }],
  ['a name that curl reads as an option', { filename: 'a;type=x' }],
  ['a boundary within the file', { content: '\r\n--idv-conformance-boundary\r\n' }],
])('an upload that curl would write in another way is sent byte by byte: %s', (_, rest) => {
  const sent = upload(jpeg(), rest);
  const { list, fed } = given(curlOf(sent, []));
  expect(list.slice(-2)).toEqual(['--data-binary', '@-']);
  expect(fed().equals(Buffer.concat(sent.request.body))).toBe(true);
});

test('a body without a type and a chunked one are sent so', () => {
  expect(curlOf(exchange({ body: [Buffer.from('x')], chunked: true }), [])).toContain(
    "-H 'Content-Type:' -H 'Transfer-Encoding: chunked'",
  );
});

test('a body in pieces is sent in the same pieces', () => {
  const sent = exchange({ body: [Buffer.from([0xc3]), Buffer.from([0xa9])], inPieces: 20 });
  const command = curlOf(sent, []);
  expect(command).toMatch(/^\{ printf '\\303'; sleep 0\.1; printf '\\251'; \} \| curl /);
  expect(given(command).list.slice(-5)).toEqual(['Transfer-Encoding:', '-H', 'Expect:', '-T', '-']);
});

test('a GET with a body remains a GET', () => {
  const sent = exchange({ body: [Buffer.from('{}')] });
  expect(given(curlOf({ ...sent, request: { ...sent.request, method: 'GET' } }, [])).list.slice(1, 3)).toEqual([
    '-X',
    'GET',
  ]);
});

test('a body that begins with @ is not read as a file name', () => {
  const { fed } = given(curlOf(exchange({ body: [Buffer.from('@/etc/passwd')] }), []));
  expect(fed().toString()).toBe('@/etc/passwd');
});
