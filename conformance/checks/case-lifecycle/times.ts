import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectThat, show } from '../../engine/expect.ts';
import {
  type Artifact,
  artifactProperties,
  type Case,
  caseIn,
  listedIn,
  pick,
  requireArtifacts,
  requireDecided,
} from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg } from '../../values/evidence-files.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import type { Tenant } from '../support/tenant.ts';
import { instantOf } from '../support/timestamps.ts';

const another = { kind: 'ID_BACK', file: jpeg('another') };
const maxClockDifference = 5;

/** Requests that change a pending case, or try to, in the order in which they are sent. */
const changes: Record<string, (tenant: Tenant, id: string) => Promise<unknown>> = {
  'after evidence': (tenant, id) => tenant.addEvidence(id),
  'after more evidence': (tenant, id) => tenant.addEvidence(id, another, 'upload-artifact.accepts-kinds'),
  'after a rejected upload': (tenant, id) =>
    rejectedPrecondition('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' })),
};

const decisions = { 'after an approval': 'approve', 'after a denial': 'deny' } as const;

const factsOf = (found: Case) => pick(found, 'id', 'type', 'reference', 'created_at');

/** Lets the sandbox decide a case. Returns a read before the upload, the upload that decides it, and a read after it. */
async function decide({ tenant }: Context, directive: 'approve' | 'deny') {
  const by = directive === 'approve' ? 'sandbox.suffix-ignored' : 'sandbox.denies-person';
  const { id } = await tenant.openSandboxCase(directive);
  const opened = caseIn(await tenant.readOrBlock(id));
  const artifact = await tenant.addArtifact(id, {}, by);
  await precondition(by, () => tenant.decision(id));
  return { opened, artifact, read: await requireDecided(await tenant.readOrBlock(id)) };
}

function expectSameFacts(read: HttpResponse, before: Case): void {
  expectSame('wrong-case', 'the case', factsOf(caseIn(read)), factsOf(before), read);
}

function expectListed(read: HttpResponse, artifact: Artifact): void {
  const [listed] = listedIn(caseIn(read));
  const shown = listed && pick(listed, ...artifactProperties);
  expectSame('wrong-artifact', 'the artifact', shown, pick(artifact, ...artifactProperties), read);
}

/** Fails if the later event has an earlier time. Five seconds are tolerated, because two machines may have different clocks. */
async function expectInOrder(what: string, earlier: unknown, later: unknown, response: HttpResponse): Promise<void> {
  const apart = await precondition(
    'http.timestamps-utc',
    async () => (instantOf(what, later) - instantOf(what, earlier)) / 1_000_000_000n,
  );
  expectThat(
    'times-out-of-order',
    apart >= -maxClockDifference,
    `a time not more than ${maxClockDifference} s before ${show(earlier)}`,
    show(later),
    response,
  );
}

/** Checks of the properties that never change, and of the order of timestamps. */
export const caseTimeChecks = {
  'case-lifecycle.facts-unchanged': check({ long: true }, async (context) => {
    const { tenant, claimsSandbox } = context;
    const { id } = await tenant.openCase();
    const before = caseIn(await tenant.readOrBlock(id));
    await forEachRowInOrder(changes, async (change) => {
      await change(tenant, id);
      expectSameFacts(await tenant.readOrBlock(id), before);
    });
    if (!claimsSandbox) return;
    await forEachRow(decisions, async (directive) => {
      const decided = await decide(context, directive);
      await inRow('the case', async () => expectSameFacts(decided.read, decided.opened));
      await inRow('its artifact', async () => {
        await precondition('get-case.lists-evidence', async () => {
          const pending = await tenant.openCase();
          const artifact = await tenant.addArtifact(pending.id);
          expectListed(await tenant.readOrBlock(pending.id), artifact);
        });
        expectListed(decided.read, decided.artifact);
      });
    });
  }),

  'case-lifecycle.times-in-order': async (context) => {
    const { tenant, claimsSandbox } = context;
    const { id } = await tenant.openCase();
    await tenant.addEvidence(id);
    await tenant.addEvidence(id, another, 'upload-artifact.accepts-kinds');
    const read = await tenant.readOrBlock(id);
    await requireArtifacts(read, 2);
    const { created_at: created } = caseIn(read);
    const artifacts = listedIn(caseIn(read)).map((artifact) => artifact.created_at);

    await inRow('the first artifact after its case', () => expectInOrder('created_at', created, artifacts[0], read));
    await inRow('the second artifact after the first', () =>
      expectInOrder('created_at', artifacts[0], artifacts[1], read),
    );
    if (!claimsSandbox) return;
    await inRow('a decision after its evidence', async () => {
      const { artifact, read: decided } = await decide(context, 'approve');
      await expectInOrder('decided_at', artifact.created_at, caseIn(decided).decided_at, decided);
    });
  },
} satisfies Checks<'case-lifecycle'>;
