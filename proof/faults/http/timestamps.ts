import { type Defect, type Fault, changingBody, failing, type FaultTable } from '../support/fault.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';

/** Cases and artifacts with another form of time. */
const changingTimes =
  (created: (time: string) => unknown, where: ('case' | 'artifact')[] = ['case']): Defect =>
  (original) => ({
    ...(where.includes('case') && { newCase: (...given) => retimed(original.newCase(...given), created) }),
    ...(where.includes('artifact') && { newArtifact: (...given) => retimed(original.newArtifact(...given), created) }),
  });

const retimed = <T extends Case | Artifact>(record: T, created: (time: string) => unknown): T => ({
  ...record,
  created_at: created(record.created_at) as string,
});

/** Changes the form of a timestamp in a case. */
const timesOfCase = {
  'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a create' },
  'create-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
  'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
} satisfies Fault['breaks'];

// In Mexico.
const hoursBehind = 6 * 3_600_000;
const inLocalTime = (time: string) => new Date(Date.parse(time) - hoursBehind).toISOString();

/** Defects that the checks in `conformance/checks/http/timestamps.ts` must find. */
export const httpTimestampsFaults: FaultTable = {
  'writes times with an offset': [
    {
      ...timesOfCase,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    changingTimes((time) => time.replace('Z', '+00:00'), ['case', 'artifact']),
  ],
  ...failing(timesOfCase, {
    'writes times without Z': changingTimes((time) => time.slice(0, -1)),
    'writes times with a space': changingTimes((time) => time.replace('T', ' ')),
  }),
  'writes times in seconds since 1970': [
    { ...timesOfCase, 'case-lifecycle.decided-case-has-time': 'wrong-timestamp' },
    changingTimes((time) => Math.floor(Date.parse(time) / 1000)),
  ],
  'writes the times of artifacts with an offset': [
    {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/created_at' },
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    changingTimes((time) => time.replace('Z', '+00:00'), ['artifact']),
  ],
  'writes the time of a read with an offset': [
    {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a read' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': { code: 'wrong-case', actual: '-00:00' },
    },
    changingBody('getCase', (body) => ({
      ...body,
      created_at: (body['created_at'] as string).replace('Z', '-00:00'),
    })),
  ],
  'writes the time of a decision as a date': [
    {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
      'case-lifecycle.decided-case-has-time': 'wrong-timestamp',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    changingBody('getCase', (body) => ({
      ...body,
      decided_at: (body['decided_at'] as string | null)?.slice(0, 10) ?? null,
    })),
  ],
  // Local time under Z.
  'writes all times in local time': [
    { 'http.timestamps-by-clock': { code: 'clock-disagrees', row: 'created_at of a create' } },
    () => ({ now: () => new Date(Date.now() - hoursBehind) }),
  ],
  'writes the times of artifacts in local time': [
    {
      'http.timestamps-by-clock': { code: 'clock-disagrees', row: 'created_at of an upload' },
      'case-lifecycle.times-in-order': { code: 'times-out-of-order', row: 'the first artifact after its case' },
    },
    changingTimes(inLocalTime, ['artifact']),
  ],
  'shows a case that is read in local time': [
    {
      'http.timestamps-by-clock': { code: 'clock-disagrees', row: 'created_at of a read' },
      'get-case.like-created': 'wrong-case',
    },
    changingBody('getCase', (body) => ({ ...body, created_at: inLocalTime(body['created_at'] as string) })),
  ],
  'shows the artifacts of a case in local time': [
    {
      'http.timestamps-by-clock': { code: 'clock-disagrees', row: 'created_at of an artifact in a read' },
      'get-case.lists-evidence': 'wrong-artifacts',
      'case-lifecycle.times-in-order': { code: 'times-out-of-order', row: 'the first artifact after its case' },
    },
    changingBody('getCase', (body) => ({
      ...body,
      artifacts: (body['artifacts'] as Artifact[]).map((each) => ({
        ...each,
        created_at: inLocalTime(each.created_at),
      })),
    })),
  ],
  'writes the time of a decision in local time, east of Greenwich': [
    { 'http.timestamps-by-clock': { code: 'clock-disagrees', row: 'decided_at of a read' } },
    changingBody('getCase', (body) => ({
      ...body,
      decided_at:
        body['decided_at'] === null
          ? null
          : new Date(Date.parse(body['decided_at'] as string) + hoursBehind).toISOString(),
    })),
  ],
};
