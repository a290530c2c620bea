import {
  begins,
  creating,
  decides,
  isDecided,
  isDenied,
  isPending,
  moved,
  type Of,
  type Otherwise,
  pending,
  reads,
} from './support/cases.ts';
import { renames } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { got, readsBefore, since, stores, uploadsBefore } from './support/history.ts';
import type { Answered, Artifact, Case, Input } from './support/input.ts';
import { replayedBy } from './support/keys.ts';
import { approval } from './support/sandbox.ts';

const minute = 60_000;
const denial = { status: 'DENIED', score: 20, reasons: ['OCR_FAIL'] };
const isApproved = ({ status }: Case) => status === 'APPROVED';

const isClosed = got('case-closed');
const acceptsClosed = (of: (found: Case, input: Input) => boolean): InputFault =>
  accepts((input, { problem }) => problem === 'case-closed' && of(input.found!, input));

/** Decided cases that are shown otherwise more than a second later. */
const afterSecond = (of: Of, change: Otherwise) =>
  reads((found, input) => since(found.decided_at, input) > 1000 && of(found, input), change);

/** Decided cases that are decided again half a second after such an upload. */
const redecides = (of: (upload: Answered) => boolean) =>
  reads(
    (found, input) => isDecided(found) && uploadsBefore(input).some((each) => of(each) && input.at - each.at > 500),
    { decided_at: '2099-01-01T00:00:00Z' },
  );

/** Artifacts that are listed with other times. */
const dates = (by: (artifact: Artifact) => number) =>
  reads(
    () => true,
    ({ artifacts }) => ({
      artifacts: artifacts.map((each) => ({ ...each, created_at: moved(each.created_at, by(each)) })),
    }),
  );

