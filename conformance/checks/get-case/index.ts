import { Case } from '../../../generated/validators.js';
import {
  expectNotAccepted,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  expectValid,
  isAccepted,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { Violation } from '../../engine/verdict.ts';
import {
  artifactProperties,
  caseIn,
  decisionProperties,
  idIn,
  isListOfObjects,
  knownCase,
  listedIn,
  pick,
  showsStatus,
} from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg, png } from '../support/fixtures/evidence-files.ts';
import { unknownCaseId, unknownCaseIds, unknownLike } from '../support/fixtures/unknown.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { decisionTime } from '../support/tenant.ts';

// Forms that every router carries to the handler: no dots alone, no slashes, no percent signs that end early.
const malformedIds = [
  'x',
  'short',
  '0',
  '1'.repeat(20),
  'x'.repeat(65),
  'x'.repeat(200),
  'a.b.c.d.e.f.g.h.i.j',
  "' OR '1'='1",
  'not an id at all',
  'ñandú-ñandú-ñandú',
  '*',
  'null',
];

/** An existing case as a read shows it without and with evidence and, with the sandbox, when it is decided. */
async function reads({ tenant, claimsSandbox }: Context) {
  const { id } = await tenant.openCase();
  const pending = await tenant.readOrBlock(id);
  await tenant.addEvidence(id);
  const shown = [pending, await tenant.readOrBlock(id)];
  if (!claimsSandbox) return shown;
  const denied = await tenant.openSandboxCase('deny');
  await tenant.addEvidence(denied.id, {}, 'sandbox.denies-person');
  await precondition('sandbox.denies-person', () => tenant.decision(denied.id));
  return [...shown, await tenant.readOrBlock(denied.id)];
}

// What the sandbox decides, read on the way.
const decidedSoon = [
  { type: 'PF', reference: 'sandbox:approve' },
  { type: 'PF', reference: 'sandbox:deny' },
  { type: 'PM', reference: 'sandbox:deny' },
] as const;

