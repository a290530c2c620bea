import type { HttpResponse } from '../../engine/exchange.ts';
import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { type Case, caseIn, listedIn, requireArtifacts, requireDecided } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, lazily } from '../support/rows/rows.ts';
import { hasTimestampForm, instantOf } from '../support/timestamps.ts';

// RFC 9110 requires a clock, but does not say how exact it is.
const minutesApart = 5;

/** The time that was just set agrees with the clock that the response itself shows, if it shows one (D86). */
function expectAgreesWithDate(timestamp: unknown, response: HttpResponse): void {
  const date = Date.parse(response.header('Date') ?? '');
  if (Number.isNaN(date)) return;
  const apart = Math.abs(Date.parse(String(timestamp)) - date) / 60_000;
  expectThat(
    'clock-disagrees',
    apart <= minutesApart,
    `a time within ${minutesApart} minutes of the Date ${response.header('Date')}`,
    show(timestamp),
    response,
  );
}

/** The form of timestamps, and the clock that they are of. */
export const timestampChecks = {
  'http.timestamps-utc': async ({ tenant, claimsSandbox }) => {
    const { id, response: created } = await tenant.openCase();

    const timestamps: Record<string, () => Promise<[value: unknown, response?: HttpResponse]>> = {
      'created_at of a create': async () => [objectOf(created)['created_at'], created],
      'created_at of an artifact': async () => [(await tenant.addArtifact(id)).created_at],
      'created_at of a read': async () => {
        const read = await tenant.readOrBlock(id);
        return [caseIn(read).created_at, read];
      },
      // Only the sandbox can be made to decide.
      ...(claimsSandbox && {
        'decided_at of a read': async () => [(await tenant.decidedCase('APPROVED')).decided_at],
      }),
    };
    await forEachRow(timestamps, async (timestamp) => {
      const [value, response] = await timestamp();
      const holds = hasTimestampForm(value) && !Number.isNaN(Date.parse(String(value)));
      expectThat('wrong-timestamp', holds, 'a timestamp in RFC 3339, UTC, with Z', show(value), response);
    });
  },

  'http.timestamps-by-clock': async ({ tenant, claimsSandbox }) => {
    const { id, response: created } = await tenant.openCase();
    const uploaded = lazily(() => tenant.addEvidence(id));
    const decided = async () => requireDecided(await tenant.readOrBlock((await tenant.decidedCase('APPROVED')).id));

    const fresh: Record<string, [response: () => Promise<HttpResponse>, timestamp: (found: Case) => unknown]> = {
      'created_at of a create': [async () => created, (found) => found.created_at],
      'created_at of a read': [() => tenant.readOrBlock(id), (found) => found.created_at],
      'created_at of an upload': [uploaded, (found) => found.created_at],
      'created_at of an artifact in a read': [
        async () => {
          await uploaded();
          const read = await tenant.readOrBlock(id);
          await requireArtifacts(read, 1);
          return read;
        },
        (found) => listedIn(found)[0]!.created_at,
      ],
      // Only the sandbox can be made to decide.
      ...(claimsSandbox && { 'decided_at of a read': [decided, (found: Case) => found.decided_at] }),
    };
    await forEachRow(fresh, async ([receive, timestampIn]) => {
      const response = await receive();
      const timestamp = timestampIn(objectOf(response) as unknown as Case);
      await precondition('http.timestamps-utc', async () => void instantOf('the time', timestamp));
      expectAgreesWithDate(timestamp, response);
    });
  },
} satisfies Checks<'http'>;
