import { array, assert, asyncProperty, constantFrom, integer, oneof, string, stringMatching, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { readParts } from './multipart.ts';

async function* inPieces(body: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    yield body.subarray(at, at + size);
    at += size;
  }
}

async function read(body: AsyncGenerator<Buffer>, boundary: string): Promise<[string, Buffer][]> {
  const parts: [string, Buffer][] = [];
  for await (const part of readParts(body, boundary, 1024))
    parts.push([part.name.toString(), await bytesOf(part.content)]);
  return parts;
}

// Contents that are full of what a boundary is made of.
const content = array(oneof(constantFrom('\r', '\n', '\r\n', '-', '--', '--b', '\r\n--', '\r\n--a'), string())).map(
  (texts) => Buffer.from(texts.join('')),
);
const sizes = array(integer({ min: 1, max: 40 }), { minLength: 1 });
const boundary = 'bound';

it('reads the same parts however the body is cut into pieces', async () => {
  const bodies = array(tuple(stringMatching(/^[a-z]+$/), content)).filter((parts) =>
    parts.every(([, bytes]) => !bytes.includes(`--${boundary}`)),
  );
  await assert(
    asyncProperty(bodies, sizes, async (parts, cuts) => {
      const body = Buffer.concat([
        ...parts.flatMap(([name, bytes]) => [
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
          bytes,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(`--${boundary}--`),
      ]);

      expect(await read(inPieces(body, cuts), boundary)).toEqual(parts);
    }),
  );
});

it('reads a form that fetch sends', async () => {
  const sent = new FormData();
  sent.append('kind', 'ID_FRONT');
  sent.append('file', new Blob(['\r\n--x\r\n', 'ñ']), 'a"b;name=c.jpg');
  const request = new Request('http://localhost', { method: 'POST', body: sent });
  const type = request.headers.get('content-type')!;
  const body = Buffer.from(await request.arrayBuffer());

  const parts = await read(inPieces(body, [7]), type.split('boundary=')[1]!);

  expect(parts).toEqual([
    ['kind', Buffer.from('ID_FRONT')],
    ['file', Buffer.from('\r\n--x\r\nñ')],
  ]);
});

it('never ends well when the body is cut anywhere before its last boundary', async () => {
  const whole = Buffer.from(`--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--`);
  for (let end = 0; end < whole.length; end += 1)
    await expect(read(inPieces(whole.subarray(0, end), [5]), 'b')).rejects.toMatchObject({ response: { status: 400 } });
});
