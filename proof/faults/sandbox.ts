import { setTimeout } from 'node:timers/promises';
import type { Case, ProblemResponse } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { invalid, problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Directive } from '../../reference-impl/ports.ts';
import type { Fault } from './fault.ts';

type Decision = NonNullable<ReturnType<Parts['decide']>>;

/** Another decision of cases that are like this. */
const deciding =
  (of: (found: Case) => boolean, change: (decision: Decision) => Partial<Decision> | undefined): Fault['parts'] =>
  ({ decide }) => ({
    decide(found) {
      const decision = decide(found);
      if (!decision || !of(found)) return decision;
      const changed = change(decision);
      return changed && { ...decision, ...changed };
    },
  });

/** References that are understood as others; what is undefined is understood as it stands. */
const reading =
  (understood: (reference: string) => string | undefined): Fault['parts'] =>
  ({ directiveOf, decide }) => ({
    directiveOf: (reference) => directiveOf(understood(reference) ?? reference),
    decide: (found) => decide({ ...found, reference: understood(found.reference) ?? found.reference }),
  });

/** References that are taken for another directive, or for none, when the case is opened. */
const opening =
  (understood: (reference: string, original: Directive | undefined) => Directive | undefined): Fault['parts'] =>
  ({ directiveOf }) => ({ directiveOf: (reference) => understood(reference, directiveOf(reference)) });

/** Reads that show a case in another way than it is stored. */
const showing =
  (change: (found: Case) => Partial<Case> | undefined): Fault['parts'] =>
  ({ getCase }) => ({
    async getCase(call, parts) {
      const response = await getCase(call, parts);
      return response.status === 200 ? { ...response, body: { ...response.body, ...change(response.body) } } : response;
    },
  });

const approved = { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'FACE_MATCH_OK'] } satisfies Decision;
const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null } satisfies Partial<Case>;

const since = (time: string | null | undefined) => (time ? Date.now() - Date.parse(time) : 0);

/** Reads show a case as approved some time after something. */
const approvingLate = (
  milliseconds: number,
  of: (found: Case) => boolean,
  from: (found: Case) => string | undefined,
): Fault['parts'] =>
  showing((found) => {
    const start = from(found);
    return found.status === 'PENDING' && of(found) && since(start) > milliseconds
      ? { ...approved, decided_at: start ?? null }
      : undefined;
  });

const firstEvidence = ({ artifacts }: Case) => artifacts[0]?.created_at;
const creation = ({ artifacts, created_at }: Case) => (artifacts.length === 0 ? created_at : undefined);

/** Reads show a decision only so many milliseconds after it. */
const revealingLate = (milliseconds: number, of: (found: Case) => boolean): Fault['parts'] =>
  showing((found) =>
    found.status !== 'PENDING' && of(found) && since(found.decided_at) < milliseconds ? pending : undefined,
  );

/** A refused upload decides the case all the same. */
const decidedByRefused =
  (when: (response: ProblemResponse<400 | 413 | 415 | 422>) => boolean): Fault['parts'] =>
  ({ uploadArtifact }) => ({
    async uploadArtifact(call, parts) {
      try {
        return await uploadArtifact(call, parts);
      } catch (error) {
        const decided = (to: Case) => {
          const decision = to.status === 'PENDING' && parts.decide(to);
          return decision ? { ...to, ...decision, decided_at: parts.now().toISOString() } : 'case-closed';
        };
        if (error instanceof Rejected && when(error.response as ProblemResponse<422>))
          await parts.store.acceptArtifact(call.caller, call.path.case_id, decided, undefined, {
            status: 201,
            body: {},
          });
        throw error;
      }
    },
  });

/** The passing refusal is changed. */
const failing =
  (status: 429 | 503, change: (response: ProblemResponse<429 | 503>) => object): Fault['parts'] =>
  ({ sandboxError }) => ({
    sandboxError(asked) {
      const response = sandboxError(asked);
      return asked === status ? { ...response, ...change(response) } : response;
    },
  });