const faults: InputFaults = {
  'shows no decided_at when a case is denied': reads(isDenied, { decided_at: null }),
  'shows only the day as decided_at': reads(isDecided, ({ decided_at: at }) => ({
    decided_at: `${at?.slice(0, 10)}T`,
  })),
  'cuts decided_at to seconds': reads(isDecided, ({ decided_at: at }) => ({ decided_at: at?.replace(/\.\d+Z/, 'Z') })),
  'decides by a clock that is one millisecond behind': reads(isDecided, ({ created_at: at }) => ({
    decided_at: moved(at, -1),
  })),
  'writes decided_at of a denial in local time': reads(isDenied, ({ decided_at: at }) => ({
    decided_at: moved(at!, -6 * 3_600_000),
  })),
  'approves with a reason that ends in _FAIL': decides(({ type, status }) => status === 'APPROVED' && type === 'PF', {
    reasons: ['OCR_OK', 'FACE_MATCH_FAIL'],
  }),
  'approves without reasons': decides(({ type, status }) => status === 'APPROVED' && type === 'PF', { reasons: [] }),
  'denies without a reason that ends in _FAIL': decides(
    ({ reference }) => /deny(#|$)/.test(reference),
    ({ reasons }) => ({ reasons: reasons.filter((reason) => !reason.startsWith('FACE_MATCH_F')) }),
  ),
  'denies without reasons': decides(
    ({ type, status, reference }) => status === 'DENIED' && type === 'PF' && !reference.includes('deny:'),
    { reasons: [] },
  ),
  'drops the suffix of a denied case': reads(isDenied, ({ reference }) => ({
    reference: reference.replace(/#.*/, ''),
  })),
  'dates the artifact that decides a case one second too late': reads(isDecided, ({ artifacts }) => ({
    artifacts: artifacts.map((each) => ({ ...each, created_at: moved(each.created_at, 1000) })),
  })),
  'changes created_at when a case is decided': reads(isDecided, ({ created_at: created, decided_at: decided }) => ({
    created_at: moved(created, 1),
    decided_at: moved(decided!, 1),
  })),
  'shows a case as approved when it is created': creating(
    ({ type }) => type === 'PF',
    (body) => ({ ...body, status: 'APPROVED' }),
  ),
  'shows a new case of an entity with the status RECEIVED': creating(
    ({ type }) => type === 'PM',
    (body) => ({ ...body, status: 'RECEIVED' }),
  ),
  'has a score of 40 as soon as there is evidence': reads((found) => isPending(found) && found.artifacts.length > 0, {
    score: 40,
  }),
  'shows reasons as soon as there is evidence': reads((found) => isPending(found) && found.artifacts.length > 0, {
    reasons: ['OCR_OK'],
  }),
  'shows decided_at as soon as there is evidence': reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ created_at: created }) => ({ decided_at: created }),
  ),
  'rejects evidence for a decided case as artifact-limit-reached': renames('case-closed', 'artifact-limit-reached'),
  'shows no decided_at when a case is decided': reads(isDecided, { decided_at: null }),
  ...faultsOf(acceptsClosed, {
    'decides again at every upload': () => true,
    'accepts evidence for a denied case': (found) => isDenied(found),
    'accepts evidence for a decided case of an entity': ({ type }) => type === 'PM',
    'accepts other kinds of evidence for a decided case': ({ artifacts }, { kind }) =>
      !artifacts.some((each) => each.kind === kind),
    'accepts evidence for a decided case, but does not store it': () => true,
  }),
  'accepts evidence for a decided case': { ...acceptsClosed(() => true), ...stores(isClosed) },
  'takes live cases for decided ones, and shows them as pending': rejects('409 case-closed')(
    ({ operation, sender }, { status }) => operation === 'upload' && sender === 'live' && status === 201,
  ),
  'lists evidence that it rejected for a decided case': stores(isClosed),
  'replaces evidence of a decided case with a rejected upload': stores(isClosed, (artifacts, late) => [
    ...artifacts.slice(0, -1),
    late.at(-1)!,
  ]),
  'lowers the score of a decided case that rejects evidence': reads(
    (_, input) => uploadsBefore(input).some(isClosed),
    ({ score }, input) => ({ score: score - uploadsBefore(input).filter(isClosed).length }),
  ),
  'reopens a decided case after a second': afterSecond(isDecided, pending),
  'turns a denial into an approval after a second': afterSecond(isDenied, approval),
  'refines the score a second after the decision': afterSecond(isApproved, { score: 96 }),
  'adds a reason a second after the decision': afterSecond(isDecided, ({ reasons }) => ({
    reasons: [...reasons, 'LIVENESS_OK'],
  })),
  'decides a case again, with another result, in a second process': afterSecond(isApproved, (_, { at }) => ({
    ...denial,
    decided_at: new Date(at).toISOString(),
  })),
  'decides again a second after many simultaneous uploads': afterSecond((_, input) => uploadsBefore(input).length > 5, {
    score: 90,
  }),
  'decides again shortly after an upload was repeated': redecides((each) => replayedBy(each) !== undefined),
  'decides a denied case again shortly after it rejected evidence': redecides(
    (each) => isClosed(each) && isDenied(each.found!),
  ),
  'reports a new decision time at every read': reads(isDecided, (_, { at }) => ({
    decided_at: new Date(at).toISOString(),
  })),
  'sends every second read to a replica that does not have the decision yet': reads(
    (found, input) =>
      isDecided(found) && readsBefore(input).filter(({ shown }) => shown.body?.['decided_at']).length === 1,
    pending,
  ),
  ...faultsOf(begins, {
    'has no score while a case is pending': { score: null },
    'has a score of 50 while a case is pending': { score: 50 },
    'has a reason while a case is pending': { reasons: ['PENDING_REVIEW_OK'] },
    'shows null as the reasons of a pending case': { reasons: null },
    'shows created_at as decided_at while a case is pending': ({ created_at: at }) => ({ decided_at: at }),
    'shows an empty string as decided_at while a case is pending': { decided_at: '' },
  }),
  'changes created_at when evidence arrives': reads(
    (found) => isPending(found) && found.artifacts.length > 0,
    ({ created_at: at }) => ({ created_at: moved(at, 1) }),
  ),
  'dates artifacts before their case': dates(() => -2 * minute),
  'dates an artifact before the previous artifact': dates(({ kind }) => (kind === 'ID_BACK' ? -minute : 0)),
  'dates a decision before its evidence': reads(isDecided, ({ created_at, artifacts }) => ({
    decided_at: created_at,
    artifacts: artifacts.map((each) => ({ ...each, created_at: moved(each.created_at, 2 * minute) })),
  })),
};

export default faults;