/** The id of a case that the sandbox decides soon; undefined where it does not, which other checks judge. */
async function deciding({ tenant }: Context, body: (typeof decidedSoon)[number]): Promise<string | undefined> {
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

/** Each read on the way to a decision shows the case. */
async function readsUntilDecided(context: Context, body: (typeof decidedSoon)[number]): Promise<void> {
  const id = await deciding(context, body);
  const begun = performance.now();
  while (id !== undefined && caseIn(await context.tenant.read(id)).status === 'PENDING') {
    if (performance.now() - begun > decisionTime) return;
    await wait(50, context.run.signal);
  }
}

export const getCase: Checks<'get-case'> = {
  'get-case.reads-case': check({ watches: true }, async (context) => {
    const { id } = await context.tenant.openCase();

    if (context.claimsSandbox) await Promise.all(decidedSoon.map((body) => readsUntilDecided(context, body)));
    await context.repeatUntilRunEnds(async () => void caseIn(await context.tenant.read(id)));
  }),

  'get-case.status': async (context) => {
    for (const response of await reads(context)) {
      const { status } = caseIn(response);
      expectThat(
        'wrong-case-status',
        ['PENDING', 'APPROVED', 'DENIED'].includes(status),
        'a status PENDING, APPROVED or DENIED',
        show(status),
        response,
      );
    }
  },

  'get-case.score': async (context) => {
    for (const response of await reads(context))
      expectThat(
        'wrong-score',
        Number.isInteger(caseIn(response).score),
        'an integer as score',
        show(caseIn(response).score),
        response,
      );
  },

  'get-case.reasons': async (context) => {
    for (const response of await reads(context)) {
      const { reasons } = caseIn(response) as { reasons: unknown };
      const holds = Array.isArray(reasons) && reasons.every((reason) => typeof reason === 'string');
      expectThat('wrong-reasons', holds, 'an array of strings as reasons', show(reasons), response);
    }
  },

  'get-case.unknown-has-no-status': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);

    await forEachRow(
      Object.fromEntries([...unknownCaseIds, unknownLike(id)].map((unknown) => [unknown, unknown])),
      async (unknown) => {
        const response = await tenant.read(unknown);
        expectThat(
          'case-disclosed',
          !showsStatus(response),
          'no case status for an identifier that was never assigned',
          `status ${response.status} with a case`,
          response,
        );
      },
    );
  },

  'get-case.answers-200': async (context) => {
    for (const response of await reads(context)) expectStatus(response, 200);
  },

  'get-case.answers-case': async (context) => {
    const { tenant } = context;
    const id = await tenant.openCaseWithEvidence({}, 'PM');

    for (const response of [await tenant.readOrBlock(id), ...(await reads(context))])
      expectValid(response, Case, 'Case');
  },

  'get-case.like-created': check({ watches: true }, async (context) => {
    const { tenant, claimsSandbox, run } = context;
    // What is kept elsewhere, such as in a cache, may come back changed only where it is not plain.
    const reference = ` Ñandú 🪪 ${run.reference()} `;
    const { id, response: created } = await tenant.openCase('PF', reference, 'create-case.returns-reference');

    const read = await tenant.readOrBlock(id);

    // Outside the sandbox a service may decide whenever it likes (D80).
    const decided = !claimsSandbox && caseIn(read).status !== 'PENDING';
    const known = (response: typeof read) => {
      const whole = knownCase(objectOf(response) as never) as Record<string, unknown>;
      return decided
        ? { ...whole, ...Object.fromEntries(decisionProperties.map((name) => [name, '(decided)'])) }
        : whole;
    };
    expectSame('wrong-case', 'the case', known(read), known(created), read);

    // What is made up for each answer, such as the time, comes out otherwise a while later.
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

  'get-case.unknown-404': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);

    // Where letters of both cases tell ids apart, a store that folds them shows one case for the id of another. A UUID or
    // a ULID is the same number in either, so it is not asked for.
    const end = id.slice(-12);
    const folded = /[a-z]/.test(end) && /[A-Z]/.test(end) ? [id.slice(0, -12) + otherCase(end)] : [];
    const ids = [...unknownCaseIds, unknownLike(id), ...folded];
    await forEachRow(Object.fromEntries(ids.map((unknown) => [unknown, unknown])), async (unknown) =>
      expectProblem(await tenant.read(unknown), 404, '/problems/not-found'),
    );
  },

  'get-case.malformed-id-404': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);
    await rejectedPrecondition('get-case.unknown-404', () => tenant.read(unknownCaseId));

    await forEachRow(
      Object.fromEntries([...malformedIds, `${id}.json`].map((wrong) => [wrong, wrong])),
      async (wrong) => expectProblem(await tenant.read(encodeURIComponent(wrong)), 404, '/problems/not-found'),
    );
  },

  'get-case.whole-id-compared': async ({ tenant }) => {
    const { id, response } = await tenant.openCase();
    await tenant.readCase(id);
    await rejectedPrecondition('get-case.unknown-404', () => tenant.read(unknownCaseId));
    // Near a short number stands the next case.
    await precondition('create-case.id-form', async () =>
      expectThat('wrong-id-form', id.length >= 16, 'an id of at least 16 characters', show(id), response),
    );

    const near = {
      'without its last character': id.slice(0, -1),
      'without its first character': id.slice(1),
      'with one more': `${id}0`,
      'with one before': `0${id}`,
      'with a space behind': `${id} `,
      'with a space before': ` ${id}`,
      // What stands for any character in SQL is a letter like any other in an id.
      'with any character for its first': `_${id.slice(1)}`,
      'without its prefix': id.replace(/^[a-z]+[_-]/, ''),
      // What readers of UUIDs leave out.
      'without its hyphens': id.replaceAll('-', ''),
    };
    await forEachRow(near, async (unknown) => {
      if (unknown !== id) expectProblem(await tenant.read(encodeURIComponent(unknown)), 404, '/problems/not-found');
    });
    // What stands between a service and its clients may refuse these for itself.
    const behind = { 'with a line end behind': `${id}\n`, 'with a parameter behind': `${id};x` };
    await forEachRow(behind, async (unknown) => expectNotAccepted(await tenant.read(encodeURIComponent(unknown))));
  },

  'get-case.lists-evidence': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();

    const uploaded: object[] = [];
    // A key has no meaning on a read (D83): what is kept under it would be out of date.
    const key = { headers: { 'Idempotency-Key': context.run.reference() } };
    const listsAll = async () => {
      const read = await tenant.readOrBlock(id, key);
      const listed = caseIn(read).artifacts;
      expectThat('wrong-artifacts', isListOfObjects(listed), 'an array of artifacts', show(listed), read);
      expectSame(
        'wrong-artifacts',
        'the artifacts',
        listed.map((artifact) => pick(artifact, ...artifactProperties)),
        uploaded,
        read,
      );
    };
    for (const file of [jpeg('first'), jpeg('second')]) {
      uploaded.push(pick(await tenant.addArtifact(id, { file }), ...artifactProperties));
      await listsAll();
    }
    await context.repeatUntilRunEnds(listsAll);
  }),

  'get-case.evidence-in-order': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const kinds = ['SELFIE', 'ID_BACK', 'PASSPORT', 'ID_FRONT', 'PROOF_OF_ADDRESS', 'ID_BACK'] as const;
    const uploaded: string[] = [];
    for (const [at, kind] of kinds.entries()) {
      const file = at % 2 === 0 ? { file: jpeg(String(at)) } : { file: png(String(at)), type: 'image/png' };
      const by = at % 2 === 0 ? 'upload-artifact.accepts-kinds' : 'upload-artifact.accepts-file-types';
      uploaded.push((await tenant.addArtifact(id, { kind, ...file }, by)).id);
    }

    const read = await tenant.readOrBlock(id);

    expectSame(
      'wrong-order',
      'the artifacts in the order',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      uploaded,
      read,
    );
  },
};

const otherCase = (text: string) =>
  text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