/** What a create with an idempotency key leads to when a sandbox error was answered to the key before. */
const remembering =
  (
    then: (error: ProblemResponse<429 | 503>, sameBody: boolean) => ReturnType<Parts['createCase']> | undefined,
  ): Fault['parts'] =>
  ({ createCase }) => {
    const kept = new Map<string, { fingerprint: string; error: ProblemResponse<429 | 503> }>();
    return {
      async createCase(call, parts) {
        const read = await call.read();
        const { id, fingerprint } = read.once ?? {};
        const earlier = kept.get(id ?? '');
        const response = earlier && then(earlier.error, earlier.fingerprint === fingerprint);
        if (response) return response;
        const fresh = await createCase({ ...call, read: async () => read }, parts);
        const isError = 'problem' in fresh && (fresh.status === 429 || fresh.status === 503);
        if (id && isError) kept.set(id, { fingerprint: fingerprint!, error: fresh as ProblemResponse<429 | 503> });
        return fresh;
      },
    };
  };

/** A live key may use the references that are like this. */
const honouringLive =
  (
    of: (reference: string) => boolean,
    as: (directive: Directive | undefined) => Directive | undefined = () => undefined,
  ): Fault['parts'] =>
  ({ createCase, directiveOf }) => ({
    async createCase(call, parts) {
      const read = await call.read();
      const same = { ...call, read: async () => read };
      if (call.caller.mode !== 'live' || !of(read.body.reference)) return createCase(same, parts);
      const directive = as(directiveOf(read.body.reference));
      if (directive?.effect === 'error') return parts.sandboxError(directive.status);
      return createCase(same, { ...parts, directiveOf: () => undefined });
    },
  });

/** The problem of a reference points somewhere else. */
const pointing =
  (errors: { pointer: string; detail: string }[]): Fault['parts'] =>
  ({ createCase }) => ({
    async createCase(call, parts) {
      const response = await createCase(call, parts);
      const concerns = 'problem' in response && response.problem === 'invalid-request';
      return concerns ? { ...invalid(errors), ...(errors.length === 0 && { errors }) } : response;
    },
  });

const isOf = (directive: string) => (reference: string) => reference.split('#', 1)[0] === `sandbox:${directive}`;
const approve = isOf('approve');
const hold = isOf('hold');
const isPlain = ({ reference }: Case) => !reference.startsWith('sandbox:');

