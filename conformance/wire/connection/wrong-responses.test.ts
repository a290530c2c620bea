// Responses that no client should have to read: each is either no response, with the reason, or one with bytes behind it.
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { client, servingSockets } from '../testing.ts';
import type { Exchange } from '../exchange.ts';

type Behave = (socket: Socket) => void;
type Row = [label: string, behave: Behave, came: RegExp];

const ok = 'HTTP/1.1 200 OK\r\n';
const length = `${ok}Content-Length: 2\r\n\r\n{}`;
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const chunks = `${chunked}2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n`;

const says = (text: string) => (socket: Socket) => void socket.write(text, 'latin1');
const head = (line: string) => `${ok}${line}\r\nContent-Length: 2\r\n\r\n{}`;

/** Writes the text for ever. */
const withoutEnd = (start: string, text: string) => (socket: Socket) => {
  const more = () => {
    while (socket.write(text.repeat(1000)));
  };
  socket.write(start);
  more();
  socket.on('drain', more);
};

const closed = /^connection closed /;
const hangs = /^no response within 0\.1 s/;
const notHttp = (why: RegExp) => new RegExp(`^something that is not HTTP \\(${why.source}`);
const bytesBehind = /^200 \{\} behind /;

/** The same for each place in a response. */
const atEach = (label: string, text: string, behave: (part: string, rest: string) => Behave, came: RegExp): Row[] =>
  [...text].map((_, at) => [`${label} at ${at}`, behave(text.slice(0, at), text.slice(at)), came]);

const cut: Row[] = [length, chunks].flatMap((text) => [
  ...atEach('closed', text, (part) => (socket) => void socket.end(part), closed),
  ...atEach('reset', text, (part) => (socket) => void socket.write(part, () => socket.resetAndDestroy()), closed),
  ...atEach('silent', text, (part) => says(part), hangs),
]);

const table: Row[] = [
  // The first line
  ...[
    'HTTP/1.1 20 OK',
    'HTTP/1.1 2000 OK',
    'HTTP/1.1  200 OK',
    'HTTP/1.1 200OK',
    'HTTP/1.1\t200 OK',
    'HTTP/1.1 OK',
  ].map((line): Row => [line, says(`${line}\r\n\r\n`), notHttp(/the status line/)]),
  ...[
    'HTTP/2 200 OK',
    'HTTP/2.0 200 OK',
    'http/1.1 200 OK',
    'ICY 200 OK',
    '{"id":1}',
    '<html>',
    '\0',
    '\x16\x03\x01',
  ].map((line): Row => [JSON.stringify(line), says(line), notHttp(/it begins with/)]),
  ['a control character in the reason', says('HTTP/1.1 200 O\x01K\r\n\r\n'), notHttp(/the status line/)],
  ['two status lines', says(`${ok}${length}`), notHttp(/the line "HTTP\/1\.1 200 OK" among the headers/)],
  ['line feeds only', says(length.replaceAll('\r\n', '\n')), notHttp(/a line end without a carriage return/)],
  ['carriage returns only', says(length.replaceAll('\r\n', '\r')), hangs],
  // Headers
  ...[
    'no colon',
    ': no name',
    'two words: x',
    'X : y',
    ' folded',
    'X: \0',
    'X: \x7f',
    'X: a\rb',
    'X: a\nb',
    'é: x',
  ].map((line): Row => [JSON.stringify(line), says(head(line)), notHttp(/the line/)]),
  [
    'a header of 10 MB',
    (socket) => void socket.write(`${ok}X: ${'x'.repeat(10_000_000)}\r\n\r\n`),
    /headers larger than 16 KiB/,
  ],
  // The end of the body
  ...['Content-Length: 3', 'Content-Length: +2', 'Content-Length: -1', 'Content-Length: 2, 3', 'Content-Length:'].map(
    (line): Row => [line, says(head(line)), notHttp(/headers that do not say where the body ends/)],
  ),
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip'].map((line): Row => [
    `${line} with a length`,
    says(head(line)),
    notHttp(/headers that do not say where the body ends/),
  ]),
  ...['g', '-2', '+2', '0x2', '2 2', '123456789', ' 2', ';a', ''].map((size): Row => [
    `the chunk size ${JSON.stringify(size)}`,
    says(`${chunked}${size}\r\n{}\r\n0\r\n\r\n`),
    notHttp(/a chunk/),
  ]),
  ['a size that ends with a line feed', says(`${chunked}2\n{}\n0\n\n`), notHttp(/a chunk without a size/)],
  ['a NUL in an extension', says(`${chunked}2;\0\r\n{}\r\n0\r\n\r\n`), notHttp(/a chunk without a size/)],
  ['a chunk that is too long', says(`${chunked}1\r\n{}\r\n0\r\n\r\n`), notHttp(/a chunk that is longer than its size/)],
  [
    'a chunk that is too short',
    says(`${chunked}3\r\n{}\r\n0\r\n\r\n`),
    notHttp(/a chunk that is longer than its size/),
  ],
  ['a trailer without a colon', says(`${chunked}2\r\n{}\r\n0\r\nx\r\n\r\n`), notHttp(/a trailer that is no header/)],
  // More than one response
  ['an interim response alone', says('HTTP/1.1 103 Early Hints\r\n\r\n'), hangs],
  ['an interim response, and then the end', (socket) => void socket.end('HTTP/1.1 100 Continue\r\n\r\n'), closed],
  [
    'another protocol',
    says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
    notHttp(/a switch to another protocol/),
  ],
  [
    'an interim response with a body',
    says(`HTTP/1.1 102 P\r\nContent-Length: 2\r\n\r\n{}${length}`),
    notHttp(/it begins with|the status line/),
  ],
  ...[length, '\r\n', 'x', '\0', '0\r\n\r\n', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'].map(
    (more): Row => [`${JSON.stringify(more)} behind`, says(length + more), bytesBehind],
  ),
  ['a response behind the last chunk', says(chunks + length), bytesBehind],
  // Content
  ['no gzip', says(head('Content-Encoding: gzip')), /^a body that is not gzip/],
];

