import { type Fault, operationsOf } from '../contract/entries.ts';
import { type Located, resolve, type Rule } from './rule.ts';

/** Every string and array in a request or a successful response has a maximum, so that columns and buffers have a size. */
export const bounded: Rule = ({ document }) => {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const queue = rootsOf(document);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { at, node } = resolve(document, next);
    if (seen.has(at.join('\n')) || typeof node !== 'object' || node === null) continue;
    seen.add(at.join('\n'));
    const fault = faultOf(node);
    if (fault) faults.push({ at, message: `${at.at(-1)} ${fault}` });
    queue.push(...partsOf({ at, node }));
  }
  return faults;
};

/** The schemas of request bodies and of 2xx responses. Properties of a problem are prose and have no maximum. */
function rootsOf(document: any): Located[] {
  return operationsOf(document).flatMap(({ at, operation }) => {
    const answers = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
    return [
      { at: [...at, 'requestBody'], node: operation.requestBody },
      ...answers.map(([status, node]) => ({ at: [...at, 'responses', status], node })),
    ]
      .map((place) => resolve(document, place))
      .flatMap(({ at: place, node }) =>
        Object.entries<any>(node?.content ?? {}).map(([type, content]) => ({
          at: [...place, 'content', type, 'schema'],
          node: content.schema,
        })),
      );
  });
}

/** The parts of a schema. `not`, `if`, `then` and `else` only narrow what has a maximum elsewhere. */
function partsOf({ at, node }: Located): Located[] {
  const of = (key: string) =>
    Object.entries<any>(node[key] ?? {}).map(([name, part]) => ({
      at: [...at, key, Array.isArray(node[key]) ? Number(name) : name],
      node: part,
    }));
  const items = node.items ? [{ at: [...at, 'items'], node: node.items }] : [];
  return [...['properties', 'allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap(of), ...items];
}

function faultOf(schema: any): string | null {
  const types = [schema.type].flat();
  if (types.includes('array') && schema.maxItems === undefined) return 'is an array without a bound; give it maxItems.';
  if (types.includes('string') && !isBounded(schema))
    return 'is a string without a bound; give it maxLength, enum, const, format or a pattern without * and +.';
  const says = ['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'if'].some((key) => key in schema);
  return says ? null : 'allows anything; give it a type.';
}

const isBounded = (schema: any) =>
  ['maxLength', 'enum', 'const', 'format'].some((key) => key in schema) || isBoundedPattern(schema.pattern);

/** Anchored at both ends, and every repetition has a maximum. */
export function isBoundedPattern(pattern: string | undefined): boolean {
  if (!pattern?.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return false;
  const bare = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return !/[*+|]|\{\d+,\}/.test(bare);
}
