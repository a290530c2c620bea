import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { hasTimestampForm } from '../support/timestamps.ts';

/** The form of timestamps. */
export const timestampChecks = {
  'http.timestamps-utc': async ({ tenant, claimsSandbox }) => {
    const { id, response } = await tenant.openCase();
    const artifact = await tenant.addArtifact(id);
    const read = await tenant.readOrBlock(id);

    const judge = (what: string, value: unknown) => {
      expectThat(
        'wrong-timestamp',
        hasTimestampForm(value) && !Number.isNaN(Date.parse(String(value))),
        `${what} in RFC 3339, UTC, with Z`,
        show(value),
        read,
      );
    };

    judge('created_at of a create', objectOf(response)['created_at']);
    judge('created_at of an artifact', artifact.created_at);
    judge('created_at of a read', caseIn(read).created_at);
    // Only the sandbox can be made to decide.
    if (claimsSandbox) judge('decided_at of a read', (await tenant.decidedCase('APPROVED')).decided_at);
  },
} satisfies Partial<Checks<'http'>>;
