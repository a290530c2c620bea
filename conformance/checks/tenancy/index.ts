import { isDeepStrictEqual } from 'node:util';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectThat, isAccepted, objectOf } from '../../engine/expect.ts';
import {
  artifactProperties,
  type Case,
  caseIn,
  idIn,
  knownCase,
  listedIn,
  pick,
  showsStatus,
} from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context, ContextWith } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { fullCase } from '../support/fixtures/sizes.ts';
import { unknownLike, unknownUuid } from '../support/fixtures/unknown.ts';
import { wrongUploads } from '../support/fixtures/wrong-requests.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';

/** What is accepted instead may be so because of the keys: whose they are cannot be seen. */
function notFound(response: HttpResponse, question = 'are $IDV_API_KEY and $IDV_OTHER_API_KEY of two tenants?'): void {
  expectThat('accepted', !isAccepted(response), 'status 404', `status ${response.status}; ${question}`, response);
  expectProblem(response, 404, '/problems/not-found');
}

const notFoundInMode = (response: HttpResponse) => notFound(response, 'is $IDV_LIVE_API_KEY a live key?');

const namesIn = ({ exchange }: HttpResponse) => exchange.response!.headers.map(([name]) => name.toLowerCase());
// What tells of the connection, and not of the case.
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

/** The names of headers that stand on one of the two answers only. */
function namesApart(foreign: HttpResponse, unknown: HttpResponse): string[] {
  const [one, other] = [foreign, unknown].map((response) =>
    namesIn(response).filter((name) => !ofConnection.includes(name)),
  ) as [string[], string[]];
  return [
    ...one.filter((name) => !other.includes(name)).map((name) => `${name} for the foreign case`),
    ...other.filter((name) => !one.includes(name)).map((name) => `${name} for the unknown case`),
  ];
}

/**
 * The foreign answer differs from those to two unknown ids in nothing but what already differs between these two, such
 * as `instance`.
 */
async function expectAlike(
  foreignId: string,
  foreign: (id: string) => Promise<HttpResponse>,
  unknown: (id: string) => Promise<HttpResponse>,
): Promise<void> {
  const response = await foreign(foreignId);
  // An id of another form may meet another part of the service.
  const others = [await unknown(unknownLike(foreignId)), await unknown(unknownUuid)] as const;
  const [first, second] = [objectOf(others[0]), objectOf(others[1])];
  const stable = (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) => isDeepStrictEqual(first[name], second[name]) || !(name in first)),
    );
  expectSame('wrong-case-status', 'the status', response.status, others[0].status, response);
  expectSame('different-body', 'the body', stable(objectOf(response)), stable(first), response);
  // A header of a trace or of a rate limit comes and goes: only one that tells the two apart every time is judged.
  let telling = namesApart(response, others[0]);
  for (let round = 1; round <= 8 && telling.length > 0; round += 1) {
    const again = namesApart(await foreign(foreignId), await unknown(unknownLike(foreignId)));
    telling = telling.filter((name) => again.includes(name));
  }
  expectSame('different-headers', 'the headers that only one of the two has,', telling, [], response);
}

/** Each tenant as the owner of what the other one asks for. */
const pairs = ({ tenant, otherTenant }: ContextWith<'otherTenant'>) =>
  [
    [tenant, otherTenant],
    [otherTenant, tenant],
  ] as const;

/** A case of the owner that takes evidence and, with the sandbox, one that is decided. */
async function casesOf(owner: Tenant, claimsSandbox: boolean): Promise<string[]> {
  const id = await owner.openCaseWithEvidence();
  return claimsSandbox ? [id, (await owner.decidedCase('APPROVED')).id] : [id];
}

const notShown = (response: HttpResponse) =>
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'an answer without a case',
    `status ${response.status} with a case`,
    response,
  );

const artifactsIn = (found: Case) => listedIn(found).map((artifact) => pick(artifact, ...artifactProperties));

