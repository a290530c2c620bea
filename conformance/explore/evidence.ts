/** What each accepted file begins with (D64). */
export const signatures = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'application/pdf': Buffer.from('%PDF-'),
};
