import { expect, test } from 'vitest';
import { warningsAbout } from './secret-forms.ts';

const bytes = (size: number) => Buffer.alloc(size, 0xfb);

test.each([24, 32, 64])('a secret of %d bytes in the form of the contract is no reason for a warning', (size) => {
  expect(warningsAbout({ IDV_WEBHOOK_SECRET: `whsec_${bytes(size).toString('base64')}`, OTHER: undefined })).toEqual(
    [],
  );
});

test.each([
  ['does not begin with whsec_: the package openai', bytes(24).toString('base64')],
  ['is base64url: standardwebhooks, svix', `whsec_${bytes(24).toString('base64url')}`],
  ['has no = at its end: the decoders of Go and Python', `whsec_${bytes(32).toString('base64').slice(0, -1)}`],
  ['is not of 24 to 64 bytes', `whsec_${bytes(23).toString('base64')}`],
  ['is not of 24 to 64 bytes', `whsec_${bytes(65).toString('base64')}`],
])('a secret that %s is named with who cannot use it, and not shown', (what, secret) => {
  const [warning, ...more] = warningsAbout({ IDV_WEBHOOK_SECRET: secret });
  expect(warning).toContain(`IDV_WEBHOOK_SECRET ${what}`);
  expect(warning).toMatch(/Use whsec_ and the standard base64 of 24 to 64 bytes \(D47\)\.$/);
  expect(warning).not.toContain(secret);
  expect(more).toEqual([]);
});
