import type { HttpResponse } from '../../engine/exchange.ts';
import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { forEachRow } from '../support/rows.ts';
import { hasTimestampForm } from '../support/timestamps.ts';

/** The form of timestamps. */
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
} satisfies Partial<Checks<'http'>>;
