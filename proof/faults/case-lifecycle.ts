import { setTimeout } from 'node:timers/promises';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem } from '../../reference-impl/http/problems.ts';
import { changingBody, type Fault } from './fault.ts';

type Decision = NonNullable<ReturnType<Parts['decide']>>;

/** Reads that show a case in another way than it is stored. */
const showing =
  (change: (found: Case) => Partial<Case>): Fault['parts'] =>
  ({ getCase }) => ({
    async getCase(call, parts) {
      const response = await getCase(call, parts);
      return response.status === 200 ? { ...response, body: { ...response.body, ...change(response.body) } } : response;
    },
  });

/** Pending cases that reads show in another way once they have evidence. */
const showingHeld = (change: Partial<Case>): Fault['parts'] =>
  showing(({ status, artifacts }) => (status === 'PENDING' && artifacts.length > 0 ? change : {}));

/** Cases that begin in another way. */
const beginning =
  (change: (opened: Case) => Partial<Case>): Fault['parts'] =>
  ({ newCase }) => ({
    newCase(...given) {
      const opened = newCase(...given);
      return { ...opened, ...change(opened) };
    },
  });

/** Another decision. */
const deciding =
  (change: (decision: Decision, of: Case) => Partial<Decision>): Fault['parts'] =>
  ({ decide }) => ({
    decide(of) {
      const decision = decide(of);
      return decision && { ...decision, ...change(decision, of) };
    },
  });

/** What is stored when evidence comes is changed. */
const accepting =
  (change: (accepted: Case, before: Case) => Partial<Case>): Fault['parts'] =>
  ({ accept }) => ({
    accept(to, ...rest) {
      const accepted = accept(to, ...rest);
      return typeof accepted === 'string' ? accepted : { ...accepted, ...change(accepted, to) };
    },
  });

const isClosed = (response: object) => 'problem' in response && response.problem === 'case-closed';

const isDecided = ({ status }: Case) => status !== 'PENDING';

/** Milliseconds since the case was decided. */
const age = ({ decided_at: at }: Case) => (at === null ? -1 : Date.now() - Date.parse(at));

/** While an upload that decides a case is still being answered, reads show the decision only in part. */
const tearing =
  (part: (decided: Case) => Partial<Case>): Fault['parts'] =>
  ({ uploadArtifact, getCase }) => {
    const torn = new Set<string>();
    return {
      async uploadArtifact(call, parts) {
        torn.add(call.path.case_id);
        const response = await uploadArtifact(call, parts);
        const found = await parts.store.findCase(call.caller, call.path.case_id);
        if (found && isDecided(found)) await setTimeout(150);
        torn.delete(call.path.case_id);
        return response;
      },
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (response.status !== 200 || !isDecided(response.body) || !torn.has(call.path.case_id)) return response;
        return { ...response, body: { ...response.body, ...part(response.body) } };
      },
    };
  };

/** An upload is judged by the case as it was some milliseconds before it is stored. */
const judgingEarly =
  (
    judge: (early: Case, now: Case, accept: (to: Case) => ReturnType<Parts['accept']>) => ReturnType<Parts['accept']>,
  ): Fault['parts'] =>
  ({ store }) => ({
    store: {
      ...store,
      async acceptArtifact(caller, id, accept, ...rest) {
        const early = await store.findCase(caller, id);
        await setTimeout(150 + Math.random() * 200);
        return store.acceptArtifact(
          caller,
          id,
          (now) => (early?.reference.startsWith('sandbox:approve#') ? judge(early, now, accept) : accept(now)),
          ...rest,
        );
      },
    },
  });

/** A decision whose time changes a moment after the upload of more evidence. */
const redeciding =
  (concerns: (response: { status: number }, before: Case) => boolean): Fault['parts'] =>
  ({ uploadArtifact, getCase }) => {
    const since = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const { case_id: id } = call.path;
        const before = await parts.store.findCase(call.caller, id);
        const response = await uploadArtifact(call, parts);
        if (before && concerns(response, before)) since.set(id, performance.now());
        return response;
      },
      ...showing((found) =>
        isDecided(found) && performance.now() - (since.get(found.id) ?? Infinity) > 500
          ? { decided_at: '2099-01-01T00:00:00Z' }
          : {},
      )({ getCase } as Parts),
    };
  };

/** What a decided case refuses is stored in it all the same. */
const storingRefused =
  (store: (to: Case, late: Artifact) => Case): Fault['parts'] =>
  ({ uploadArtifact, newArtifact }) => ({
    async uploadArtifact(call, parts) {
      let late: Artifact;
      const read = async () => {
        const whole = await call.read();
        late = newArtifact(whole.body, parts);
        return whole;
      };
      const response = await uploadArtifact({ ...call, read }, parts);
      const { caller, path } = call;
      if (isClosed(response))
        await parts.store.acceptArtifact(caller, path.case_id, (to) => store(to, late), undefined, {
          status: 201,
          body: {},
        });
      return response;
    },
  });

