// JSON pointers (RFC 6901).

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** The pointer to a place: `/errors/0/pointer`; the empty string for the whole document. */
export const pointerTo = (place: readonly (string | number)[]): string =>
  place.map((token) => `/${escapeToken(String(token))}`).join('');

/** The tokens of a pointer: `/a~1b/0` has `a/b` and `0`. */
export const tokensOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeToken);

/** The value at a pointer; undefined where there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (value, token) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, token)
        ? (value as Record<string, unknown>)[token]
        : undefined,
    document,
  );
}

/** The tokens of a pointer that is written as a URI fragment (RFC 6901 section 6); undefined when it is none. */
export function tokensOfFragment(fragment: string): string[] | undefined {
  if (!/^#([A-Za-z0-9\-._~!$&'()*+,;=:@?/]|%[0-9A-Fa-f]{2})*$/.test(fragment)) return undefined;
  try {
    const pointer = decodeURIComponent(fragment.slice(1));
    return /^(\/([^/~]|~[01])*)*$/.test(pointer) ? tokensOf(pointer) : undefined;
  } catch {
    return undefined;
  }
}
