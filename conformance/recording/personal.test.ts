import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { recognise } from '../oracle/request/file-type.ts';
import { realFiles } from '../values/real-files.ts';
import type { Exchange, Header } from '../wire/exchange.ts';
import { Mask } from './personal.ts';

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Given {
  url?: string;
  type?: string;
  body?: Buffer | string;
  shown?: object | string;
  headers?: Header[];
  key?: string;
}

function exchangeOf({
  url = 'http://a/cases',
  type = 'application/json',
  body = '',
  shown,
  ...given
}: Given): Exchange {
  const { headers = [], key = 'supplied-key' } = given;
  const bytes = Buffer.from(body as string);
  return {
    request: {
      method: 'POST',
      url,
      headers: [
        ['Content-Type', type],
        ['Content-Length', String(bytes.length)],
        ['Authorization', `Bearer ${key}`],
        ...headers,
      ],
      body: [bytes],
      credential: { value: key, shell: '$KEY' },
      chunked: false,
    },
    response: {
      status: 201,
      headers: [],
      body: Buffer.from(typeof shown === 'string' ? shown : JSON.stringify(shown ?? {})),
    },
    milliseconds: 1,
  };
}

function masked(mask: Mask, given: Given) {
  const { request, response } = mask.exchange(exchangeOf(given));
  return { request, sent: Buffer.concat(request.body).toString('latin1'), shown: response!.body.toString() };
}
const newMask = (keepBodies = false) => new Mask(['supplied-key'], keepBodies);

test.each([
  ['a text', '{"type":"PF","reference":"Ana Gómez 1984-05-17"}', /Ana|mez|1984/],
  ['an escape', String.raw`{"type":"PF","reference":"\u0041na Gomez"}`, /Ana|u0041|Gomez/],
  ['a text in another script', '{"type":"PF","reference":"李小龙"}', /李|小|龙/],
  ['a text that was cut off', '{"type":"PF","reference":"Ana Go', /Ana|Go/],
  ['a text with a line break', '{"type":"PF","reference":"Ana\nGomez"}', /Ana|Gomez/],
  ['a number', '{"type":"PF","reference":198405171}', /198405171/],
  ['an unknown property', '{"type":"PF","reference":"a","name":"Ana"}', /Ana/],
])('%s in a create is another one of the same length', (_, body, personal) => {
  const { sent } = masked(newMask(), { body });
  const text = Buffer.from(sent, 'latin1').toString();
  expect(text).not.toMatch(personal);
  expect(text).toContain('"type":"PF"');
  if (!body.includes('\\u')) expect(sent).toHaveLength(Buffer.byteLength(body));
});

test('a response shows what stands for a text, and nothing else of it changes', () => {
  const mask = newMask();
  const { sent } = masked(mask, { body: '{"type":"PF","reference":"PENDING"}' });
  const { reference } = JSON.parse(sent) as { reference: string };
  const { shown } = masked(mask, { shown: '{"status": "PENDING","reference":"PENDING", "score":1.0}' });
  expect(shown).toBe(`{"status": "PENDING","reference":"${reference}", "score":1.0}`);
});

test('a response shows no text of a request that did not pass, and always the same one for it', () => {
  const mask = newMask();
  const [first, second] = [0, 1].map(() => masked(mask, { shown: { reference: 'Ana Gomez' } }).shown);
  expect(first).not.toMatch(/Ana|Gomez/);
  expect(second).toBe(first);
});

test('what differs in the spelling of half an escape only, or in a few bytes of a file, still differs', () => {
  const mask = newMask();
  const [lower, upper] = [String.raw`"a\ud83eb"`, String.raw`"a\uD83Eb"`].map((body) => masked(mask, { body }).sent);
  expect(lower).toMatch(/^"[a-z]\\ud83e[a-z]"$/);
  expect(upper).toMatch(/^"[a-z]\\uD83E[a-z]"$/);
  const [one, other] = ['Ana', 'Eva'].map((name) => fileSent(mask, Buffer.from(`I am ${name}.`)));
  expect(other).not.toBe(one);
});

test('a message that quotes what was sent quotes what stands for it', () => {
  const { sent, shown } = masked(newMask(), {
    body: '{"type":"PF","reference":"Ana Gomez"}',
    shown: { type: '/problems/x', detail: 'Ana Gomez is taken' },
  });
  const { reference } = JSON.parse(sent) as { reference: string };
  expect(JSON.parse(shown)).toEqual({ type: '/problems/x', detail: `${reference} is taken` });
});

