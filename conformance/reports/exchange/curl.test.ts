import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOfSize, jpeg } from '../../values/evidence-files.ts';
import { multipart, type Part } from '../../wire/multipart.ts';
import { temporaryFolder } from '../../testing-folder.ts';
import { curlOf } from './curl.ts';
import { exchange, key, secret } from '../testing.ts';

const folder = temporaryFolder();
// A replacement for curl that keeps its arguments and its input.
writeFileSync(
  join(folder, 'curl'),
  `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a"; done > ${folder}/arguments\ncase "$*" in *@-*) cat > ${folder}/fed;; esac\n`,
);
chmodSync(join(folder, 'curl'), 0o755);

/** Runs the command in a shell and returns what curl received. */
function given(command: string, shell = 'sh') {
  execFileSync(shell, ['-c', command], { env: { PATH: `${folder}:${process.env['PATH']}`, IDV_API_KEY: secret } });
  return {
    list: readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1),
    fed: () => readFileSync(join(folder, 'fed')),
  };
}

const post = ['-sSi', '-X', 'POST', 'http://127.0.0.1:1/cases'];

test('the command gives curl exactly the request, with the key from the environment', () => {
  const body = `{"reference":"it's \\"$HOME\\" \`x\` é"}`;
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${secret}`],
  ];
  const command = curlOf(exchange({ headers, body: [Buffer.from(body)], credential: key }), [key]);
  expect(command).not.toContain(secret);
  const written = headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  expect(given(command).list).toEqual([...post, ...written, '--data-binary', body]);
});

test('a long form with a key in it is written with the variable of the key', () => {
  const value = `long~${'key.'.repeat(600)}`;
  const sent = exchange({ body: [Buffer.from(`access_token=${encodeURIComponent(value)}`)] });
  expect(curlOf(sent, [{ value, shell: '$IDV_API_KEY' }])).toContain('--data-binary "access_token=$IDV_API_KEY"');
});

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, at) => at));

test.each<[string, Uint8Array[]]>([
  [
    'bytes of every value and long runs',
    [everyByte, Buffer.alloc(5000), Buffer.from("%'\\8"), Buffer.alloc(300, '\\')],
  ],
  ['a multipart body, which begins with hyphens', multipart([{ name: 'kind', content: 'ID_FRONT' }]).body],
  ['what curl reads as the name of a file', [Buffer.from('@/etc/passwd')]],
])('the body is sent as it is: %s', (_, body) => {
  for (const shell of ['sh', 'bash'])
    expect(
      given(curlOf(exchange({ body }), []), shell)
        .fed()
        .equals(Buffer.concat(body)),
    ).toBe(true);
});

const upload = (file: Buffer, rest: Partial<Part> = {}) => {
  const { contentType, body } = multipart([
    { name: 'kind', content: 'ID_FRONT' },
    { name: 'file', filename: 'evidence.jpg', type: 'image/jpeg', content: file, ...rest },
  ]);
  return exchange({ headers: [['Content-Type', contentType]], body });
};

test.each(['sh', 'bash'])('an upload is sent by %s as a form, with exactly the bytes of its file', (shell) => {
  const long = [Buffer.alloc(200_000, 7), Buffer.concat(fileOfSize(10_485_760))];
  for (const file of [jpeg(), Buffer.alloc(0), Buffer.from('one'), ...long]) {
    const command = curlOf(upload(file), []);
    expect(command.length).toBeLessThan(600);
    const { list, fed } = given(command, shell);
    const form = ['--form', 'kind=ID_FRONT', '--form', 'file=@-;filename=evidence.jpg;type=image/jpeg'];
    expect(list).toEqual([...post, ...form]);
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
  const command = curlOf(exchange({ body: [Buffer.from([0xc3]), Buffer.from([0xa9])], inPieces: 20 }), []);
  expect(command).toMatch(/^\{ printf '\\303'; sleep 0\.1; printf '\\251'; \} \| curl /);
  expect(given(command).list.slice(-5)).toEqual(['Transfer-Encoding:', '-H', 'Expect:', '-T', '-']);
});

test('a GET with a body remains a GET', () => {
  const sent = exchange({ method: 'GET', body: [Buffer.from('{}')] });
  expect(given(curlOf(sent, [])).list.slice(1, 3)).toEqual(['-X', 'GET']);
});
