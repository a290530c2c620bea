import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectThat, objectOf } from '../engine/expect.ts';
import { jpeg } from '../evidence-files/index.ts';
import { arranged, type Checks, type Context, each, refused } from './context.ts';
import { unknownIds } from './get-case.ts';
import { artifactMembers, type Case, caseIn, knownCase, listedIn, pick, showsStatus, type Tenant } from './tenant.ts';

const notFound = (answer: Answer) => expectProblem(answer, 404, '/problems/not-found');

/**
 * The foreign answer differs from those to two unknown ids in nothing but what already differs between these two, such
 * as `instance`.
 */
function expectAlike(foreign: Answer, unknown: [Answer, Answer]): void {
  const [first, second] = unknown.map(objectOf) as [Record<string, unknown>, Record<string, unknown>];
  const stable = (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) => isDeepStrictEqual(first[name], second[name]) || !(name in first)),
    );
  expectSame('the status', foreign.status, unknown[0].status, foreign);
  expectSame('the body', stable(objectOf(foreign)), stable(first), foreign);
}

/** Each tenant as the owner of what the other one asks for. */
const pairs = ({ tenant, other }: Context) =>
  [
    [tenant, other],
    [other, tenant],
  ] as const;

/** A case of the owner that takes evidence and, with the sandbox, one that is decided. */
async function casesOf(owner: Tenant, claimsSandbox: boolean): Promise<string[]> {
  const { id } = await owner.openCase();
  await owner.addEvidence(id);
  return claimsSandbox ? [id, (await owner.decidedCase('APPROVED')).id] : [id];
}

const notShown = (answer: Answer) =>
  expectThat(!showsStatus(answer), 'an answer without a case', `status ${answer.status} with a case`, answer);

const artifactsIn = (found: Case) => listedIn(found).map((artifact) => pick(artifact, ...artifactMembers));

