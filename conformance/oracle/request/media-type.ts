/** A media type with its parameters (RFC 9110 §8.3), names and essence in lower case. */
export interface MediaType {
  essence: string;
  parameters: Map<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
/** Every value in quotes. */
export const quotedValues = new RegExp(quoted, 'gs');
const essenceForm = new RegExp(`^(${token}/${token})`);
const typeForm = new RegExp(`^(${token})`);
const parameter = new RegExp(`[ \\t]*;[ \\t]*(${token})=(${quoted}|${token})`, 'y');

/** Reads a media type; undefined when it does not have the form that HTTP gives it. */
export function mediaTypeIn(value: string): MediaType | undefined {
  const text = value.trim();
  const head = essenceForm.exec(text);
  if (!head) return undefined;
  const parameters = parametersIn(text.slice(head[0].length));
  return parameters && { essence: head[1]!.toLowerCase(), parameters };
}

/** Parameters behind a value; undefined when one is malformed or repeated. */
function parametersIn(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  parameter.lastIndex = 0;
  let at = 0;
  for (let next = parameter.exec(text); next; next = parameter.exec(text)) {
    const name = next[1]!.toLowerCase();
    if (found.has(name)) return undefined;
    found.set(name, unquoted(next[2]!));
    at = parameter.lastIndex;
  }
  return at === text.length ? found : undefined;
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text);

/** The disposition of a part with its parameters; undefined when it is malformed. */
export function dispositionIn(value: string): { type: string; parameters: Map<string, string> } | undefined {
  const head = typeForm.exec(value);
  // Inside quotes a file name may have any byte; browsers escape quotes as %22, others with a backslash.
  const parameters = head && parametersIn(value.slice(head[0].length));
  return parameters ? { type: head[1]!.toLowerCase(), parameters } : undefined;
}
