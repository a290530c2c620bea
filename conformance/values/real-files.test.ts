import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { jpeg, pdf, png } from './evidence-files.ts';
import { realFiles } from './real-files.ts';

const usual = [
  ['the usual JPEG', { type: 'image/jpeg', content: jpeg() }],
  ['the usual PNG', { type: 'image/png', content: png() }],
  ['the usual PDF', { type: 'application/pdf', content: pdf() }],
] as const;
const files = [...usual, ...Object.entries(realFiles)];

describe('a decoder opens', () => {
  test.each(files.filter(([, { type }]) => type !== 'application/pdf'))('%s', async (_, { type, content }) => {
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    expect(`image/${(await sharp(content).metadata()).format}`).toBe(type);
    expect(data.length).toBe(info.width * info.height * info.channels);
  });

  test.each(files.filter(([, { type }]) => type === 'application/pdf'))('%s', async (_, { content }) => {
    const document = await getDocument({ data: new Uint8Array(content), verbosity: VerbosityLevel.ERRORS }).promise;
    expect((await document.getPage(1)).view).toEqual([0, 0, 612, 792]);
  });
});