export const tenancy: Checks<'tenancy'> = {
  'tenancy.foreign-read-404': async (context) => {
    for (const [owner, stranger] of pairs(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) {
        await owner.readCase(id);
        notFound(await stranger.read(id));
      }
  },

  'tenancy.foreign-upload-404': async (context) => {
    for (const [owner, stranger] of pairs(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) {
        notFound(await stranger.upload(id));
        notFound(await stranger.upload(id, { kind: 'UNKNOWN' }));
      }
  },

  'tenancy.foreign-upload-stores-nothing': async (context) => {
    const unchanged: (() => Promise<void>)[] = [];
    for (const [owner, stranger] of pairs(context)) {
      const { id } = await (context.claimsSandbox ? owner.openSandboxCase('approve') : owner.openCase());
      const taking = await owner.openCase();
      await owner.addEvidence(taking.id);
      await arranged('get-case.lists-evidence', async () =>
        expectSame('the number of artifacts', listedIn(await owner.readCase(taking.id)).length, 1),
      );
      for (const each of [id, taking.id]) {
        const before = await owner.readCase(each);
        await stranger.upload(each, { file: jpeg('foreign'), kind: 'SELFIE' });
        unchanged.push(async () => {
          const read = await owner.look(each);
          // What is no case of the sandbox may be decided at any time (D80).
          const seen = (found: typeof before) =>
            each === id && context.claimsSandbox ? knownCase(found) : artifactsIn(found);
          expectSame('the case', seen(caseIn(read)), seen(before), read);
        });
      }
    }

    await context.throughout(async () => {
      for (const judge of unchanged) await judge();
    });
  },

  'tenancy.foreign-read-like-unknown': async ({ tenant, other }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);

    const foreign = await refused('tenancy.foreign-read-404', () => other.read(id));
    const unknown = (which: number) => refused('get-case.unknown-404', () => other.read(unknownIds[which]!));
    expectAlike(foreign, [await unknown(0), await unknown(1)]);
  },

  'tenancy.foreign-upload-like-unknown': async ({ tenant, other }) => {
    const { id } = await tenant.openCase();
    await tenant.addEvidence(id);

    const foreign = await refused('tenancy.foreign-upload-404', () => other.upload(id));
    const unknown = (which: number) =>
      refused('upload-artifact.case-must-exist', () => other.upload(unknownIds[which]!));
    expectAlike(foreign, [await unknown(0), await unknown(1)]);
  },

  'tenancy.ids-unique': async (context) => {
    const { tenant, other, run } = context;
    for (let at = 0; at < 3; at += 1) await Promise.all([tenant.openCase(), other.openCase()]);

    // Tenants that count for themselves come to the same number sooner or later: every case of the run is looked at.
    await context.othersDone();
    const own = run.openedBy(tenant.credential);
    const shared = [...run.openedBy(other.credential)].filter((id) => own.has(id));
    expectSame('the ids that both tenants were given,', shared, []);
    // A tenant is two with its two modes (D70).
    const separate = context.claimsSandbox && run.manifest.keys.live !== undefined;
    const inBoth = separate ? [...run.openedBy(context.live.credential)].filter((id) => own.has(id)) : [];
    expectSame('the ids that a tenant was given in both modes,', inBoth, []);
  },

  'tenancy.same-reference-apart': async ({ tenant, other, run }) => {
    const reference = run.reference();
    const first = await tenant.openCase('PF', reference);
    await other.openCase('PM');

    const created = await other.create(other.newCase('PM', reference));

    expectAccepted(created);
    const second = other.idOf(created);
    expectThat(second !== first.id, 'a case of its own for the second tenant', 'the case of the first', created);
    await tenant.addEvidence(first.id);
    const [own, foreign] = [await tenant.look(first.id), await other.look(second)];
    expectSame('the type', [caseIn(own).type, caseIn(foreign).type], ['PF', 'PM'], foreign);
    expectSame('the artifacts of the second case', listedIn(caseIn(foreign)), [], foreign);
    notShown(await tenant.read(second));
    notShown(await other.read(first.id));
  },

  'tenancy.apart-under-load': async ({ tenant, other }) => {
    const cases = await Promise.all([tenant, other].map(async (owner) => [owner, await owner.openCase()] as const));
    const [[first, firstCase], [second, secondCase]] = cases as [(typeof cases)[number], (typeof cases)[number]];
    await first.readCase(firstCase.id);
    await second.readCase(secondCase.id);
    await refused('tenancy.foreign-read-404', () => first.read(secondCase.id));
    await refused('tenancy.foreign-read-404', () => second.read(firstCase.id));

    const round = (at: number): Promise<void>[] => [
      own(first, firstCase.id),
      own(second, secondCase.id),
      at % 2 === 0 ? foreign(first, secondCase.id) : foreign(second, firstCase.id),
    ];
    const own = async (owner: Tenant, id: string) => {
      const read = await owner.read(id, { racing: true });
      expectSame('the id', caseIn(read).id, id, read);
    };
    const foreign = async (stranger: Tenant, id: string) => notShown(await stranger.read(id, { racing: true }));
    await each(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`round ${at + 1}`, at])), async (at) => {
      await Promise.all(round(at));
    });
    const creates = Array.from({ length: 20 }, async (_, at) => {
      const owner = at % 2 === 0 ? first : second;
      const body = owner.newCase();
      const created = await owner.create(body, { racing: true });
      expectAccepted(created);
      expectSame('the reference', objectOf(created)['reference'], body.reference, created);
      return [owner, owner.idOf(created)] as const;
    });
    for (const [owner, id] of await Promise.all(creates)) await own(owner, id);
  },

  'tenancy.modes-apart-on-read': async ({ tenant, live }) => {
    for (const [owner, stranger] of [
      [tenant, live],
      [live, tenant],
    ] as const) {
      const { id } = await owner.openCase();
      await owner.readCase(id);
      await stranger.openCase();
      notFound(await stranger.read(id));
    }
  },

  'tenancy.modes-apart-on-upload': async ({ tenant, live }) => {
    for (const [owner, stranger] of [
      [tenant, live],
      [live, tenant],
    ] as const) {
      const { id } = await owner.openCase();
      await owner.addEvidence(id);
      const before = await owner.readCase(id);
      await stranger.openCase();
      notFound(await stranger.upload(id));
      const read = await owner.look(id);
      expectSame('the artifacts', artifactsIn(caseIn(read)), artifactsIn(before), read);
    }
  },
};
