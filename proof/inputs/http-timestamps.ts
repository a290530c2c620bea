import { sends } from './support/changes.ts';
import type { InputFault, InputFaults } from './support/fault.ts';
import type { Input, Properties } from './support/input.ts';

/** Times that are written otherwise: those of cases, of artifacts, and of decisions. */
const times = (
  change: (time: string) => unknown,
  of: ('case' | 'artifact' | 'decision')[],
  is: (input: Input) => boolean = () => true,
): InputFault => {
  const retimed = (body: Properties): Properties => {
    const { created_at, decided_at, artifacts } = body;
    const own = of.includes(artifacts ? 'case' : 'artifact') && { created_at: change(String(created_at)) };
    const isDecided = of.includes('decision') && typeof decided_at === 'string';
    return {
      ...body,
      ...own,
      ...(isDecided && { decided_at: change(decided_at) }),
      ...(Array.isArray(artifacts) && { artifacts: artifacts.map(retimed) }),
    };
  };
  return sends(
    ({ status, body }, input) => status < 300 && body !== undefined && is(input),
    ({ body }) => ({ body: retimed(body!) }),
  );
};

const isRead = ({ operation }: Input) => operation === 'read';
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
const withOffset = (time: string) => time.replace('Z', '+00:00');
// In Mexico.
const hoursBehind = 6;
const shifted = (by: number) => (time: string) => new Date(Date.parse(time) + by * 3_600_000).toISOString();
const local = shifted(-hoursBehind);

// A decision has the time of the artifact that it needs.
const faults: InputFaults = {
  'writes times with an offset': times(withOffset, ['case', 'artifact', 'decision']),
  'writes times without Z': times((time) => time.slice(0, -1), ['case']),
  'writes times with a space': times((time) => time.replace('T', ' '), ['case']),
  'writes times in seconds since 1970': times(seconds, ['case', 'decision']),
  'writes the times of artifacts with an offset': times(withOffset, ['artifact', 'decision']),
  'writes the time of a read with an offset': times((time) => time.replace('Z', '-00:00'), ['case'], isRead),
  'writes the time of a decision as a date': times((time) => time.slice(0, 10), ['decision'], isRead),
  'writes times with twelve fraction digits': times(
    (time) => time.replace('Z', '012345678Z'),
    ['case', 'artifact', 'decision'],
  ),
  'writes a leap second as second 60': times(
    (time) => time.replace(/\d\d(\.\d+)?Z$/, '60$1Z'),
    ['case', 'artifact', 'decision'],
  ),
  'writes the time of a decision with the picoseconds of its database': times(
    (time) => time.replace('Z', '000000000Z'),
    ['decision'],
  ),
  'writes all times in local time': times(local, ['case', 'artifact', 'decision']),
  'writes the times of artifacts in local time': times(local, ['artifact']),
  'shows a case that is read in local time': times(local, ['case'], isRead),
  'shows the artifacts of a case in local time': times(local, ['artifact'], isRead),
  'writes the time of a decision in local time, east of Greenwich': times(shifted(hoursBehind), ['decision'], isRead),
};

export default faults;
