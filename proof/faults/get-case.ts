import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import { problem } from '../../reference-impl/http/problems.ts';
import { changing, changingBody, type Fault } from './fault.ts';
import { storing } from './seams.ts';

const reading = (change: (found: Case) => Record<string, unknown>): Fault['parts'] =>
  changingBody('getCase', (body) => change(body as Case));
const listing = (change: (artifacts: Artifact[]) => unknown): Fault['parts'] =>
  reading((found) => ({ ...found, artifacts: change(found.artifacts) }));

/** Cases that are found by more than their whole id. */
const finding = (other: (id: string) => string | undefined): Fault['parts'] =>
  storing(({ findCase }) => ({
    findCase: async (caller, id) => {
      const meant = other(id);
      return (await findCase(caller, id)) ?? (meant === undefined ? undefined : findCase(caller, meant));
    },
  }));

/** Cases that are found by the first of all ids that fits. */
const searching = (fits: (known: string, id: string) => boolean): Fault['parts'] =>
  storing(({ findCase, openCase }) => {
    const known: [caller: Caller, id: string][] = [];
    return {
      openCase(caller, opened, ...rest) {
        known.push([caller, opened.id]);
        return openCase(caller, opened, ...rest);
      },
      async findCase(caller, id) {
        const found = known.find(
          ([owner, candidate]) => owner.tenant === caller.tenant && owner.mode === caller.mode && fits(candidate, id),
        );
        return findCase(caller, found?.[1] ?? id);
      },
    };
  });

/** Reads of ids that no case has, answered in another way. */
const missing =
  (
    concerns: (id: string) => boolean,
    status: number,
    type: 'not-found' | 'malformed-request' | 'invalid-request' | 'internal-error',
  ): Fault['parts'] =>
  (original) => ({
    async getCase(call, parts) {
      const response = await original.getCase(call, parts);
      return response.status === 404 && concerns(call.path.case_id)
        ? problem(status as 404, type as 'not-found', 'No case has this id.')
        : response;
    },
  });
const isWellFormed = (id: string) => /^(?!\d+$)[\w-]{16,64}$/.test(id);

const shown = {
  'get-case.unknown-404': { code: 'wrong-status', status: 200 },
  'tenancy.foreign-read-404': 'accepted',
  'tenancy.modes-apart-on-read': 'accepted',
} satisfies Fault['breaks'];

/** A denial that is shown in another way is not the decision that was asked for. */
const denials = {
  'sandbox.denies-person': 'wrong-decision',
  'sandbox.denies-entity': 'wrong-decision',
  'sandbox.denies-with-code': 'wrong-decision',
} satisfies Fault['breaks'];

