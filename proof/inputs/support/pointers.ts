/** The name that a JSON pointer such as `#/a~1b%20c` ends with. */
export const nameIn = (pointer: string): string =>
  decodeURIComponent(pointer.slice(2)).replaceAll('~1', '/').replaceAll('~0', '~');
