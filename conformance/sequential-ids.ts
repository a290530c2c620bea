/**
 * True when the ids count up or down in small steps, read as numbers without their common beginning and end. Ids with a
 * timestamp (UUIDv7, ULID) or a random part do not count like that.
 */
export function areSequential(ids: string[]): boolean {
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
