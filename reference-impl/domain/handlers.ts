import type { Case } from './contract.ts';
import type { Handler } from '../parts.ts';
import { invalid, problem } from './rejections.ts';

export const createCase: Handler<'createCase'> = async ({ caller, read }, parts) => {
  const { body, once } = await read();
  const directive = parts.directiveOf(body.reference);
  if (directive && (caller.mode === 'live' || directive.effect === 'unknown'))
    return invalid([{ pointer: '#/reference', detail: 'is not a sandbox reference that this key may use' }]);
  // Before its key is stored, so that the repetition may succeed (D72).
  if (directive?.effect === 'error') return parts.sandboxError(directive.status);

  const opened = parts.newCase(body, parts);
  const response = { status: 201, headers: { Location: parts.locationOf(opened) }, body: opened } as const;
  const outcome = await parts.store.openCase(caller, opened, once, response);

  if (outcome === 'done') return response;
  return typeof outcome === 'string' ? rejections[outcome] : outcome.replay;
};

export const getCase: Handler<'getCase'> = async ({ path, caller }, { store }) => {
  const found = await store.findCase(caller, path.case_id);
  if (!found) return rejections['not-found'];
  return { status: 200, body: found };
};

export const uploadArtifact: Handler<'uploadArtifact'> = async ({ path, caller, read }, parts) => {
  if (!(await parts.store.findCase(caller, path.case_id))) return rejections['not-found'];
  const { body, once } = await read();

  const artifact = parts.newArtifact(body, parts);
  const response = { status: 201, body: artifact } as const;
  // The bytes are durable before their record; after a crash in between, the next start of the process deletes them.
  await body.file.keep(artifact.id);
  const change = (to: Case) => parts.accept(to, artifact, parts);
  const announce = (changed: Case) => parts.eventOf(changed, caller, parts);
  const outcome = await parts.store.acceptArtifact(caller, path.case_id, change, once, response, announce);

  if (outcome === 'done') return response;
  await body.file.discard();
  return typeof outcome === 'string' ? rejections[outcome] : outcome.replay;
};

const rejections = {
  // Another tenant's case looks like one that never existed (D22).
  'not-found': problem(404, 'not-found', 'No case has this id.'),
  // Whatever else is wrong with the upload: the state of a case is checked last (D29, D30).
  'case-closed': problem(409, 'case-closed', 'The case is decided and accepts no more evidence.'),
  'artifact-limit-reached': problem(
    409,
    'artifact-limit-reached',
    'The case has the maximum number of artifacts and accepts no more.',
  ),
  // The key belongs to the first payload (D36).
  'idempotency-key-reused': problem(422, 'idempotency-key-reused', 'This key was used with another payload.'),
};
