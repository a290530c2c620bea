import { isObject } from '../../engine/expect.ts';
import { instantOf } from '../history.ts';

const ofCase = ['id', 'type', 'reference', 'status', 'score', 'reasons', 'artifacts', 'decided_at'];
const ofArtifact = ['id', 'kind', 'content_type', 'size', 'sha256'];

/** The properties that the contract defines: a service may add others, which differ in each response. */
export function knownProperties(body: unknown): unknown {
  if (!isObject(body)) return body;
  const names = 'kind' in body ? ofArtifact : ofCase;
  return { ...Object.fromEntries(names.map((name) => [name, body[name]])), created_at: instantOf(body['created_at']) };
}