test('a directive of the sandbox stays, and what is behind it does not', () => {
  const { sent } = masked(newMask(), { body: '{"type":"PF","reference":"sandbox:deny:FACE#Ana Gomez"}' });
  expect(sent).toMatch(/"sandbox:deny:FACE#(?!Ana)/);
});

const form = (file: Buffer, name = 'ana-gomez.jpg') =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nID_FRONT\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    file,
    Buffer.from('\r\n--x--\r\n'),
  ]);

const fileSent = (mask: Mask, file: Buffer) =>
  masked(mask, { type: 'multipart/form-data; boundary=x', body: form(file) }).sent;

test.each(Object.entries(realFiles))(
  '%s is a file of the same size and type with nothing but its digest',
  (_, file) => {
    const bytes = Buffer.from(file.content);
    const { sent, shown } = masked(newMask(), {
      type: 'multipart/form-data; boundary=x',
      body: form(bytes),
      shown: { size: bytes.length, sha256: digestOf(bytes) },
    });
    expect(sent).toContain('name="kind"\r\n\r\nID_FRONT\r\n');
    expect(sent).not.toContain('ana-gomez');
    const [, written] = /\.jpg"\r\n\r\n(.*)\r\n--x--/s.exec(sent)!;
    const other = Buffer.from(written!, 'latin1');
    expect(other).toHaveLength(bytes.length);
    expect(recognise(other)).toEqual(recognise(bytes));
    expect(JSON.parse(shown)).toEqual({ size: bytes.length, sha256: digestOf(other) });
    expect(other.toString('latin1')).toContain(digestOf(bytes).slice(0, 16));
  },
);

test('a response shows what stands for a file whose own response comes later', () => {
  const mask = newMask();
  const file = Buffer.from('\xff\xd8\xff\xe0 Ana Gomez, as a picture of her passport shows', 'latin1');
  const upload = exchangeOf({ type: 'multipart/form-data; boundary=x', body: form(file) });
  mask.passed(upload.request);
  const { shown } = masked(mask, { shown: { sha256: digestOf(file) } });
  const written = Buffer.concat(mask.exchange(upload).request.body);
  const [, other] = /\.jpg"\r\n\r\n(.*)\r\n--x--/s.exec(written.toString('latin1'))!;
  expect(JSON.parse(shown)).toEqual({ sha256: digestOf(Buffer.from(other!, 'latin1')) });
});

test('a form without its type, and other bodies, are about nobody either', () => {
  const file = Buffer.from('\xff\xd8 Ana Gomez', 'latin1');
  expect(masked(newMask(), { type: 'text/plain', body: form(file) }).sent).not.toMatch(/Ana|Gomez|gomez/);
  expect(masked(newMask(), { type: 'text/plain', body: 'Ana Gomez' }).sent).not.toMatch(/Ana|Gomez/);
  expect(masked(newMask(), { type: 'image/jpeg', body: file }).sent).not.toMatch(/Ana|Gomez/);
  expect(masked(newMask(), { url: 'http://a/cases?name=Ana%20Gomez' }).request.url).toMatch(/\?name=(?!Ana)...%20/);
  const mask = newMask();
  const urls = ['Ana', 'Ana', 'Eva'].map((name) => masked(mask, { url: `http://a/cases?name=${name}` }).request.url);
  expect(new Set(urls).size).toBe(2);
  expect(urls[1]).toBe(urls[0]);
});

test.each([false, true])('no key that was not supplied is kept, nor a cookie (bodies are kept: %s)', (keepBodies) => {
  const { request, shown } = masked(newMask(keepBodies), {
    key: 'secret-of-somebody',
    headers: [['Cookie', 'session=1234567']],
    shown: { detail: 'The key secret-of-somebody is unknown.' },
  });
  expect(JSON.stringify([request, shown])).not.toMatch(/secret-of-somebody|1234567/);
});

test('bodies can be kept as they are', () => {
  const body = '{"type":"PF","reference":"Ana Gomez"}';
  expect(masked(newMask(true), { body, shown: { reference: 'Ana Gomez' } })).toMatchObject({
    sent: body,
    shown: '{"reference":"Ana Gomez"}',
  });
});
