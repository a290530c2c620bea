import { isObject, valueOf } from '../../wire/json.ts';

export const propertiesOfCase = [
  'id',
  'type',
  'reference',
  'status',
  'score',
  'reasons',
  'artifacts',
  'created_at',
  'decided_at',
];
export const propertiesOfArtifact = ['id', 'kind', 'content_type', 'size', 'sha256', 'created_at'];

/** The properties that the contract defines: a service may add others, which differ in each response. */
export function knownProperties(body: unknown): unknown {
  if (!isObject(body)) return body;
  const names = 'kind' in body ? propertiesOfArtifact : propertiesOfCase;
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

// What the contract defines here comes from somewhere else, although a file or a reference may have the same text in it.
const defined = new Set(
  [...propertiesOfCase, ...propertiesOfArtifact, 'instance', 'pointer'].filter((name) => name !== 'artifacts'),
);

/** What a body shows besides the values that the contract defines. */
export function shownIn(body: Buffer): string {
  const value = valueOf(body);
  if (value === undefined) return body.toString();
  return JSON.stringify(value, (name, each: unknown) => (defined.has(name) ? undefined : each)) ?? '';
}
