import { isObject } from '../../wire/json.ts';

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
