import type { Diff } from 'api-smart-diff';

/** What a change does to the set of values that a schema allows; `open`: a property more that nobody has to know. */
export type Effect = 'narrower' | 'wider' | 'either' | 'open' | 'none';

/** A change inside a schema and the sentence that describes it. */
export interface SchemaChange {
  effect: Effect;
  text: string;
}

/** Where `comparable` puts the content of `if`, `then` and `else`. */
export const conditions = 'x-conditions';

type Path = (string | number)[];

const prose = ['description', 'title', 'example', 'examples', '$comment', 'deprecated', 'readOnly', 'writeOnly'];
const nested = ['items', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'contains', 'not'];
const combined = ['oneOf', 'anyOf', 'allOf'];

/**
 * Judges one difference inside a schema by itself. The library's own judgement is right for most requests, but treats a
 * changed type or pattern of a response as harmless, and everything under `not` as its opposite.
 *
 * @param whole what the schema describes, such as `the body`
 * @param path the keys from the schema down
 */
export function schemaChange(whole: string, path: Path, diff: Diff): SchemaChange {
  let field = '';
  let negated = false;
  let at = 0;
  for (;;) {
    const key = String(path[at]);
    const last = at === path.length - 1;
    if (key === 'properties' && !last) {
      field += `${field === '' ? '' : '.'}${path[at + 1]}`;
      if (at + 2 === path.length) return memberChange(field, diff, negated);
    } else if (nested.includes(key) && !last) {
      if (key === 'items') field += '[]';
      negated ||= key === 'not';
    } else if (!combined.includes(key) || at + 2 >= path.length) break;
    at += nested.includes(key) ? 1 : 2;
  }
  const [keyword, ...rest] = path.slice(at);
  const effect = effectOf(String(keyword), rest, diff);
  // Whether a property is required is in its parent, and is reported there.
  const subject = field === '' || keyword === 'required' ? whole : `\`${field}\``;
  return {
    effect: negated && effect !== 'none' ? 'either' : effect,
    text: `${subject} ${textOf(field, String(keyword), rest, diff)}`,
  };
}

function memberChange(field: string, { action }: Diff, negated: boolean): SchemaChange {
  if (negated || action === 'replace') return { effect: 'either', text: `\`${field}\` changed` };
  if (action === 'add') return { effect: 'open', text: `\`${field}\` is a new property` };
  return { effect: 'either', text: `\`${field}\` is gone` };
}

function effectOf(keyword: string, rest: Path, { action, before, after }: Diff): Effect {
  if (prose.includes(keyword)) return 'none';
  // One more of these allows more; one more of anything else allows less.
  const grows = ['oneOf', 'anyOf'].includes(keyword) || (keyword === 'enum' && rest.length > 0);
  if (action === 'add') return grows ? 'wider' : booleans(keyword, undefined, after);
  if (action === 'remove') return grows ? 'narrower' : opposite(booleans(keyword, undefined, before));
  if (keyword === 'type') return types(before, after);
  if (typeof before === 'boolean' && typeof after === 'boolean') return booleans(keyword, before, after);
  if (typeof before !== 'number' || typeof after !== 'number') return 'either';
  if (/^(exclusiveM|m)ax/.test(keyword)) return after < before ? 'narrower' : 'wider';
  if (/^(exclusiveM|m)in/.test(keyword)) return after > before ? 'narrower' : 'wider';
  return 'either';
}

/** `additionalProperties: false` forbids, `uniqueItems: true` does. */
function booleans(keyword: string, before: unknown, after: unknown): Effect {
  const forbids = ['additionalProperties', 'unevaluatedProperties'].includes(keyword)
    ? after === false
    : after !== false;
  return forbids ? 'narrower' : before === undefined ? 'none' : 'wider';
}

function opposite(effect: Effect): Effect {
  if (effect === 'narrower') return 'wider';
  return effect === 'wider' ? 'narrower' : effect;
}

function types(before: unknown, after: unknown): Effect {
  const [was, is] = [before, after].map((value) => [value].flat().flatMap(withParts));
  if (was!.every((type) => is!.includes(type))) return 'wider';
  return is!.every((type) => was!.includes(type)) ? 'narrower' : 'either';
}

const withParts = (type: unknown): unknown[] => (type === 'number' ? ['number', 'integer'] : [type]);

function textOf(field: string, keyword: string, rest: Path, { action, before, after }: Diff): string {
  if (keyword === conditions) return 'has another condition (`if`, `then`, `else`)';
  if (prose.includes(keyword)) return `has another ${keyword}`;
  if (keyword === 'enum' && rest.length > 0) {
    if (action === 'add') return `has the new value ${shown(after)}`;
    if (action === 'remove') return `loses the value ${shown(before)}`;
    return `has the value ${shown(after)} instead of ${shown(before)}`;
  }
  if (keyword === 'required') {
    const property = [field, before ?? after].filter(Boolean).join('.');
    return action === 'add' ? `requires \`${property}\`` : `no longer requires \`${property}\``;
  }
  if (action === 'add') return `gets ${keyword} ${shown(after)}`;
  if (action === 'remove') return `loses ${keyword} ${shown(before)}`;
  return `has ${keyword} ${shown(after)} instead of ${shown(before)}`;
}

/** A value in one short line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `\`${text.length > 60 ? `${text.slice(0, 57)}…` : text}\``;
}
