// What each library does was measured; D47 has the form that all of them can use.
const unusualForms: [is: (encoded: string, secret: string) => boolean, what: string][] = [
  [
    (_, secret) => !secret.startsWith('whsec_'),
    'does not begin with whsec_: the package openai, @liveblocks/node and @scalekit-sdk/node then sign with another key',
  ],
  [
    (encoded) => /[-_]/.test(encoded),
    'is base64url: standardwebhooks, svix and 15 other measured packages of npm reject - and _, and so do the decoders of Go and Java',
  ],
  [
    (encoded) => encoded.replace(/=+$/, '').length % 4 !== 0 && !encoded.endsWith('='),
    'has no = at its end: the decoders of Go and Python reject it',
  ],
  [
    (encoded) => !isUsualSize(Buffer.from(encoded, 'base64').length),
    'is not of 24 to 64 bytes: no measured library checks that, but Standard Webhooks demands it',
  ],
];

const isUsualSize = (size: number) => size >= 24 && size <= 64;

/** What clients of the candidate may meet because of the form of a secret (D47); the secret itself is never shown. */
export function warningsAbout(secrets: Record<string, string | undefined>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret === undefined) return [];
    const encoded = secret.replace(/^whsec_/, '');
    const found = unusualForms.filter(([is]) => is(encoded, secret)).map(([, what]) => what);
    if (found.length === 0) return [];
    return [`${name} ${found.join('; it ')}. Use whsec_ and the standard base64 of 24 to 64 bytes (D47).`];
  });
}
