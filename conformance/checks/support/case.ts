import type { components } from '../../../generated/types.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, isAccepted, isObject, jsonOf, objectOf, show } from '../../engine/expect.ts';
import { Inconclusive } from '../../engine/verdict.ts';

export type Case = components['schemas']['Case'];
export type Artifact = components['schemas']['Artifact'];
export type Kind = components['schemas']['ArtifactKind'];
export type CaseType = components['schemas']['CaseType'];

/** The case in the answer to a read. */
export function caseIn(response: HttpResponse): Case {
  expectAccepted(response);
  return objectOf(response) as Case;
}

/** The id as it stands in a path; whether it is a string is judged where its form is. */
export const idIn = (found: { id: unknown }): string => String(found.id);

/**
 * The named members as they are compared between answers; extra members of a candidate are left out. What may be written
 * in several ways is brought to one: instants (D67) and the order of reasons (D68).
 */
export function pick<T extends object, K extends keyof T>(value: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, comparable(String(key), value[key])])) as Pick<T, K>;
}

function comparable(name: string, value: unknown): unknown {
  if (name === 'reasons' && Array.isArray(value)) return (value as unknown[]).toSorted();
  return name.endsWith('_at') && typeof value === 'string' ? sameInstant(value) : value;
}

/** The one text of an instant, whatever digits its fraction ends with; a text that is no instant stays as it is. */
export const sameInstant = (text: string): string => text.replace(/^([^.]+:\d\d)(?:\.0+|(\.\d*[1-9])0+)Z$/, '$1$2Z');

export const caseProperties = [
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
export const artifactProperties = ['id', 'kind', 'content_type', 'size', 'sha256', 'created_at'] as const;
export const decisionProperties = ['status', 'score', 'reasons', 'decided_at'] as const;

/** The members of a case that the contract knows, in its artifacts too. */
export function knownCase(found: Case): object {
  const artifacts = isListOfObjects(found.artifacts)
    ? found.artifacts.map((artifact) => pick(artifact, ...artifactProperties))
    : found.artifacts;
  return { ...pick(found, ...caseProperties), artifacts };
}

/** The artifacts that a case lists, where they are compared; that a case lists them at all is judged elsewhere. */
export function listedIn({ artifacts }: Case): Artifact[] {
  if (isListOfObjects(artifacts)) return artifacts;
  const by = 'get-case.lists-evidence';
  throw new Inconclusive(`blocked by ${by}: expected a list of artifacts, but saw ${show(artifacts)}`, by);
}

export const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** True when the answer shows a case status: what a read that must be refused may not. */
export function showsStatus(response: HttpResponse): boolean {
  if (!isAccepted(response)) return false;
  try {
    const body = jsonOf(response);
    return isObject(body) && ['PENDING', 'APPROVED', 'DENIED'].includes(String(body['status']));
  } catch {
    return false;
  }
}