export const tenancy: Checks<'tenancy'> = {
  'tenancy.foreign-read-404': check({ needs: ['otherTenant'] }, async (context) => {
    for (const [owner, stranger] of pairs(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) {
        await owner.readCase(id);
        notFound(await stranger.read(id));
        // How a path with a slash at its end is refused is judged as that of an unknown path.
        notShown(await stranger.read(`${id}/`));
      }
  }),

  'tenancy.foreign-upload-404': check({ needs: ['otherTenant'] }, async (context) => {
    for (const [owner, stranger] of pairs(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) notFound(await stranger.upload(id));
    const { tenant, otherTenant } = context;
    const id = await tenant.openCaseWithEvidence();
    await forEachRow(wrongUploads(otherTenant, id), async (send) => notFound(await send()));
    await forEachRow({ 'again with its idempotency key': id }, () => notReplayed(context, tenant, otherTenant, id));
    // Outside the sandbox a case may be decided before it is full (D80).
    const full = context.claimsSandbox ? [(await fullCase(context)).id] : [];
    for (const foreign of full) notFound(await otherTenant.upload(foreign));
  }),

  'tenancy.foreign-upload-stores-nothing': check({ needs: ['otherTenant'], watches: true }, async (context) => {
    const unchanged: (() => Promise<void>)[] = [];
    const arrange = async ([owner, stranger]: ReturnType<typeof pairs>[number]) => {
      const { id } = await (context.claimsSandbox ? owner.openSandboxCase('approve') : owner.openCase());
      const taking = await owner.openCase();
      const empty = listedIn(await owner.readCase(taking.id)).length;
      await owner.addEvidence(taking.id);
      await precondition('get-case.lists-evidence', async () =>
        expectSame(
          'wrong-artifact-count',
          'the number of artifacts',
          [empty, listedIn(await owner.readCase(taking.id)).length],
          [0, 1],
        ),
      );
      for (const each of [id, taking.id]) {
        const before = await owner.readCase(each);
        await stranger.upload(each, { file: jpeg('foreign'), kind: 'SELFIE' });
        unchanged.push(async () => {
          const read = await owner.readOrBlock(each);
          // What is no case of the sandbox may be decided at any time (D80).
          const seen = (found: typeof before) =>
            each === id && context.claimsSandbox ? knownCase(found) : artifactsIn(found);
          expectSame('wrong-case', 'the case', seen(caseIn(read)), seen(before), read);
        });
      }
    };
    await Promise.all(pairs(context).map(arrange));

    await context.repeatUntilRunEnds(async () => {
      for (const judge of unchanged) await judge();
    });
  }),

  'tenancy.foreign-read-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);

    await expectAlike(
      id,
      (foreign) => rejectedPrecondition('tenancy.foreign-read-404', () => otherTenant.read(foreign)),
      (unknown) => rejectedPrecondition('get-case.unknown-404', () => otherTenant.read(unknown)),
    );
  }),

  'tenancy.foreign-upload-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const id = await tenant.openCaseWithEvidence();

    await expectAlike(
      id,
      (foreign) => rejectedPrecondition('tenancy.foreign-upload-404', () => otherTenant.upload(foreign)),
      (unknown) => rejectedPrecondition('upload-artifact.case-must-exist', () => otherTenant.upload(unknown)),
    );
  }),

  'tenancy.foreign-other-method-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);
    await precondition('tenancy.foreign-read-404', async () => notFound(await otherTenant.read(id)));

    // Each may be 404 or 405 (D80), but not the one for a case of another tenant and the other for a case of nobody.
    const requests = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'POST'].map((method) => ({ method, behind: '' }));
    const rows = [...requests, ...['GET', 'DELETE'].map((method) => ({ method, behind: '/artifacts' }))];
    const named = rows.map((row) => [`${row.method} /cases/{case_id}${row.behind}`, row] as const);
    await forEachRow(Object.fromEntries(named), async ({ method, behind }) => {
      const foreign = await otherTenant.send({ method, path: `/cases/${id}${behind}` });
      const unknown = await otherTenant.send({ method, path: `/cases/${unknownLike(id)}${behind}` });
      expectSame(
        'status-discloses-case',
        'the status that an unknown case gets,',
        foreign.status,
        unknown.status,
        foreign,
      );
    });
  }),

  'tenancy.ids-unique': check({ needs: ['otherTenant'] }, async (context) => {
    const { tenant, otherTenant, run } = context;
    for (let at = 0; at < 3; at += 1) await Promise.all([tenant.openCase(), otherTenant.openCase()]);

    // Tenants that count for themselves come to the same number sooner or later: every case of the run is looked at.
    await context.waitForOtherChecks();
    const own = run.openedBy(tenant.credential);
    const shared = [...run.openedBy(otherTenant.credential)].filter((id) => own.has(id));
    expectSame('shared-id', 'the ids that both tenants were given,', shared, []);
    // A tenant is two with its two modes (D70).
    const live = context.claimsSandbox ? context.suppliedCredential('live') : undefined;
    const inBoth = live ? [...run.openedBy(live)].filter((id) => own.has(id)) : [];
    expectSame('shared-id-across-modes', 'the ids that a tenant was given in both modes,', inBoth, []);
  }),

  'tenancy.same-reference-apart': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant, run }) => {
    const reference = run.reference();
    const first = await tenant.openCase('PF', reference);
    const control = await otherTenant.openCase('PM');
    await precondition('tenancy.ids-unique', async () =>
      expectThat(
        'repeated-id',
        control.id !== first.id,
        'another case than that of the first tenant',
        'the same',
        control.response,
      ),
    );

    const created = await otherTenant.create(otherTenant.newCase('PM', reference));

    expectAccepted(created);
    const second = otherTenant.idOf(created);
    expectThat(
      'shared-case',
      second !== first.id,
      'a case of its own for the second tenant',
      'the case of the first',
      created,
    );
    await tenant.addEvidence(first.id);
    const [own, foreign] = [await tenant.readOrBlock(first.id), await otherTenant.readOrBlock(second)];
    expectSame('wrong-type', 'the type', [caseIn(own).type, caseIn(foreign).type], ['PF', 'PM'], foreign);
    expectSame('foreign-data', 'the artifacts of the second case', listedIn(caseIn(foreign)), [], foreign);
    notShown(await tenant.read(second));
    notShown(await otherTenant.read(first.id));
  }),

  'tenancy.apart-under-load': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const cases = await Promise.all(
      [tenant, otherTenant].map(async (owner) => [owner, await owner.openCase()] as const),
    );
    const [[first, firstCase], [second, secondCase]] = cases as [(typeof cases)[number], (typeof cases)[number]];
    await first.readCase(firstCase.id);
    await second.readCase(secondCase.id);
    await rejectedPrecondition('tenancy.foreign-read-404', () => first.read(secondCase.id));
    await rejectedPrecondition('tenancy.foreign-read-404', () => second.read(firstCase.id));

    const round = (at: number): Promise<void>[] => [
      own(first, firstCase.id),
      own(second, secondCase.id),
      at % 2 === 0 ? foreign(first, secondCase.id) : foreign(second, firstCase.id),
    ];
    const own = async (owner: Tenant, id: string) => {
      const read = await owner.read(id, { racing: true });
      expectSame('wrong-id', 'the id', idIn(caseIn(read)), id, read);
    };
    const foreign = async (stranger: Tenant, id: string) => notShown(await stranger.read(id, { racing: true }));
    await forEachRow(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`round ${at + 1}`, at])), async (at) => {
      await Promise.all(round(at));
    });
    const creates = Array.from({ length: 20 }, async (_, at) => {
      const owner = at % 2 === 0 ? first : second;
      const body = owner.newCase();
      const created = await owner.create(body, { racing: true });
      expectAccepted(created);
      expectSame('wrong-reference', 'the reference', objectOf(created)['reference'], body.reference, created);
      return [owner, owner.idOf(created)] as const;
    });
    await Promise.all((await Promise.all(creates)).map(([owner, id]) => own(owner, id)));
  }),

  'tenancy.modes-apart-on-read': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant } = context;
    for (const [owner, stranger] of [
      [tenant, liveTenant],
      [liveTenant, tenant],
    ] as const) {
      const { id } = await owner.openCase();
      await owner.readCase(id);
      await stranger.requireCreates();
      notFoundInMode(await stranger.read(id));
    }
    const decided = await tenant.decidedCase('APPROVED');
    await forEachRow({ 'a decided case': decided }, async ({ id }) => notFoundInMode(await liveTenant.read(id)));
  }),

  'tenancy.modes-apart-on-upload': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant } = context;
    for (const [owner, stranger] of [
      [tenant, liveTenant],
      [liveTenant, tenant],
    ] as const) {
      // A case that takes evidence is another one: with a live key the first may decide it (D80).
      await owner.addEvidence((await owner.openCase()).id);
      const { id } = await owner.openCase();
      const before = await owner.readCase(id);
      await stranger.requireCreates();
      notFoundInMode(await stranger.upload(id));
      const read = await owner.readOrBlock(id);
      expectSame('wrong-artifacts', 'the artifacts', artifactsIn(caseIn(read)), artifactsIn(before), read);
      await forEachRow({ 'again with its idempotency key': id }, () => notReplayed(context, owner, stranger, id));
    }
  }),
};

/** An upload that its owner may repeat is no one else's to repeat. */
async function notReplayed({ run }: Context, owner: Tenant, stranger: Tenant, caseId: string): Promise<void> {
  const keyed = { headers: { 'Idempotency-Key': run.reference() } };
  await precondition('idempotency.key-forms', async () => expectAccepted(await owner.upload(caseId, {}, keyed)));
  notFound(await stranger.upload(caseId, {}, keyed));
}
