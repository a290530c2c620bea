import { Agent } from 'node:http';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  anything,
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  integer,
  json,
  oneof,
  option,
  record,
  string,
  tuple,
  uint8Array,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CreateCase } from '../../generated/validators.js';
import { decodeUtf8, parseJson } from './body.ts';
import { bytesOf } from './bytes.ts';
import { openEvidence } from '../stores/evidence.ts';
import { readParts } from './multipart.ts';
import { explain, toPointer, validated } from './problems.ts';
import { Rejected } from '../domain/rejections.ts';
import { defaultParts } from '../compose.ts';
import { form, sendRaw, uploadRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

const boundary = 'limit';

// Bytes of a multipart body: what it is made of, whole and broken, in any order, with anything in between.
const shreds = oneof(
  constantFrom(
    '--limit',
    '\r\n--limit',
    '\r\n--limit--',
    '--',
    '\r\n',
    '\r\n\r\n',
    ...'\r\n\0 \t;:"\\',
    'Content-Disposition: form-data; name="kind"',
    'Content-Disposition: form-data; name=file; filename="a.jpg"',
    'content-disposition:form-data;name=',
    'Content-Disposition: attachment',
    "form-data; name*=UTF-8''x",
    'name=',
    'Content-Type: image/jpeg',
    'Content-Type: ',
    'Content-Transfer-Encoding: base64',
    'ID_FRONT',
    '../../x',
    '%PDF-',
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    '__proto__',
    '\xed\xa0\x80',
    '\xc3',
  ),
  string({ unit: 'binary', maxLength: 8 }),
  uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const shredded = array(shreds, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''), 'latin1'));
// A valid form with a change at one place.
const spoilt = tuple(integer({ min: 0, max: 200 }), integer({ min: 0, max: 20 }), shreds).map(([at, removed, put]) => {
  const original = form([
    { header: 'Content-Disposition: form-data; name="kind"', content: 'ID_FRONT' },
    { header: 'Content-Disposition: form-data; name="file"', content: '%PDF-' },
  ]);
  return Buffer.concat([original.subarray(0, at), Buffer.from(put, 'latin1'), original.subarray(at + removed)]);
});
const multipart = oneof(shredded, spoilt);

// Bodies of a create: JSON of every kind, nearly right ones, and bytes.
const property = oneof(
  constantFrom(
    'PF',
    'PM',
    'pf',
    '',
    'user-1',
    'sandbox:approve',
    'sandbox:deny:',
    'sandbox:x',
    '\ud800',
    '\u0085',
    'é',
  ),
  constantFrom(null, true, 0, [], {}, 'x'.repeat(257), '😀'.repeat(256)),
  string({ unit: 'binary' }),
  anything({ maxDepth: 1 }),
);
const or = (...right: string[]) => option(oneof(constantFrom(...right), property), { nil: undefined });
const nearlyRight = record({ type: or('PF', 'PM'), reference: or('user-1', 'é') });
const create = oneof(
  tuple(nearlyRight, oneof(constantFrom({}), dictionary(string(), property, { maxKeys: 2 }))).map(([body, more]) =>
    Buffer.from(JSON.stringify({ ...more, ...body }, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))),
  ),
  json().map((text) => Buffer.from(text)),
  constantFrom(
    '{"type":"PF","reference":"',
    '"}',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\ud800',
    '\\u0000',
    '"',
    '1e999',
    '\ufeff',
  )
    .chain((first) => array(oneof(constantFrom(first, '"type"', '"reference"', '"PF"', '__proto__'), string())))
    .map((pieces) => Buffer.from(pieces.join(''))),
  uint8Array().map((bytes) => Buffer.from(bytes)),
);

/** True when the work succeeds or rejects as the contract says; anything else is thrown. */
async function ends(work: () => unknown): Promise<true> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Rejected) || error.response.status >= 500) throw error;
  }
  return true;
}

describe('hostile input', () => {
  it('never breaks the reader of multipart bodies, however it is cut', async () => {
    const sizes = array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    async function* cut(body: Buffer, widths: number[]): AsyncGenerator<Buffer> {
      for (let at = 0, turn = 0; at < body.length; turn += 1) {
        const width = widths[turn % widths.length]!;
        yield body.subarray(at, at + width);
        at += width;
      }
    }
    await assert(
      asyncProperty(multipart, sizes, (body, widths) =>
        ends(async () => {
          for await (const { name, content } of readParts(cut(body, widths), boundary, 100)) {
            decodeUtf8(name);
            await bytesOf(content);
          }
        }),
      ),
      { numRuns: 20_000 },
    );
  });

  it('never breaks the reading of a create', async () => {
    const parts = { ...defaultParts(), explain, toPointer };
    await assert(
      asyncProperty(create, (body) => ends(() => validated(parseJson(decodeUtf8(body)), CreateCase, parts))),
      { numRuns: 20_000 },
    );
  });
});

describe('hostile requests', () => {
  let service: Awaited<ReturnType<typeof serve>>;
  let folder: string;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const handles = () => readdirSync('/dev/fd').length;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    service = await serve({ evidence: await openEvidence(folder, new Set()) });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('cause only responses of the contract, and leave no file and no handle', async () => {
    const before = handles();
    const id = await service.open();
    const statuses = new Set<number>();
    const isExpected = (status: number) => {
      statuses.add(status);
      return status < 500;
    };
    const contentType = oneof(
      constantFrom('multipart/form-data; boundary=limit'),
      constantFrom('multipart/form-data', 'multipart/form-data; boundary=other', 'application/json', ';', ''),
    );
    const header = option(string({ unit: 'grapheme-ascii', minLength: 1 }), { nil: undefined });

    await assert(
      asyncProperty(multipart, contentType, header, async (body, type, key) => {
        const headers = { 'Content-Type': type, ...(key !== undefined && { 'Idempotency-Key': key }) };
        return isExpected((await uploadRaw(service.url, id, body, { agent, headers })).status);
      }),
      { numRuns: 1000 },
    );
    await assert(
      asyncProperty(create, async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        const request = { method: 'POST', path: '/cases', agent, headers, body };
        return isExpected((await sendRaw(service.url, request)).status);
      }),
      { numRuns: 1000 },
    );

    const recorded = (await service.read(id)).body['artifacts'] as { id: string }[];
    expect((await readdir(folder)).toSorted()).toEqual(recorded.map((artifact) => artifact.id).toSorted());
    agent.destroy();
    await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before));
    // The inputs are worth something only when some of them are accepted, and others are rejected at each step.
    expect([...statuses]).toEqual(expect.arrayContaining([201, 400, 415, 422]));
  });
});
