import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvidence } from '../stores/evidence.ts';
import { jpeg } from '../testing/client.ts';
import { file, form, type FormPart, kind, uploadRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

const mebibyte = 1024 * 1024;
const largest = 10 * mebibyte;

let service: Awaited<ReturnType<typeof serve>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
  service = await serve({ evidence: await openEvidence(folder, new Set()) });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const part = (header: string, content: string | Uint8Array = ''): FormPart => ({ header, content });
const named = (name: string) => part(`Content-Disposition: form-data; name="${name}"`, 'x');
const big = (size: number) => Buffer.concat([jpeg(''), Buffer.alloc(size - 3)]);

const accepted: [string, Buffer][] = [
  ['kind before file', form([kind(), file()])],
  ['file before kind', form([file(), kind()])],
  ['no part type', form([kind(), file(jpeg(), '')])],
  ['octet-stream', form([kind(), file(jpeg(), 'application/octet-stream')])],
  ['a part type in capitals with a parameter', form([kind(), file(jpeg(), 'IMAGE/JPEG; q="x"')])],
  ['a file part without filename', form([kind(), part('Content-Disposition: form-data; name="file"', jpeg())])],
  [
    'a kind part with filename',
    form([part('Content-Disposition: form-data; name=kind; filename=k', 'SELFIE'), file()]),
  ],
  ['names without quotes', form([part('content-disposition:form-data;name=kind', 'SELFIE'), file()])],
  [
    'a hostile filename',
    form([kind(), part('Content-Disposition: form-data; filename="a\\";name=kind/../x"; name="file"', jpeg())]),
  ],
  ['a preamble and an epilogue', form([kind(), file()], { first: 'hello\r\n--limit', last: '\r\n--limit--\r\nbye' })],
  ['padding behind a boundary', form([kind(), file()], { first: '--limit \t' })],
  ['no line break at the end', form([kind(), file()], { last: '\r\n--limit--' })],
  ['the boundary within a line of the file', form([kind(), file(jpeg('--limit\r\n-limit\r\n--limi'))])],
  ['64 KiB of overhead', form([kind(), part(`X: ${'y'.repeat(65_536)}\r\n${file().header}`, jpeg())])],
  ['a bare PNG signature', form([kind(), file(Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png')])],
  ['a bare PDF signature', form([kind(), file('%PDF-', 'application/pdf')])],
];

const rejected: [string, number, string, string | undefined, Buffer][] = [
  ['no file', 422, 'invalid-request', '#/file', form([kind()])],
  ['no kind', 422, 'invalid-request', '#/kind', form([file()])],
  ['an unknown kind', 422, 'invalid-request', '#/kind', form([kind('NOPE'), file()])],
  ['a kind with a byte-order mark', 422, 'invalid-request', '#/kind', form([kind('\ufeffID_FRONT'), file()])],
  ['an unknown part', 422, 'invalid-request', '#/note', form([kind(), file(), named('note')])],
  [
    'an unknown part of any bytes',
    422,
    'invalid-request',
    '#/note',
    form([kind(), file(), { ...named('note'), content: jpeg() }]),
  ],
  [
    'an unknown part whose name needs escapes',
    422,
    'invalid-request',
    '#/a~1%C3%A9%20%23',
    form([kind(), file(), named('a/é #')]),
  ],
  ['a part named __proto__', 422, 'invalid-request', '#/__proto__', form([kind(), file(), named('__proto__')])],
  ['a repeated kind', 422, 'invalid-request', '#/kind', form([kind(), kind(), file()])],
  ['a repeated file', 422, 'invalid-request', '#/file', form([kind(), file(), file()])],
  ['an empty file', 422, 'invalid-request', '#/file', form([kind(), file('')])],
  ['no parts', 422, 'invalid-request', '#/file', Buffer.from('--limit--\r\n')],
  ['text', 415, 'unsupported-file-type', undefined, form([kind(), file('hello', '')])],
  ['a signature that is not at the start', 415, 'unsupported-file-type', undefined, form([kind(), file(' %PDF-', '')])],
  ['half a signature', 415, 'unsupported-file-type', undefined, form([kind(), file('%PDF', '')])],
  ['a part type that disagrees', 415, 'unsupported-file-type', undefined, form([kind(), file(jpeg(), 'image/png')])],
  ['text/plain for a JPEG', 415, 'unsupported-file-type', undefined, form([kind(), file(jpeg(), 'text/plain')])],
  ['a part type that is none', 415, 'unsupported-file-type', undefined, form([kind(), file(jpeg(), 'jpeg')])],
  ['an empty body', 400, 'malformed-request', undefined, Buffer.from('')],
  ['a body without the boundary', 400, 'malformed-request', undefined, Buffer.from('hello')],
  ['no last boundary', 400, 'malformed-request', undefined, form([kind(), file()], { last: '' })],
  ['half of the last boundary', 400, 'malformed-request', undefined, form([kind(), file()], { last: '\r\n--limit-' })],
  ['an end within a header', 400, 'malformed-request', undefined, Buffer.from('--limit\r\nContent-Dispo')],
  ['a part without a header', 400, 'malformed-request', undefined, form([kind(), file(), part('')])],
  [
    'a part without a name',
    400,
    'malformed-request',
    undefined,
    form([kind(), file(), part('Content-Disposition: form-data')]),
  ],
  [
    'a part that is no form-data',
    400,
    'malformed-request',
    undefined,
    form([kind(), file(), part('Content-Disposition: attachment; name=x')]),
  ],
  ['a header that is none', 400, 'malformed-request', undefined, form([kind(), file(), part('hello')])],
  ['a header with a bare line feed', 400, 'malformed-request', undefined, form([kind(), file(), part('A: b\nC: d')])],
  ['a kind that is not UTF-8', 400, 'malformed-request', undefined, form([kind(Buffer.from([0xff])), file()])],
  [
    'a name that is not UTF-8',
    400,
    'malformed-request',
    undefined,
    Buffer.from(form([named('\xff')]).toString(), 'latin1'),
  ],
  ['too long a header', 413, 'content-too-large', undefined, form([part(`X: ${'y'.repeat(300_000)}`)])],
  ['too long a kind', 413, 'content-too-large', undefined, form([kind('y'.repeat(300_000)), file()])],
  [
    'too many parts',
    413,
    'content-too-large',
    undefined,
    form(Array.from({ length: 101 }, (_, at) => named(`n${at}`))),
  ],
  ['one byte too many', 413, 'content-too-large', undefined, form([kind(), file(big(largest + 1))])],
];

describe('the parts of an upload', () => {
  it.each(accepted)('are accepted with %s', async (_, body) => {
    const { status } = await uploadRaw(service.url, await service.open(), body);

    expect(status).toBe(201);
  });

  it.each(rejected)('are rejected with %s as %i %s', async (_, status, type, pointer, body) => {
    const id = await service.open();

    const response = await uploadRaw(service.url, id, body);

    expect(response).toMatchObject({ status, body: { type: `/problems/${type}`, status } });
    expect(response.body.errors?.map((error) => error.pointer)[0]).toBe(pointer);
    expect((await service.read(id)).body['artifacts']).toEqual([]);
  });

  it.each([
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 400],
    ['multipart/mixed; boundary=limit', 415],
    ['application/json', 415],
    ['nonsense', 415],
    ['MULTIPART/Form-Data; charset=utf-8; BOUNDARY="limit"', 201],
  ])('are read by their media type: %s', async (type, status) => {
    const id = await service.open();

    const response = await uploadRaw(service.url, id, form([kind(), file()]), { headers: { 'Content-Type': type } });

    expect(response.status).toBe(status);
  });

  it('leave no file behind when they are rejected', async () => {
    const other = await mkdtemp(join(tmpdir(), 'upload-'));
    const durable = await serve({ evidence: await openEvidence(other, new Set()) });
    const id = await durable.open();

    for (const [, , , , body] of rejected) await uploadRaw(durable.url, id, body);

    expect(await readdir(other)).toEqual([]);
    await durable.close();
    await rm(other, { recursive: true });
  });
});

describe('a file', () => {
  it('may have 10 MiB and comes back as its digest', async () => {
    const { status, body } = await service.upload(await service.open(), { file: big(largest) });

    expect(status).toBe(201);
    expect(body).toMatchObject({ size: largest, content_type: 'image/jpeg', kind: 'ID_FRONT' });
  });

  it.each([
    ['announced', false],
    ['chunked', true],
  ])('that is too large gets a response before its end, and the client receives it (%s)', async (_, chunked) => {
    const id = await service.open();
    for (const size of [largest + 1, 3 * largest]) {
      const response = await uploadRaw(service.url, id, form([kind(), file(big(size))]), { chunked });

      expect(response).toMatchObject({ status: 413, body: { type: '/problems/content-too-large' } });
    }
  });

  it('is never held in memory as a whole', async () => {
    const id = await service.open();
    const body = form([kind(), file(big(largest))]);
    await uploadRaw(service.url, id, body);
    let most = 0;
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5);

    const responses = await Promise.all(Array.from({ length: 20 }, () => uploadRaw(service.url, id, body)));

    clearInterval(watch);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(most).toBeLessThan(100 * mebibyte);
  });

  it('counts towards twenty, also when they come in parallel', async () => {
    const id = await service.open();

    const responses = await Promise.all(Array.from({ length: 21 }, () => service.upload(id)));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), 409]);
    const { body } = await service.read(id);
    const ids = (body['artifacts'] as { id: string }[]).map((artifact) => artifact.id);
    expect(new Set(ids).size).toBe(20);
    const kept = await readdir(folder);
    expect(kept).toEqual(expect.arrayContaining(ids));
    expect(kept.filter((name) => !name.startsWith('art_'))).toEqual([]);
  });
});
