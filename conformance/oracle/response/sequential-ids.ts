// Bits. A counter and a clock change fewer in a few seconds; UUIDv7 and ULID have 74 and 80 random ones behind their clock.
const fewBits = 40;

/** True when one id follows from another: they count, or rise with a clock and have few other digits. */
export const areSequential = (ids: string[]): boolean =>
  areCounted(ids) || areOfClock(ids) || areCounted(ids.map((id) => textIn(id, ids) ?? ''));

/** The visible ASCII that an id is in base64, as the global ids of GraphQL are, without the beginning that it has in common. */
function textIn(id: string, ids: string[]): string | undefined {
  const [first = ''] = ids;
  const prefix = /^[a-z]{1,10}[_-]/i.exec(first)?.[0] ?? '';
  const encoded = ids.every((each) => each.startsWith(prefix)) ? id.slice(prefix.length) : id;
  return /^[\x20-\x7e]+$/.exec(Buffer.from(encoded, 'base64url').toString('latin1'))?.[0];
}

/** True when the characters that differ rise from id to id, and are few: a clock, with a counter or a few random digits behind it. */
function areOfClock(ids: string[]): boolean {
  const [first = ''] = ids;
  if (ids.some(({ length }) => length !== first.length)) return false;
  const places = Array.from(first, (_, at) => at).filter((at) => ids.some((id) => id[at] !== first[at]));
  const changing = ids.map((id) => places.map((at) => id[at]).join(''));
  return (
    places.length * bitsOf(changing.join('')) <= fewBits &&
    changing.every((each, at) => at === 0 || each > changing[at - 1]!)
  );
}

/** The bits of one character, of the smallest usual alphabet that has all of them. */
function bitsOf(text: string): number {
  const alphabets: [RegExp, number][] = [
    [/^[0-9]*$/, 10],
    [/^[0-9a-f]*$/i, 16],
    [/^([0-9a-z]*|[0-9A-Z]*)$/, 36],
  ];
  return Math.log2(alphabets.find(([pattern]) => pattern.test(text))?.[1] ?? 64);
}

/** True when the ids count up or down in small steps, read as numbers without their common beginning and end. */
function areCounted(ids: string[]): boolean {
  const behind = ids.map((id) => id.slice(sharedPrefix(ids)));
  const end = sharedPrefix(behind.map((rest) => [...rest].toReversed().join('')));
  const rests = behind.map((rest) => rest.slice(0, rest.length - end).replaceAll(/[-_]/g, ''));
  return [10, 16, 36].some((radix) => {
    const numbers = rests.map((rest) => numberIn(rest, radix));
    const later = numbers.slice(1);
    return (
      later.every((number, at) => isSmallStep(numbers[at], number)) ||
      later.every((number, at) => isSmallStep(number, numbers[at]))
    );
  });
}

function sharedPrefix(ids: string[]): number {
  const [first = '', ...others] = ids;
  const differs = [...first].findIndex((letter, at) => others.some((id) => id[at] !== letter));
  return differs === -1 ? first.length : differs;
}

function numberIn(text: string, radix: number): bigint | undefined {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  let number = 0n;
  for (const letter of text.toLowerCase()) {
    const digit = digits.indexOf(letter);
    if (digit === -1) return undefined;
    number = number * BigInt(radix) + BigInt(digit);
  }
  return text === '' ? undefined : number;
}

function isSmallStep(from: bigint | undefined, to: bigint | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  return to > from && to - from <= 1000n;
}
