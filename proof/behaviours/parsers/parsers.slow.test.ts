// Common parsers of forms read what real clients send, and nothing else is asked of them: services that use them are conformant.
import { expect, test } from 'vitest';
import { findingsAbout } from '../judge.ts';
import { parseByBusboy } from './busboy.ts';
import { parseByFastify } from './fastify-multipart.ts';
import { type Parser, readingBy } from '../../../reference-impl/behaviours/form-parser.ts';
import { parseByMulter } from './multer.ts';

const parsers: Record<string, Parser> = {
  busboy: parseByBusboy,
  multer: parseByMulter,
  '@fastify/multipart': parseByFastify,
};

test.each(Object.entries(parsers))('forms read by %s', { timeout: 180_000 }, async (_, parse) => {
  expect(await findingsAbout(readingBy(parse))).toEqual([]);
});
