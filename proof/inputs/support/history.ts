// What a scenario sent before a request, and services that remember it wrongly.
import { reads } from './cases.ts';
import { idIn } from './context.ts';
import type { InputFault } from './fault.ts';
import type { Answered, Artifact, Input } from './input.ts';
import { isAccepted } from './keys.ts';

type Of = (earlier: Answered, input: Input) => boolean;

/** Requests that were rejected with this problem. */
export const got =
  (problem: string) =>
  ({ shown }: Answered): boolean =>
    shown.problem === problem;

const before =
  (operation: Input['operation']) =>
  (input: Input): Answered[] =>
    input.earlier.filter((each) => each.operation === operation && idIn(each) === idIn(input));

/** The earlier uploads to the case in the path, and its earlier reads. */
export const uploadsBefore = before('upload');
export const readsBefore = before('read');

/** The earlier creates that were accepted. */
export const createsBefore = ({ earlier }: Input): Answered[] =>
  earlier.filter((each) => each.operation === 'create' && isAccepted(each));

/** Milliseconds since a time. */
export const since = (time: string | null | undefined, { at }: Input): number => (time ? at - Date.parse(time) : 0);

/** Uploads that the service stores although the original one does not: later reads list an artifact for each of them. */
export const stores = (
  of: Of,
  list = (artifacts: Artifact[], late: Artifact[]) => [...artifacts, ...late],
): InputFault => {
  const stored = (input: Input) => uploadsBefore(input).filter((each) => of(each, input));
  return reads(
    (_, input) => stored(input).length > 0,
    ({ artifacts }, input) => ({ artifacts: list(artifacts, stored(input).map(artifactFor)) }),
  );
};

const artifactFor = ({ at }: Answered): Artifact => ({
  id: `artifact_${at}`.replace('.', '_').padEnd(24, '0'),
  kind: 'ID_FRONT',
  content_type: 'image/jpeg',
  size: 1,
  sha256: '0'.repeat(64),
  created_at: new Date(at).toISOString(),
});
