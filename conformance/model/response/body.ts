/** The JSON value of a body; undefined when it is none. The same bytes are parsed once. */
export function valueOf(body: Buffer): unknown {
  if (parsed.has(body)) return parsed.get(body);
  const value = parse(body);
  parsed.set(body, value);
  return value;
}

const parsed = new WeakMap<Buffer, unknown>();

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
