import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { forEachRow } from '../support/rows.ts';
import { hasTimestampForm } from '../support/timestamps.ts';

/** The form of timestamps. */
export const timestampChecks = {
  'http.timestamps-utc': async ({ tenant, claimsSandbox }) => {
    const { id, response } = await tenant.openCase();
    const artifact = await tenant.addArtifact(id);
    const read = await tenant.readOrBlock(id);

    const timestamps: Record<string, () => unknown> = {
      'created_at of a create': () => objectOf(response)['created_at'],
      'created_at of an artifact': () => artifact.created_at,
      'created_at of a read': () => caseIn(read).created_at,
      // Only the sandbox can be made to decide.
      ...(claimsSandbox && {
        'decided_at of a read': async () => (await tenant.decidedCase('APPROVED')).decided_at,
      }),
    };
    await forEachRow(timestamps, async (timestamp) => {
      const value = await timestamp();
      const holds = hasTimestampForm(value) && !Number.isNaN(Date.parse(String(value)));
      expectThat('wrong-timestamp', holds, 'a timestamp in RFC 3339, UTC, with Z', show(value), read);
    });
  },
} satisfies Partial<Checks<'http'>>;