/** Defects that the family sandbox is aimed at. */
export const sandbox: Fault[] = [
  {
    name: 'shows a decision before the evidence that caused it',
    breaks: { 'sandbox.no-decision-without-evidence': 'decided-without-evidence' },
    parts: ({ uploadArtifact, getCase }) => {
      const running = new Set<string>();
      return {
        async uploadArtifact(call, parts) {
          running.add(call.path.case_id);
          const response = await uploadArtifact(call, parts);
          await setTimeout(50);
          running.delete(call.path.case_id);
          return response;
        },
        async getCase(call, parts) {
          const response = await getCase(call, parts);
          if (response.status !== 200 || response.body.status === 'PENDING' || !running.has(call.path.case_id))
            return response;
          return { ...response, body: { ...response.body, artifacts: [] } };
        },
      };
    },
  },
  {
    name: 'approves a person with a score of 94',
    breaks: { 'sandbox.approves-person': { code: 'wrong-decision', actual: '"score":94' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => ({ score: 94 }),
    ),
  },
  {
    name: 'approves a person for one reason only',
    breaks: { 'sandbox.approves-person': { code: 'wrong-decision', actual: '["OCR_OK"]' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => ({ reasons: ['OCR_OK'] }),
    ),
  },
  {
    name: 'approves a person for one reason more',
    breaks: { 'sandbox.approves-person': { code: 'wrong-decision', actual: 'LIVENESS_OK' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && approve(reference),
      ({ reasons }) => ({ reasons: [...reasons, 'LIVENESS_OK'] }),
    ),
  },
  {
    name: 'denies a person who is to be approved',
    breaks: {
      'sandbox.approves-person': { code: 'wrong-decision', actual: 'DENIED' },
      'sandbox.any-evidence-decides': { code: 'wrong-case-status', actual: 'DENIED' },
    },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => ({ status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'refuses a person with sandbox:approve',
    breaks: { 'sandbox.approves-person': { code: 'not-accepted', status: 422 } },
    parts: opening((reference, directive) => (reference === 'sandbox:approve' ? { effect: 'unknown' } : directive)),
  },
  {
    name: 'approves an entity with a score of 90',
    breaks: { 'sandbox.approves-entity': { code: 'wrong-decision', actual: '"score":90' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => ({ score: 90 }),
    ),
  },
  {
    name: 'approves an entity for its face',
    breaks: { 'sandbox.approves-entity': { code: 'wrong-decision', actual: 'FACE_MATCH_OK' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_OK'] }),
    ),
  },
  {
    name: 'never decides the approval of an entity',
    breaks: {
      'sandbox.approves-entity': 'late-decision',
      'sandbox.decides-in-time': { code: 'late-decision', row: 'approve' },
    },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => undefined,
    ),
  },
  {
    name: 'denies a person with a score of 0',
    breaks: { 'sandbox.denies-person': { code: 'wrong-decision', actual: '"score":0' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => ({ score: 0 }),
    ),
  },
  {
    name: 'denies a person for the face only',
    breaks: { 'sandbox.denies-person': { code: 'wrong-decision', actual: '["FACE_MATCH_FAIL"]' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => ({ reasons: ['FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'approves a person who is to be denied',
    breaks: { 'sandbox.denies-person': { code: 'wrong-decision', actual: 'APPROVED' } },
    parts: deciding(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => approved,
    ),
  },
  {
    name: 'denies an entity with a score of 21',
    breaks: { 'sandbox.denies-entity': { code: 'wrong-decision', actual: '"score":21' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && isOf('deny')(reference),
      () => ({ score: 21 }),
    ),
  },
  {
    name: 'denies an entity for its face',
    breaks: { 'sandbox.denies-entity': { code: 'wrong-decision', actual: 'FACE_MATCH_FAIL' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && isOf('deny')(reference),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'ignores the code of a denial',
    breaks: { 'sandbox.denies-with-code': { code: 'wrong-decision', actual: 'FACE_MATCH_FAIL' } },
    parts: deciding(
      ({ reference }) => reference.startsWith('sandbox:deny:'),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'adds the code of a denial to the other reasons',
    breaks: { 'sandbox.denies-with-code': { code: 'wrong-decision', actual: '"OCR_OK"' } },
    parts: deciding(
      ({ reference }) => reference.startsWith('sandbox:deny:'),
      ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }),
    ),
  },
  {
    name: 'knows only codes of letters for a denial',
    breaks: { 'sandbox.denies-with-code': 'not-accepted' },
    parts: opening((reference, directive) =>
      /^sandbox:deny:[^#]*[0-9]/.test(reference) ? { effect: 'unknown' } : directive,
    ),
  },
  {
    name: 'denies an entity with a code with a score of 0',
    breaks: { 'sandbox.denies-with-code': { code: 'wrong-decision', actual: '"score":0' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && reference.startsWith('sandbox:deny:'),
      () => ({ score: 0 }),
    ),
  },
  {
    name: 'decides a held case at once',
    breaks: { 'sandbox.hold-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: reading((reference) => (hold(reference) ? 'sandbox:approve' : undefined)),
  },
  {
    name: 'decides a held case after a second',
    breaks: { 'sandbox.hold-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: approvingLate(1000, ({ reference }) => hold(reference), firstEvidence),
  },
  {
    name: 'shows a held case as approved to who reads it first',
    breaks: { 'sandbox.hold-stays-pending': 'wrong-case-status' },
    parts: (original) => {
      const seen = new Set<string>();
      return showing(({ id, reference, artifacts, created_at }) => {
        if (reference !== 'sandbox:hold' || artifacts.length === 0 || seen.has(id)) return undefined;
        seen.add(id);
        return { ...approved, decided_at: created_at };
      })(original);
    },
  },
  {
    name: 'decides the held case of an entity after half a second',
    breaks: { 'sandbox.hold-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: approvingLate(500, ({ type, reference }) => type === 'PM' && hold(reference), firstEvidence),
  },
  {
    name: 'refuses sandbox:hold',
    breaks: { 'sandbox.hold-stays-pending': 'not-accepted' },
    parts: opening((reference, directive) => (hold(reference) ? { effect: 'unknown' } : directive)),
  },
  {
    name: 'takes a directive in any letter case',
    breaks: {
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:APPROVE' },
    },
    parts: reading((reference) =>
      reference.replace(/^sandbox:(approve|deny|hold)/i, (directive) => directive.toLowerCase()),
    ),
  },
  {
    name: 'takes Sandbox for sandbox',
    breaks: { 'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: reading((reference) => reference.replace(/^Sandbox:/, 'sandbox:')),
  },
  {
    name: 'trims a reference before it looks for a directive',
    breaks: {
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:hold ' },
      'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_MATCH_FAIL ' },
    },
    parts: reading((reference) => reference.trim()),
  },
  {
    name: 'normalises a reference before it looks for a directive',
    breaks: { 'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: reading((reference) => reference.normalize('NFKC')),
  },
  {
    name: 'looks for a directive anywhere in a reference',
    breaks: { 'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: reading((reference) => /sandbox:(approve|deny)\b.*/.exec(reference)?.[0]),
  },
  {
    name: 'takes a reference that is only a directive without sandbox',
    breaks: { 'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: reading((reference) => (['approve', 'deny'].includes(reference) ? `sandbox:${reference}` : undefined)),
  },
  {
    name: 'approves plain cases of persons a second after their evidence',
    breaks: { 'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: approvingLate(1000, (found) => found.type === 'PF' && isPlain(found), firstEvidence),
  },
  {
    name: 'knows no suffix',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace('#', '!')),
  },
  {
    name: 'knows no suffix behind a code',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace(/^(sandbox:deny:.*)#/, '$1!')),
  },
  {
    name: 'takes a suffix for letters and digits only',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace(/#(?![\w-]*$)/, '!')),
  },
  {
    name: 'takes a suffix in ASCII only',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace(/#(?=.*[^\x20-\x7e])/, '!')),
  },
  {
    name: 'takes a suffix of 100 letters at most',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace(/#(?=.{101})/u, '!')),
  },
  {
    name: 'denies an entity with a suffix as a person',
    breaks: { 'sandbox.suffix-ignored': { code: 'wrong-decision', actual: 'FACE_MATCH_FAIL' } },
    parts: deciding(
      ({ type, reference }) => type === 'PM' && reference.startsWith('sandbox:deny#'),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'cuts a suffix at the last of several signs',
    breaks: { 'sandbox.suffix-ignored': 'not-accepted' },
    parts: reading((reference) => reference.replace(/#(?=.*#)/, '!')),
  },
  {
    name: 'takes the last directive in a reference',
    breaks: { 'sandbox.suffix-ignored': { code: 'wrong-decision', actual: '"status":"APPROVED"' } },
    parts: reading((reference) =>
      reference.startsWith('sandbox:') ? reference.slice(reference.lastIndexOf('sandbox:')) : undefined,
    ),
  },
  {
    name: 'approves a held case that has a suffix',
    breaks: { 'sandbox.suffix-ignored': 'wrong-case-status' },
    parts: reading((reference) => (reference.startsWith('sandbox:hold#') ? 'sandbox:approve' : undefined)),
  },
  {
    name: 'denies an approval that has a suffix',
    breaks: { 'sandbox.suffix-ignored': { code: 'wrong-decision', actual: 'DENIED' } },
    parts: deciding(
      ({ reference }) => reference.startsWith('sandbox:approve#'),
      () => ({ status: 'DENIED', score: 20, reasons: ['FACE_MATCH_FAIL'] }),
    ),
  },
  {
    name: 'opens a case for an error with a suffix',
    breaks: { 'sandbox.suffix-ignored': { code: 'wrong-status', status: 201 } },
    parts: opening((reference, directive) => (reference.startsWith('sandbox:error:503#') ? undefined : directive)),
  },
  {
    name: 'decides for evidence of an identity only',
    breaks: { 'sandbox.any-evidence-decides': { code: 'late-decision', row: 'SELFIE' } },
    parts: deciding(
      ({ artifacts }) => !/^(ID_|PASS)/.test(artifacts[0]!.kind),
      () => undefined,
    ),
  },
  {
    name: 'does not decide for the register of owners',
    breaks: { 'sandbox.any-evidence-decides': { code: 'late-decision', row: 'OWNERSHIP_REGISTER' } },
    parts: deciding(
      ({ artifacts }) => artifacts[0]!.kind === 'OWNERSHIP_REGISTER',
      () => undefined,
    ),
  },
  {
    name: 'decides for a JPEG only',
    breaks: { 'sandbox.any-evidence-decides': 'late-decision' },
    parts: deciding(
      ({ artifacts }) => artifacts[0]!.content_type !== 'image/jpeg',
      () => undefined,
    ),
  },
  {
    name: 'does not decide for a PDF',
    breaks: { 'sandbox.any-evidence-decides': 'late-decision' },
    parts: deciding(
      ({ artifacts }) => artifacts.some(({ content_type: type }) => type === 'application/pdf'),
      () => undefined,
    ),
  },
  {
    name: 'does not decide for a PNG',
    breaks: { 'sandbox.any-evidence-decides': 'late-decision' },
    parts: deciding(
      ({ artifacts }) => artifacts[0]!.content_type === 'image/png',
      () => undefined,
    ),
  },
  {
    name: 'decides the case of an entity at its second artifact',
    breaks: {
      'sandbox.approves-entity': 'late-decision',
      'sandbox.denies-entity': 'late-decision',
      'sandbox.denies-with-code': 'late-decision',
      'sandbox.decides-in-time': { code: 'late-decision', row: 'approve' },
    },
    parts: deciding(
      ({ type, artifacts }) => type === 'PM' && artifacts.length < 2,
      () => undefined,
    ),
  },
  {
    name: 'shows a decision after seven seconds',
    breaks: { 'sandbox.approves-person': 'late-decision', 'sandbox.decides-in-time': 'late-decision' },
    parts: revealingLate(7000, () => true),
  },
  {
    name: 'shows a denial with a code after seven seconds',
    breaks: { 'sandbox.decides-in-time': { code: 'late-decision', row: 'deny:LIVENESS_FAIL' } },
    parts: revealingLate(7000, ({ reference }) => reference.startsWith('sandbox:deny:LIVENESS')),
  },
  {
    name: 'never approves',
    breaks: {
      'sandbox.approves-person': 'late-decision',
      'sandbox.decides-in-time': { code: 'late-decision', row: 'approve' },
    },
    parts: deciding(
      ({ reference }) => approve(reference),
      () => undefined,
    ),
  },
  {
    name: 'decides when a case is opened',
    breaks: {
      'sandbox.no-decision-without-evidence': { code: 'wrong-case-status', actual: 'APPROVED' },
      'sandbox.approves-person': { code: 'not-accepted', status: 409 },
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
    },
    parts: ({ newCase }) => ({
      newCase(body, parts) {
        const opened = newCase(body, parts);
        const decision = parts.decide(opened);
        return decision ? { ...opened, ...decision, decided_at: opened.created_at } : opened;
      },
    }),
  },
  {
    name: 'decides a denial when a case is opened',
    breaks: {
      'sandbox.no-decision-without-evidence': { code: 'wrong-case-status', actual: 'DENIED' },
      'sandbox.denies-person': 'not-accepted',
      'sandbox.denies-entity': 'not-accepted',
    },
    parts: ({ newCase }) => ({
      newCase(body, parts) {
        const opened = newCase(body, parts);
        const decision = isOf('deny')(opened.reference) && parts.decide(opened);
        return decision ? { ...opened, ...decision, decided_at: opened.created_at } : opened;
      },
    }),
  },
  {
    name: 'approves half a second after the creation without evidence',
    breaks: { 'sandbox.no-decision-without-evidence': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: approvingLate(500, ({ type, reference }) => type === 'PF' && reference === 'sandbox:approve', creation),
  },
  {
    name: 'approves what is to be denied a second after the creation without evidence',
    breaks: { 'sandbox.no-decision-without-evidence': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: approvingLate(
      1000,
      ({ artifacts, reference }) => artifacts.length === 0 && reference === 'sandbox:deny',
      creation,
    ),
  },
  {
    name: 'decides at evidence of an unknown kind',
    breaks: { 'sandbox.refused-evidence-decides-nothing': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: decidedByRefused(({ errors }) => errors?.[0]?.pointer === '#/kind'),
  },
  {
    name: 'decides at a file that it does not take',
    breaks: { 'sandbox.refused-evidence-decides-nothing': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: decidedByRefused((response) => (response.problem as string) === 'unsupported-file-type'),
  },
  {
    name: 'decides at an upload without a file',
    breaks: { 'sandbox.refused-evidence-decides-nothing': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: decidedByRefused(({ errors }) => errors?.[0]?.pointer === '#/file'),
  },
  {
    name: 'decides at an upload that does not parse',
    breaks: { 'sandbox.refused-evidence-decides-nothing': { code: 'wrong-case-status', actual: 'APPROVED' } },
    parts: decidedByRefused((response) => (response.problem as string) === 'malformed-request'),
  },
  {
    name: 'answers sandbox:error:429 without Retry-After',
    breaks: { 'sandbox.error-429': 'missing-header' },
    parts: failing(429, () => ({ headers: {} })),
  },
  {
    name: 'answers sandbox:error:429 with Retry-After: 5',
    breaks: { 'sandbox.error-429': { code: 'wrong-header', actual: 'Retry-After: 5' } },
    parts: failing(429, () => ({ headers: { 'Retry-After': '5' } })),
  },
  {
    name: 'opens a case for sandbox:error:429',
    breaks: { 'sandbox.error-429': { code: 'wrong-status', status: 201 } },
    parts: opening((reference, directive) => (isOf('error:429')(reference) ? undefined : directive)),
  },
  {
    name: 'answers sandbox:error:503 without Retry-After',
    breaks: { 'sandbox.error-503': 'missing-header' },
    parts: failing(503, () => ({ headers: {} })),
  },
  {
    name: 'answers sandbox:error:503 with a date in Retry-After',
    breaks: { 'sandbox.error-503': { code: 'wrong-header', actual: 'GMT' } },
    parts: failing(503, () => ({ headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() } })),
  },
  {
    name: 'answers sandbox:error:503 with another problem',
    breaks: { 'sandbox.error-503': { code: 'wrong-problem-type', actual: '/problems/internal-error' } },
    parts: failing(503, () => ({ problem: 'internal-error' })),
  },
  {
    name: 'answers 500 to sandbox:error:503',
    breaks: { 'sandbox.error-503': { code: 'wrong-status', status: 500 } },
    parts: failing(503, () => ({ status: 500, problem: 'internal-error' })),
  },
  {
    name: 'opens a case of an entity for sandbox:error:503',
    breaks: { 'sandbox.error-503': { code: 'wrong-status', status: 201 } },
    parts: ({ createCase }) => ({
      async createCase(call, parts) {
        const read = await call.read();
        const opens = read.body.type === 'PM' && isOf('error:503')(read.body.reference);
        return createCase(
          { ...call, read: async () => read },
          opens ? { ...parts, directiveOf: () => undefined } : parts,
        );
      },
    }),
  },
  {
    name: 'carries out the second create after a sandbox error',
    breaks: { 'sandbox.error-not-stored': { code: 'wrong-status', status: 201 } },
    parts: (original) =>
      remembering((_, sameBody) =>
        sameBody
          ? original.createCase(
              {
                path: {},
                caller: { tenant: 'one', mode: 'sandbox' },
                read: async () => ({ body: { type: 'PF', reference: 'x' }, once: undefined }),
              } as never,
              original,
            )
          : undefined,
      )(original),
  },
  {
    name: 'repeats a sandbox error for another payload with its key',
    breaks: { 'sandbox.error-not-stored': 'not-accepted' },
    parts: remembering(async (error) => error),
  },
  {
    name: 'keeps the payload of a sandbox error under its key',
    breaks: { 'sandbox.error-not-stored': { code: 'not-accepted', status: 422 } },
    parts: remembering((_, sameBody) =>
      sameBody ? undefined : Promise.resolve(problem(422, 'idempotency-key-reused', 'Take a new key.')),
    ),
  },
  {
    name: 'takes an unknown directive for a plain reference',
    breaks: {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', status: 201 },
      'sandbox.deny-code-checked': { code: 'wrong-status', status: 201 },
      'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:anything', status: 201 },
    },
    parts: opening((_, directive) => (directive?.effect === 'unknown' ? undefined : directive)),
  },
  {
    name: 'takes sandbox: alone for a plain reference',
    breaks: {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:', status: 201 },
      'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:' },
    },
    parts: opening((reference, directive) => (reference === 'sandbox:' ? undefined : directive)),
  },
  {
    name: 'takes sandbox: with a suffix for a plain reference',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:#approve', status: 201 } },
    parts: opening((reference, directive) => (reference.startsWith('sandbox:#') ? undefined : directive)),
  },
  {
    name: 'ignores what follows a directive behind a colon',
    breaks: {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:approve:OCR_OK', status: 201 },
    },
    parts: reading((reference) => reference.replace(/^(sandbox:(?:approve|hold)):[^#]*/, '$1')),
  },
  {
    name: 'compares only the beginning of a directive',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:approved', status: 201 } },
    parts: reading((reference) => reference.replace(/^sandbox:approve[^#:]*/, 'sandbox:approve')),
  },
  {
    name: 'trims a directive',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox: approve', status: 201 } },
    parts: reading((reference) => reference.replace(/^sandbox: +/, 'sandbox:')),
  },
  {
    name: 'points nowhere at an unknown directive',
    breaks: {
      'sandbox.unknown-directive-refused': 'missing-pointer',
      'sandbox.deny-code-checked': 'missing-pointer',
      'sandbox.live-key-refuses': { code: 'wrong-pointer', actual: 'no pointer' },
    },
    parts: pointing([]),
  },
  {
    name: 'points at the type for an unknown directive',
    breaks: {
      'sandbox.unknown-directive-refused': { code: 'wrong-pointer', actual: '#/type' },
      'sandbox.deny-code-checked': { code: 'wrong-pointer', actual: '#/type' },
      'sandbox.live-key-refuses': { code: 'wrong-pointer', actual: '#/type' },
    },
    parts: pointing([{ pointer: '#/type', detail: 'is wrong' }]),
  },
  {
    name: 'answers 400 to an unknown directive',
    breaks: {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', status: 400 },
      'sandbox.deny-code-checked': { code: 'wrong-status', status: 400 },
      'sandbox.live-key-refuses': { code: 'wrong-status', status: 400 },
    },
    parts: ({ directiveOf }) => ({
      directiveOf(reference) {
        const directive = directiveOf(reference);
        if (directive?.effect === 'unknown')
          throw new Rejected(problem(400, 'malformed-request', 'There is no such directive.'));
        return directive;
      },
    }),
  },
  {
    name: 'does not look at the code of a denial',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', status: 201 } },
    parts: opening((reference, directive) => (reference.startsWith('sandbox:deny:') ? { effect: 'deny' } : directive)),
  },
  {
    name: 'takes a code that did not fail for a denial',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:OCR_OK', status: 201 } },
    parts: opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]+_OK(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  },
  {
    name: 'takes a code of which only the end is in upper case for a denial',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:face_FAIL', status: 201 } },
    parts: opening((reference, directive) =>
      /^sandbox:deny:[a-z]+_FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  },
  {
    name: 'takes a code in lower case for a denial',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:face_match_fail', status: 201 } },
    parts: opening((reference, directive) =>
      /^sandbox:deny:[a-z_]+_fail(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  },
  {
    name: 'takes an empty code for none',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:', status: 201 } },
    parts: opening((reference, directive) => (/^sandbox:deny:(#|$)/.test(reference) ? { effect: 'deny' } : directive)),
  },
  {
    name: 'takes every code that ends in FAIL',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FAIL', status: 201 } },
    parts: opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]*FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  },
  {
    name: 'takes sandbox references with a live key',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', status: 201 } },
    parts: honouringLive(() => true),
  },
  {
    name: 'takes sandbox:hold with a live key',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:hold', status: 201 } },
    parts: honouringLive(hold),
  },
  {
    name: 'takes sandbox references that have a suffix with a live key',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:approve#with a suffix', status: 201 } },
    parts: honouringLive((reference) => reference.includes('#')),
  },
  {
    name: 'takes unknown directives with a live key for plain references',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', status: 201 } },
    parts: honouringLive((reference) => !/^sandbox:(approve|deny|hold|error)/.test(reference)),
  },
  {
    name: 'answers sandbox errors with a live key',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:error:503', status: 503 } },
    parts: honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
  },
  {
    name: 'answers 403 to a sandbox reference with a live key',
    breaks: { 'sandbox.live-key-refuses': { code: 'wrong-status', status: 403 } },
    parts: ({ createCase }) => ({
      async createCase(call, parts) {
        const response = await createCase(call, parts);
        return response.status === 422 && call.caller.mode === 'live'
          ? { ...response, status: 403 as never }
          : response;
      },
    }),
  },
  {
    name: 'decides with live keys where there is no sandbox',
    profile: 'without sandbox',
    breaks: { 'sandbox.absent-refuses': { code: 'wrong-status', status: 201 } },
    parts: honouringLive((reference) => reference.startsWith('sandbox:')),
  },
  {
    name: 'takes sandbox:hold for a plain reference where there is no sandbox',
    profile: 'without sandbox',
    breaks: { 'sandbox.absent-refuses': { code: 'wrong-status', row: 'sandbox:hold', status: 201 } },
    parts: honouringLive(hold),
  },
  {
    name: 'answers sandbox errors where there is no sandbox',
    profile: 'without sandbox',
    breaks: { 'sandbox.absent-refuses': { code: 'wrong-status', status: 503 } },
    parts: honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
  },
];