/** Defects of the read. */
export const getCase: Fault[] = [
  {
    name: 'shows the time of the answer as created_at of a case of half a second',
    breaks: { 'get-case.like-created': 'wrong-case' },
    parts: changingBody('getCase', (body) => ({
      ...body,
      ...(String(body['reference']).includes('Ñandú') &&
        (body['artifacts'] as unknown[]).length === 0 &&
        Date.now() - Date.parse(String(body['created_at'])) > 500 && { created_at: new Date().toISOString() }),
    })),
  },
  {
    name: 'answers 404 to a read of an existing case',
    breaks: { 'get-case.reads-case': { code: 'not-accepted', status: 404 } },
    parts: () => ({ getCase: async () => problem(404, 'not-found', 'No case has this id.') }),
  },
  {
    name: 'answers a read with a list',
    breaks: { 'get-case.reads-case': 'not-an-object' },
    parts: changing('getCase', ({ body }) => ({ body: [body] })),
  },
  {
    name: 'answers 203 to a read',
    breaks: {
      'get-case.answers-200': { code: 'wrong-status', status: 203 },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}' },
    },
    parts: changing('getCase', () => ({ status: 203 })),
  },
  {
    name: 'answers 202 to a read of a pending case',
    breaks: {
      'get-case.answers-200': { code: 'wrong-status', status: 202 },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}' },
    },
    parts: changing('getCase', ({ status, body }) => ({ status: (body as Case).status === 'PENDING' ? 202 : status })),
  },
  {
    name: 'shows a status of its own when there is evidence',
    breaks: {
      'get-case.status': { code: 'wrong-case-status', actual: 'IN_REVIEW' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'IN_REVIEW' },
    },
    parts: reading((found) =>
      found.status === 'PENDING' && found.artifacts.length > 0 && !found.reference.startsWith('sandbox:')
        ? { ...found, status: 'IN_REVIEW' }
        : found,
    ),
  },
  {
    name: 'shows a status of its own when it denied',
    breaks: {
      ...denials,
      'get-case.status': { code: 'wrong-case-status', actual: 'REJECTED' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
    },
    parts: reading((found) => (found.status === 'DENIED' ? { ...found, status: 'REJECTED' } : found)),
  },
  {
    name: 'shows the status in lower case while there is no evidence',
    breaks: {
      'get-case.status': { code: 'wrong-case-status', actual: 'pending' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
      'get-case.like-created': { code: 'wrong-case', actual: 'pending' },
    },
    parts: reading((found) => ({
      ...found,
      status:
        found.artifacts.length > 0 || found.reference.startsWith('sandbox:')
          ? found.status
          : found.status.toLowerCase(),
    })),
  },
  {
    name: 'shows a score of zero as text',
    breaks: {
      'get-case.score': { code: 'wrong-score', actual: '"0"' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '"0"' },
    },
    parts: reading((found) => ({ ...found, score: found.score === 0 ? '0' : found.score })),
  },
  {
    name: 'shows no score while a case is pending',
    breaks: {
      'get-case.score': { code: 'wrong-score', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'null' },
    },
    parts: reading((found) => ({ ...found, score: found.status === 'PENDING' ? null : found.score })),
  },
  {
    name: 'shows a low score as a fraction of one',
    breaks: {
      ...denials,
      'get-case.score': { code: 'wrong-score', actual: '0.2' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
    },
    parts: reading((found) => ({ ...found, score: found.score < 50 ? found.score / 100 : found.score })),
  },
  {
    name: 'shows no reasons as null',
    breaks: {
      'get-case.reasons': { code: 'wrong-reasons', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'null' },
    },
    parts: reading((found) => ({ ...found, reasons: found.reasons.length === 0 ? null : found.reasons })),
  },
  {
    name: 'shows the reasons of a denial as objects',
    breaks: {
      ...denials,
      'get-case.reasons': { code: 'wrong-reasons', actual: 'code' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: 'code' },
    },
    parts: reading((found) => ({
      ...found,
      reasons: found.status === 'DENIED' ? found.reasons.map((code) => ({ code })) : found.reasons,
    })),
  },
  {
    name: 'shows the reasons of a denial as one text',
    breaks: {
      ...denials,
      'get-case.reasons': { code: 'wrong-reasons', actual: 'FACE_MATCH_FAIL' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: 'FACE_MATCH_FAIL' },
    },
    parts: reading((found) => ({
      ...found,
      reasons: found.status === 'DENIED' ? found.reasons.join(',') : found.reasons,
    })),
  },
  {
    name: 'shows a pending case for every well-formed id',
    breaks: {
      ...shown,
      'get-case.unknown-has-no-status': 'case-disclosed',
      'tenancy.same-reference-apart': 'case-disclosed',
    },
    parts: (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        const { case_id: id } = call.path;
        return response.status === 404 && isWellFormed(id)
          ? { status: 200, body: { ...original.newCase({ type: 'PF', reference: 'x' }, parts), id } }
          : response;
      },
    }),
  },
  {
    name: 'shows a case without decided_at while it is pending',
    breaks: {
      'get-case.answers-case': { code: 'missing-property', pointer: '/decided_at' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'nothing' },
    },
    parts: reading(({ decided_at, ...found }) => (decided_at === null ? found : { ...found, decided_at })),
  },
  {
    name: 'shows times with an offset',
    breaks: {
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': 'wrong-case',
      'http.timestamps-utc': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    parts: reading((found) => ({ ...found, created_at: found.created_at.replace('Z', '+00:00') })),
  },
  {
    name: 'shows an artifact without its digest',
    breaks: {
      'get-case.answers-case': { code: 'missing-property', pointer: '/artifacts/0/sha256' },
      'get-case.lists-evidence': 'wrong-artifacts',
    },
    parts: listing((artifacts) => artifacts.map(({ sha256: _, ...artifact }) => artifact)),
  },
  {
    name: 'shows a created_at that moves',
    breaks: { 'get-case.like-created': 'wrong-case' },
    parts: reading((found) => ({ ...found, created_at: new Date(Date.parse(found.created_at) - 1).toISOString() })),
  },
  {
    name: 'shows the reference of the first case in all',
    breaks: {
      'get-case.own-case': 'wrong-case',
      'get-case.like-created': 'wrong-case',
      'create-case.returns-reference': 'wrong-reference',
      'create-case.shortest-reference': 'wrong-reference',
      'create-case.longest-reference': 'wrong-reference',
    },
    parts: (original) => {
      let first: string | undefined;
      return reading((found) => ({ ...found, reference: (first ??= found.reference) }))(original);
    },
  },
  {
    name: 'shows an id in lower case',
    breaks: {
      'get-case.own-case': 'wrong-case',
      'get-case.like-created': 'wrong-case',
      'create-case.location': 'wrong-location',
      'tenancy.apart-under-load': 'wrong-id',
    },
    parts: reading((found) =>
      found.reference.startsWith('sandbox:') ? { ...found } : { ...found, id: found.id.toLowerCase() },
    ),
  },
  {
    name: 'answers 403 to a read of an unknown case',
    breaks: {
      'get-case.unknown-404': { code: 'wrong-status', status: 403 },
      'get-case.whole-id-compared': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 403 },
      'tenancy.modes-apart-on-read': { code: 'wrong-status', status: 403 },
    },
    parts: missing(isWellFormed, 403, 'not-found'),
  },
  {
    name: 'answers 400 to a read of an unknown case',
    breaks: {
      'get-case.unknown-404': { code: 'wrong-status', status: 400 },
      'get-case.whole-id-compared': { code: 'wrong-status', status: 400 },
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 400 },
      'tenancy.modes-apart-on-read': { code: 'wrong-status', status: 400 },
    },
    parts: missing(isWellFormed, 400, 'malformed-request'),
  },
  {
    name: 'answers null to a read of an unknown case',
    breaks: shown,
    parts: (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return response.status === 404 && isWellFormed(call.path.case_id)
          ? { status: 200, body: null as never }
          : response;
      },
    }),
  },
  {
    name: 'names a problem of its own for an unknown case',
    breaks: {
      'get-case.unknown-404': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'get-case.whole-id-compared': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'tenancy.foreign-read-404': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'tenancy.modes-apart-on-read': { code: 'wrong-problem-type', actual: '/problems/no-case' },
    },
    parts: missing(isWellFormed, 404, 'no-case' as 'not-found'),
  },
  {
    name: 'answers 400 to an id of a wrong form',
    breaks: {
      'get-case.malformed-id-404': { code: 'wrong-status', status: 400 },
      'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a space behind' },
    },
    parts: missing((id) => !isWellFormed(id), 400, 'malformed-request'),
  },
  {
    name: 'answers 422 to an id that is too long',
    breaks: { 'get-case.malformed-id-404': { code: 'wrong-status', status: 422 } },
    parts: missing((id) => id.length > 64, 422, 'invalid-request'),
  },
  {
    name: 'fails at an id with letters beyond ASCII',
    breaks: {
      'get-case.malformed-id-404': { code: 'wrong-status', status: 500 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an id that is no UTF-8' },
    },
    parts: missing((id) => /[^\0-\x7f]/.test(id), 500, 'internal-error'),
  },
  {
    name: 'fails at an id of digits',
    breaks: { 'get-case.malformed-id-404': { code: 'wrong-status', status: 500 } },
    parts: missing((id) => /^\d{12,}$/.test(id), 500, 'internal-error'),
  },
  {
    name: 'puts an id into its SQL',
    breaks: { 'get-case.malformed-id-404': { code: 'wrong-status', row: "' OR '1'='1" } },
    parts: searching((_, id) => id.includes("' OR '1'='1")),
  },
  {
    name: 'finds a case by its id with a file extension',
    breaks: { 'get-case.malformed-id-404': { code: 'wrong-status', row: 'a known id with a file extension' } },
    parts: finding((id) => id.replace(/\.json$/, '')),
  },
  {
    name: 'finds a case by the beginning of its id',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its last character' } },
    parts: searching((known, id) => id.length > 20 && known.startsWith(id)),
  },
  {
    name: 'finds a case by the end of its id',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its first character' } },
    parts: searching((known, id) => id.length > 20 && known.endsWith(id)),
  },
  {
    name: 'cuts long ids',
    breaks: {
      'get-case.whole-id-compared': { code: 'wrong-status', row: 'with one more' },
      'get-case.malformed-id-404': { code: 'wrong-status', row: 'a known id with a file extension' },
    },
    parts: finding((id) => id.slice(0, 27)),
  },
  {
    name: 'trims ids',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a space behind' } },
    parts: finding((id) => id.trim()),
  },
  {
    name: 'finds a case by a pattern',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'with any character for its first' } },
    parts: searching(
      (known, id) => id.length > 20 && id.startsWith('_') && new RegExp(`^${id.replaceAll('_', '.')}$`).test(known),
    ),
  },
  {
    name: 'finds a case by the pattern of any text',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an id that is a percent sign' } },
    parts: searching((_, id) => /^%+$/.test(id)),
  },
  {
    name: 'lists evidence only when it is asked for again',
    breaks: {
      'get-case.lists-evidence': 'wrong-artifacts',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
      'limits.refused-file-not-stored': 'wrong-artifacts',
    },
    parts: (original) => {
      const last = new Map<string, Case>();
      return reading((found) => {
        const before = last.get(found.id);
        last.set(found.id, found);
        return { ...found, artifacts: (found.status === 'PENDING' && before ? before : found).artifacts };
      })(original);
    },
  },
  {
    name: 'lists evidence with the time of the read',
    breaks: { 'get-case.lists-evidence': 'wrong-artifacts' },
    parts: listing((artifacts) => artifacts.map((artifact) => ({ ...artifact, created_at: '2020-01-01T00:00:00Z' }))),
  },
  {
    name: 'shows evidence by its id instead of in a list',
    breaks: {
      'get-case.lists-evidence': 'not-an-array',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts' },
    },
    parts: changingBody('getCase', (body) => ({
      ...body,
      artifacts:
        (body['artifacts'] as Artifact[]).length === 0
          ? []
          : Object.fromEntries((body['artifacts'] as Artifact[]).map((artifact) => [artifact.id, artifact])),
    })),
  },
  {
    name: 'lists evidence with its kind in words',
    breaks: {
      'get-case.lists-evidence': 'wrong-artifacts',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/kind' },
    },
    parts: listing((artifacts) =>
      artifacts.map((artifact) => ({ ...artifact, kind: artifact.kind.replaceAll('_', ' ') })),
    ),
  },
  {
    name: 'lists evidence newest first',
    breaks: {
      'get-case.evidence-in-order': 'wrong-order',
      'get-case.lists-evidence': 'wrong-artifacts',
      'upload-artifact.repeated-kind': 'wrong-artifacts',
    },
    parts: listing((artifacts) => artifacts.toReversed()),
  },
  {
    name: 'lists evidence by kind',
    breaks: { 'get-case.evidence-in-order': 'wrong-order' },
    parts: listing((artifacts) => artifacts.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))),
  },
  {
    name: 'lists pictures by their type',
    breaks: { 'get-case.evidence-in-order': 'wrong-order' },
    parts: listing((artifacts) => artifacts.toSorted((a, b) => a.content_type.localeCompare(b.content_type))),
  },
  {
    name: 'lists the last evidence of each kind but the front',
    breaks: {
      'get-case.evidence-in-order': 'wrong-order',
      'limits.parallel-artifacts-kept': 'wrong-artifact-count',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
      'limits.twenty-first-artifact': 'wrong-artifact-count',
    },
    parts: listing((artifacts) => [
      ...new Map(
        artifacts.map((artifact) => [artifact.kind === 'ID_FRONT' ? artifact.id : artifact.kind, artifact]),
      ).values(),
    ]),
  },
];
