import { type Defect, changingBody, type FaultTable } from '../support/fault.ts';
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

// In Mexico.
const hoursBehind = 6 * 3_600_000;
const inLocalTime = (time: string) => new Date(Date.parse(time) - hoursBehind).toISOString();

const faults: FaultTable = {
  'http.timestamps-utc': {
    'writes times with an offset': changingTimes((time) => time.replace('Z', '+00:00'), ['case', 'artifact']),
    'writes times without Z': changingTimes((time) => time.slice(0, -1)),
    'writes times with a space': changingTimes((time) => time.replace('T', ' ')),
    'writes times in seconds since 1970': changingTimes((time) => Math.floor(Date.parse(time) / 1000)),
    'writes the times of artifacts with an offset': changingTimes((time) => time.replace('Z', '+00:00'), ['artifact']),
    'writes the time of a read with an offset': changingBody('getCase', (body) => ({
      ...body,
      created_at: (body['created_at'] as string).replace('Z', '-00:00'),
    })),
    'writes the time of a decision as a date': changingBody('getCase', (body) => ({
      ...body,
      decided_at: (body['decided_at'] as string | null)?.slice(0, 10) ?? null,
    })),
  },
  'http.timestamps-by-clock': {
    // Local time under Z.
    'writes all times in local time': () => ({ now: () => new Date(Date.now() - hoursBehind) }),
    'writes the times of artifacts in local time': changingTimes(inLocalTime, ['artifact']),
    'shows a case that is read in local time': changingBody('getCase', (body) => ({
      ...body,
      created_at: inLocalTime(body['created_at'] as string),
    })),
    'shows the artifacts of a case in local time': changingBody('getCase', (body) => ({
      ...body,
      artifacts: (body['artifacts'] as Artifact[]).map((each) => ({
        ...each,
        created_at: inLocalTime(each.created_at),
      })),
    })),
    'writes the time of a decision in local time, east of Greenwich': changingBody('getCase', (body) => ({
      ...body,
      decided_at:
        body['decided_at'] === null
          ? null
          : new Date(Date.parse(body['decided_at'] as string) + hoursBehind).toISOString(),
    })),
  },
};

export default faults;
