const token = "[!#$%&'*+.^_`|~\\w-]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
// A list item: a scheme with its first parameter or token68, or a further parameter.
const item = new RegExp(
  `(?:\\s*,)*\\s*(?:(?:(${token})\\s+)?(${token})\\s*=(?!=)\\s*(${quoted}|${token})|(${token})(?:\\s+[\\w\\-.~+/]+=*)?)\\s*(?:,|$)`,
  'y',
);

/**
 * The parameters of each `Bearer` challenge, by lower-case name. RFC 9110 §11.6.1 lets several challenges share a header,
 * and a gateway may add one of its own.
 */
export function bearerChallenges(value: string): Map<string, string>[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let current: Map<string, string> | undefined;
  const begin = (scheme: string) =>
    challenges.push({ scheme: scheme.toLowerCase(), parameters: (current = new Map()) });
  item.lastIndex = 0;
  for (let found = item.exec(value); found && found[0] !== ''; found = item.exec(value)) {
    const [, scheme, name, text, bare] = found;
    if (bare !== undefined) begin(bare);
    if (scheme !== undefined) begin(scheme);
    if (name !== undefined) current?.set(name.toLowerCase(), text!.replace(/^"(.*)"$/s, '$1'));
    if (item.lastIndex === value.length) break;
  }
  return challenges.filter(({ scheme }) => scheme === 'bearer').map(({ parameters }) => parameters);
}
