import { Case } from '../../../generated/validators.js';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectStatus, expectThat, expectValid, isAccepted, objectOf, show } from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { Violation } from '../../engine/verdict.ts';
import { caseIn, decisionProperties, idIn, knownCase, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { sharedRows } from '../support/rows/shared.ts';
import { decisionTime } from '../support/tenant.ts';

/** Reads of a case in each state: without evidence, with evidence and, with the sandbox, decided. */
async function readsOfStates({ tenant, claimsSandbox }: Context): Promise<Record<string, () => Promise<HttpResponse>>> {
  const { id } = await tenant.openCase();
  const decided = async () => {
    const denied = await tenant.openSandboxCase('deny');
    await tenant.addEvidence(denied.id, {}, 'sandbox.denies-person');
    await precondition('sandbox.denies-person', () => tenant.decision(denied.id));
    return denied.id;
  };
  const states: Record<string, () => Promise<string>> = {
    'a case without evidence': async () => id,
    'a case with evidence': async () => {
      await tenant.addEvidence(id);
      return id;
    },
    ...(claimsSandbox && { 'a decided case': decided }),
  };
  return Object.fromEntries(
    Object.entries(states).map(([label, reach]) => [label, async () => tenant.readOrBlock(await reach())]),
  );
}

/** Judges the read of a case in each state. Sent once per run. */
async function forEachState(context: Context, judge: (read: HttpResponse) => void): Promise<void> {
  const reads = await sharedRows(context, 'a read in each state', readsOfStates, forEachRowInOrder);
  await forEachRow(reads, async (receive) => judge(await receive()));
}

// Creates of cases that the sandbox decides.
const decidedCreates = [
  { type: 'PF', reference: 'sandbox:approve' },
  { type: 'PF', reference: 'sandbox:deny' },
  { type: 'PM', reference: 'sandbox:deny' },
] as const;

/** The id of a case that the sandbox will decide; undefined if a step fails; other checks report that failure. */
async function openCaseToBeDecided(
  { tenant }: Context,
  body: (typeof decidedCreates)[number],
): Promise<string | undefined> {
  try {
    const created = await tenant.create(body);
    if (!tenant.hasOpened(created)) return undefined;
    const id = tenant.idOf(created);
    return isAccepted(await tenant.upload(id)) ? id : undefined;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return undefined;
  }
}

/** Every read before the decision shows the case. */
async function readsUntilDecided(context: Context, body: (typeof decidedCreates)[number]): Promise<void> {
  const id = await openCaseToBeDecided(context, body);
  const begun = performance.now();
  while (id !== undefined && caseIn(await context.tenant.read(id)).status === 'PENDING') {
    if (performance.now() - begun > decisionTime) return;
    await wait(50, context.run.signal);
  }
}

/** Checks of the response to a read. */
export const readChecks = {
  'get-case.reads-case': check({ watches: true }, async (context) => {
    const { id } = await context.tenant.openCase();

    if (context.claimsSandbox) await Promise.all(decidedCreates.map((body) => readsUntilDecided(context, body)));
    await context.repeatUntilRunEnds(async () => void caseIn(await context.tenant.read(id)));
  }),

  'get-case.status': (context) =>
    forEachState(context, (read) => {
      const { status } = caseIn(read);
      const holds = ['PENDING', 'APPROVED', 'DENIED'].includes(status);
      expectThat('wrong-case-status', holds, 'a status PENDING, APPROVED or DENIED', show(status), read);
    }),

  'get-case.score': (context) =>
    forEachState(context, (read) => {
      const { score } = caseIn(read);
      expectThat('wrong-score', Number.isInteger(score), 'an integer as score', show(score), read);
    }),

  'get-case.reasons': (context) =>
    forEachState(context, (read) => {
      const { reasons } = caseIn(read) as { reasons: unknown };
      const holds = Array.isArray(reasons) && reasons.every((reason) => typeof reason === 'string');
      expectThat('wrong-reasons', holds, 'an array of strings as reasons', show(reasons), read);
    }),

  'get-case.answers-200': (context) => forEachState(context, (read) => expectStatus(read, 200)),

  'get-case.answers-case': async (context) => {
    const { tenant } = context;
    const fits = (read: HttpResponse) => void expectValid(read, Case, 'Case');
    await forEachState(context, fits);
    await inRow('an entity with evidence', async () =>
      fits(await tenant.readOrBlock(await tenant.openCaseWithEvidence({}, 'PM'))),
    );
    const live = context.tenantIfSupplied('live');
    if (live)
      await inRow('a live case with evidence', async () =>
        fits(await live.readOrBlock(await live.openCaseWithEvidence())),
      );
  },

  'get-case.like-created': check({ watches: true }, async (context) => {
    const { tenant, claimsSandbox, run } = context;
    // A faulty cache may damage only unusual characters, so the reference has some.
    const reference = ` Ñandú 🪪 ${run.reference()} `;
    const { id, response: created } = await tenant.openCase('PF', reference, 'create-case.returns-reference');

    const read = await tenant.readOrBlock(id);

    // Outside the sandbox a service may decide at any time (D80).
    const decided = !claimsSandbox && caseIn(read).status !== 'PENDING';
    const known = (response: typeof read) => {
      const whole = knownCase(objectOf(response) as never) as Record<string, unknown>;
      return decided
        ? { ...whole, ...Object.fromEntries(decisionProperties.map((name) => [name, '(decided)'])) }
        : whole;
    };
    expectSame('wrong-case', 'the case', known(read), known(created), read);

    // A value that is computed for each response, such as the time, differs after a while.
    await context.waitForOtherChecks();
    const later = await tenant.readOrBlock(id);
    const lasting = (response: typeof read) => pick(caseIn(response), 'id', 'type', 'reference', 'created_at');
    expectSame('wrong-case', 'the case', lasting(later), lasting(created), later);
  }),

  'get-case.own-case': async ({ tenant }) => {
    const opened = [await tenant.openCase(), await tenant.openCase(), await tenant.openCase()];
    const references = Object.fromEntries(opened.map(({ id, response }) => [id, objectOf(response)['reference']]));
    await precondition('create-case.assigns-identifier', async () =>
      expectSame('repeated-id', 'the number of ids', Object.keys(references).length, opened.length),
    );

    await forEachRow(references, async (reference, id) => {
      const read = await tenant.readOrBlock(id);
      const shown = { id: idIn(caseIn(read)), reference: caseIn(read).reference };
      expectSame('wrong-case', 'the id and reference', shown, { id, reference }, read);
    });
  },
} satisfies Checks<'get-case'>;