const endless: Row[] = [
  ['headers without end', withoutEnd(ok, 'X: y\r\n'), /headers larger than 16 KiB/],
  ['an extension without end', withoutEnd(`${chunked}2;`, 'x'), notHttp(/a line without end/)],
  ['trailers without end', withoutEnd(`${chunked}0\r\n`, 'X: y\r\n'), /larger than 1 MiB/],
  ['chunks without end', withoutEnd(chunked, '1\r\nx\r\n'), /larger than 1 MiB/],
  ['a body without end', withoutEnd(`${ok}\r\n`, 'x'), /larger than 1 MiB/],
  ['empty lines without end', withoutEnd('', '\r\n'), /larger than 1 MiB/],
  ['interim responses without end', withoutEnd('', 'HTTP/1.1 100 Continue\r\n\r\n'), /more than 20 interim responses/],
  ['bytes behind a response, without end', withoutEnd(length, 'x'), bytesBehind],
];

/** What came of a request, in short. */
const textOf = ({ response, failure }: Exchange) =>
  failure ??
  `${response!.status} ${response!.body.toString()} behind ${JSON.stringify(response!.behind?.toString('latin1'))}`;

/** What came of all rows, when each is requested at the same time, on its own connection. */
async function cameOf(rows: Row[], timeout: number): Promise<[label: string, came: string][]> {
  const baseUrl = await servingSockets((socket) =>
    socket.once('data', (bytes: Buffer) => rows[Number(/\/([0-9]+) /.exec(bytes.toString())![1])]![1](socket)),
  );
  const { exchangeOf } = client(baseUrl, timeout);
  return Promise.all(
    rows.map(async ([label], at) => [label, textOf(await exchangeOf({ path: `/${at}`, racing: true }))]),
  );
}

const unexpected = (rows: Row[], came: [string, string][]) => came.filter(([, text], at) => !rows[at]![2].test(text));

test('each of 200 is a failure with a reason, or a response with bytes behind it', async () => {
  const rows = [...cut, ...table];
  expect(rows.length).toBeGreaterThan(200);
  const [silent, others] = [rows.filter(([, , came]) => came === hangs), rows.filter(([, , came]) => came !== hangs)];
  expect(unexpected(silent, await cameOf(silent, 100))).toEqual([]);
  expect(unexpected(others, await cameOf(others, 10_000))).toEqual([]);
});

test.each(endless.map((row) => [row[0], row] as const))('%s is neither read to its end nor kept', async (_, row) => {
  const before = process.memoryUsage().arrayBuffers;
  expect(unexpected([row], await cameOf([row], 10_000))).toEqual([]);
  // Bytes; the server has buffers too.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});

test.each([
  ['with a length', length],
  ['in chunks with an extension and a trailer', chunks],
  ['behind interim responses', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${length}`],
  ['behind empty lines', `\r\n\r\n${length}`],
  ['of HTTP/1.0', `HTTP/1.0 200\r\nContent-Length:\t2 \r\n\r\n{}`],
])('a response %s is read, byte by byte too', async (_, text) => {
  const baseUrl = await servingSockets((socket) =>
    socket.setNoDelay().once('data', () => {
      for (const byte of text) socket.write(byte);
    }),
  );
  const { response } = await client(baseUrl).send({});
  expect([response.status, response.body.toString(), response.behind]).toEqual([200, '{}', undefined]);
});