/** Defects that the family case-lifecycle is aimed at. */
export const caseLifecycle: Fault[] = [
  {
    name: 'shows a case as approved when it is created',
    breaks: {
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
      'create-case.answers-case': 'schema-mismatch',
      'get-case.like-created': { code: 'wrong-case', actual: 'PENDING' },
    },
    parts: changingBody('createCase', (body) => (body['type'] === 'PF' ? { ...body, status: 'APPROVED' } : body)),
  },
  {
    name: 'shows a new case of an entity as received',
    breaks: {
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'RECEIVED' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
    },
    parts: changingBody('createCase', (body) => (body['type'] === 'PM' ? { ...body, status: 'RECEIVED' } : body)),
  },
  {
    name: 'has no score while a case is pending',
    breaks: {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.score': { code: 'wrong-score', actual: 'null' },
    },
    parts: beginning(() => ({ score: null as never })),
  },
  {
    name: 'has a score of 50 while a case is pending',
    breaks: {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '50' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
    },
    parts: beginning(() => ({ score: 50 })),
  },
  {
    name: 'has a score of 40 as soon as there is evidence',
    breaks: {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '40' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
    },
    parts: showingHeld({ score: 40 }),
  },
  {
    name: 'has a reason while a case is pending',
    breaks: {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'PENDING_REVIEW' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    parts: beginning(() => ({ reasons: ['PENDING_REVIEW_OK'] })),
  },
  {
    name: 'tells what it read as soon as there is evidence',
    breaks: {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'OCR_OK' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    parts: showingHeld({ reasons: ['OCR_OK'] }),
  },
  {
    name: 'has no reasons at all while a case is pending',
    breaks: {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.reasons': { code: 'wrong-reasons', actual: 'null' },
    },
    parts: beginning(() => ({ reasons: null as never })),
  },
  {
    name: 'has the time of its creation as that of the decision while a case is pending',
    breaks: {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'Z' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    parts: beginning(({ created_at }) => ({ decided_at: created_at })),
  },
  {
    name: 'has a time of decision as soon as there is evidence',
    breaks: {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'Z' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    parts: accepting(({ created_at }) => ({ decided_at: created_at })),
  },
  {
    name: 'has an empty text as the time of the decision while a case is pending',
    breaks: {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: '""' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    parts: beginning(() => ({ decided_at: '' })),
  },
  {
    name: 'has no time of decision when a case is decided',
    breaks: {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
    },
    parts: accepting(() => ({ decided_at: null })),
  },
  {
    name: 'has no time of decision when a case is denied',
    breaks: {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    parts: accepting(({ status, decided_at }) => ({ decided_at: status === 'DENIED' ? null : decided_at })),
  },
  {
    name: 'has only the day of a decision',
    breaks: {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'T' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
    },
    parts: accepting(({ decided_at }) => ({ decided_at: decided_at && `${decided_at.slice(0, 10)}T` })),
  },
  {
    name: 'cuts the time of a decision to seconds',
    breaks: { 'case-lifecycle.decided-after-creation': 'wrong-decision-time' },
    parts: accepting(({ decided_at }) => ({ decided_at: decided_at?.replace(/\.\d+Z/, 'Z') ?? null })),
  },
  {
    name: 'decides by a clock that is a millisecond slow',
    breaks: { 'case-lifecycle.decided-after-creation': 'wrong-decision-time' },
    parts: accepting(({ decided_at, created_at }) => ({
      decided_at: decided_at && new Date(Date.parse(created_at) - 1).toISOString(),
    })),
  },
  {
    name: 'writes the local time of a denial',
    breaks: { 'case-lifecycle.decided-after-creation': 'wrong-decision-time' },
    parts: accepting(({ status, decided_at }) => ({
      decided_at: status === 'DENIED' ? new Date(Date.parse(decided_at!) - 6 * 3_600_000).toISOString() : decided_at,
    })),
  },
  {
    name: 'approves with a reason that failed',
    breaks: {
      'case-lifecycle.approved-reasons': { code: 'wrong-reasons', actual: 'FACE_MATCH_FAIL' },
      'sandbox.approves-person': { code: 'wrong-decision', actual: 'FACE_MATCH_FAIL' },
    },
    parts: deciding(({ status, reasons }, { type }) => ({
      reasons: status === 'APPROVED' && type === 'PF' ? ['OCR_OK', 'FACE_MATCH_FAIL'] : reasons,
    })),
  },
  {
    name: 'approves without reasons',
    breaks: {
      'case-lifecycle.approved-reasons': { code: 'wrong-reasons', actual: '[]' },
      'sandbox.approves-person': { code: 'wrong-decision', actual: '"reasons":[]' },
    },
    parts: deciding(({ status, reasons }, { type }) => ({
      reasons: status === 'APPROVED' && type === 'PF' ? [] : reasons,
    })),
  },
  {
    name: 'denies without a reason that failed',
    breaks: {
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: '["OCR_OK"]' },
      'sandbox.denies-person': { code: 'wrong-decision', actual: '["OCR_OK"]' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    parts: deciding(({ reasons }, { reference }) => ({
      reasons: /deny(#|$)/.test(reference) ? reasons.filter((reason) => !reason.startsWith('FACE_MATCH_F')) : reasons,
    })),
  },
  {
    name: 'denies without reasons',
    breaks: {
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: '[]' },
      'sandbox.denies-person': { code: 'wrong-decision', actual: '"reasons":[]' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    parts: deciding(({ status, reasons }, { type, reference }) => ({
      reasons: status === 'DENIED' && type === 'PF' && !reference.includes('deny:') ? [] : reasons,
    })),
  },
  {
    name: 'writes the status of a decision before the rest',
    breaks: { 'case-lifecycle.decision-atomic': 'torn-decision' },
    parts: tearing(() => ({ score: 0, reasons: [], decided_at: null })),
  },
  {
    name: 'writes the score of a decision before the rest',
    breaks: { 'case-lifecycle.decision-atomic': 'torn-decision' },
    parts: tearing(() => ({ status: 'PENDING', reasons: [], decided_at: null })),
  },
  {
    name: 'writes the time of a denial behind the rest',
    breaks: { 'case-lifecycle.decision-atomic': 'torn-decision' },
    parts: tearing(({ status, decided_at }) => ({ decided_at: status === 'DENIED' ? null : decided_at })),
  },
  {
    name: 'writes reasons one by one',
    breaks: { 'case-lifecycle.decision-atomic': { code: 'torn-decision', actual: '["OCR_OK"]' } },
    parts: tearing(({ reasons }) => ({ reasons: reasons.slice(0, 1) })),
  },
  {
    name: 'reopens a decided case after a second',
    breaks: {
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: 'PENDING' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: 'PENDING' },
    },
    parts: showing((found) =>
      age(found) > 1000 ? { status: 'PENDING', score: 0, reasons: [], decided_at: null } : {},
    ),
  },
  {
    name: 'turns a denial into an approval after a second',
    breaks: { 'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"status":"APPROVED"' } },
    parts: showing((found) =>
      found.status === 'DENIED' && age(found) > 1000
        ? { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'REVIEW_OK'] }
        : {},
    ),
  },
  {
    name: 'refines the score a second after the decision',
    breaks: {
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"score":96' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: '"score":96' },
    },
    parts: showing((found) => (found.status === 'APPROVED' && age(found) > 1000 ? { score: 96 } : {})),
  },
  {
    name: 'adds a reason a second after the decision',
    breaks: {
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: 'LIVENESS_OK' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: 'LIVENESS_OK' },
    },
    parts: showing((found) => (age(found) > 1000 ? { reasons: [...found.reasons, 'LIVENESS_OK'] } : {})),
  },
  {
    name: 'decides anew a moment after the evidence was repeated',
    breaks: { 'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"status":"APPROVED"' } },
    parts: redeciding(({ status }, found) => status === 201 && isDecided(found)),
  },
  {
    name: 'decides a denied case anew a moment after it refused evidence',
    breaks: { 'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"status":"DENIED"' } },
    parts: redeciding(({ status }, found) => status === 409 && found.status === 'DENIED'),
  },
  {
    name: 'tells the time of a decision anew at every read',
    breaks: {
      'case-lifecycle.decision-final': 'wrong-decision',
      'case-lifecycle.decided-once-under-load': 'wrong-decision-time',
      'case-lifecycle.decision-atomic': 'torn-decision',
      'case-lifecycle.refused-evidence-changes-nothing': 'wrong-decision',
    },
    parts: showing((found) => (isDecided(found) ? { decided_at: new Date().toISOString() } : {})),
  },
  {
    name: 'decides anew at every upload',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'case-lifecycle.decided-once-under-load': 'wrong-decision-time',
    },
    parts: ({ accept }) => ({ accept: (to, ...rest) => accept({ ...to, status: 'PENDING' }, ...rest) }),
  },
  {
    name: 'takes evidence for a decided case',
    breaks: { 'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 } },
    parts: ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) ? { ...to, artifacts: [...to.artifacts, artifact] } : accept(to, artifact, parts),
    }),
  },
  {
    name: 'takes other kinds of evidence for a decided case',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', row: 'another kind', status: 201 },
    },
    parts: ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) && !to.artifacts.some(({ kind }) => kind === artifact.kind)
          ? { ...to, artifacts: [...to.artifacts, artifact] }
          : accept(to, artifact, parts),
    }),
  },
  {
    name: 'takes evidence for a denied case',
    breaks: { 'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 } },
    parts: ({ accept }) => ({
      accept: (to, artifact, parts) =>
        to.status === 'DENIED' ? { ...to, artifacts: [...to.artifacts, artifact] } : accept(to, artifact, parts),
    }),
  },
  {
    name: 'takes evidence for a decided case of an entity',
    breaks: { 'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 } },
    parts: ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) && to.type === 'PM' && to.reference.includes('#')
          ? { ...to, artifacts: [...to.artifacts, artifact] }
          : accept(to, artifact, parts),
    }),
  },
  {
    name: 'acknowledges evidence for a decided case and drops it',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    parts: ({ accept }) => ({ accept: (to, ...rest) => (isDecided(to) ? to : accept(to, ...rest)) }),
  },
  {
    name: 'calls a decided case full',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': {
        code: 'wrong-problem-type',
        actual: '/problems/artifact-limit-reached',
      },
      'case-lifecycle.decided-once-under-load': {
        code: 'wrong-problem-type',
        actual: '/problems/artifact-limit-reached',
      },
    },
    parts: ({ accept }) => ({
      accept: (to, ...rest) => (isDecided(to) ? 'artifact-limit-reached' : accept(to, ...rest)),
    }),
  },
  {
    name: 'lists evidence that a decided case refused',
    breaks: {
      'case-lifecycle.refused-evidence-changes-nothing': 'wrong-artifact-count',
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    parts: storingRefused((to, late) => ({ ...to, artifacts: [...to.artifacts, late] })),
  },
  {
    name: 'lowers the score of a decided case that refuses evidence',
    breaks: {
      'case-lifecycle.refused-evidence-changes-nothing': { code: 'wrong-decision', actual: '"score":94' },
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"score":19' },
    },
    parts: ({ uploadArtifact }) => ({
      async uploadArtifact(call, parts) {
        const response = await uploadArtifact(call, parts);
        const lowered = (to: Case): Case => ({ ...to, score: to.score - 1 });
        if (isClosed(response))
          await parts.store.acceptArtifact(call.caller, call.path.case_id, lowered, undefined, {
            status: 201,
            body: {},
          });
        return response;
      },
    }),
  },
  {
    name: 'replaces evidence of a decided case by what it refuses',
    breaks: {
      'case-lifecycle.refused-evidence-changes-nothing': 'wrong-case',
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    parts: storingRefused((to, late) => ({ ...to, artifacts: [...to.artifacts.slice(0, -1), late] })),
  },
  {
    name: 'finds a case closed that its own upload closed while another came',
    breaks: { 'case-lifecycle.decided-once-under-load': 'not-accepted' },
    parts: ({ uploadArtifact }) => {
      const running = new Map<string, number>();
      const count = (id: string, by: number) => {
        running.set(id, (running.get(id) ?? 0) + by);
        return running.get(id)!;
      };
      return {
        async uploadArtifact(call, parts) {
          const { case_id: id } = call.path;
          const meets = count(id, 1) > 1;
          if (!meets) await setTimeout(20);
          const alone = !meets && count(id, 0) === 1;
          const response = await uploadArtifact(call, parts);
          const found = await parts.store.findCase(call.caller, id);
          count(id, -1);
          const refuses = !alone && response.status === 201 && found && isDecided(found);
          return refuses ? problem(409, 'case-closed', 'The case is decided and takes no more evidence.') : response;
        },
      };
    },
  },
  {
    name: 'decides once for each of the uploads that come together',
    breaks: { 'case-lifecycle.decided-once-under-load': 'wrong-decision-time' },
    parts: judgingEarly((early, now, accept) =>
      isDecided(early) ? accept(now) : accept({ ...now, status: 'PENDING' }),
    ),
  },
  {
    name: 'loses all but the last of the uploads that come together while a case is decided',
    breaks: { 'case-lifecycle.decided-once-under-load': 'wrong-decision-time' },
    parts: judgingEarly((early, _, accept) => accept(early)),
  },
  {
    name: 'decides a second time a second after many uploads came together',
    breaks: { 'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: '"score":90' } },
    parts: (original) => {
      const uploads = new Map<string, number>();
      return {
        uploadArtifact(call, parts) {
          uploads.set(call.path.case_id, (uploads.get(call.path.case_id) ?? 0) + 1);
          return original.uploadArtifact(call, parts);
        },
        ...showing((found) =>
          isDecided(found) && uploads.get(found.id)! > 5 && age(found) > 1000 ? { score: 90 } : {},
        )(original),
      };
    },
  },
];
