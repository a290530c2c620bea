import type { components } from '../../../generated/types.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, isObject, objectOf } from '../../engine/expect.ts';

export type Case = components['schemas']['Case'];
export type Artifact = components['schemas']['Artifact'];
export type Kind = components['schemas']['ArtifactKind'];
export type CaseType = components['schemas']['CaseType'];

/** The case in the response to a read. */
export function caseIn(response: HttpResponse): Case {
  expectAccepted(response);
  return objectOf(response) as Case;
}

/** The id as a path contains it; another check judges whether it is a string. */
export const idIn = (found: { id: unknown }): string => String(found.id);

/** The named properties, so that two responses can be compared: reasons are in one order (D68). */
export function pick<T extends object, K extends keyof T>(value: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, comparable(String(key), value[key])])) as Pick<T, K>;
}

function comparable(name: string, value: unknown): unknown {
  if (name === 'reasons' && Array.isArray(value)) return (value as unknown[]).toSorted();
  return value;
}

const caseProperties = [
  'id',
  'type',
  'reference',
  'status',
  'score',
  'reasons',
  'artifacts',
  'created_at',
  'decided_at',
] as const;
const artifactProperties = ['id', 'kind', 'content_type', 'size', 'sha256', 'created_at'] as const;

/** The properties of a case and of its artifacts that the contract defines. */
export function knownCase(found: Case): object {
  const artifacts = isListOfObjects(found.artifacts)
    ? found.artifacts.map((artifact) => pick(artifact, ...artifactProperties))
    : found.artifacts;
  return { ...pick(found, ...caseProperties), artifacts };
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
