import { hash } from 'node:crypto';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { readContract } from './contract.ts';

const { UploadDeed, DeedArtifact } = readContract().document.components.examples;

test('a decoder opens the file that the example uploads, and the next example describes it', async () => {
  const content = Buffer.from(UploadDeed.value.file, 'latin1');
  const { size, sha256 } = DeedArtifact.value;
  expect({ size, sha256 }).toEqual({ size: content.length, sha256: hash('sha256', content) });

  const data = new Uint8Array(content);
  const { numPages } = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
  expect(numPages).toBe(1);
});
