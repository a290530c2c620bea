import type { InputFaults } from './input-fault.ts';
import { creating, decides, isDecided, isDenied, isPending, moved, reads } from './support/cases.ts';

const faults: InputFaults = {
  'shows no decided_at when a case is denied': reads(isDenied, () => ({ decided_at: null })),
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
  'approves with a reason that ends in _FAIL': decides(
    ({ type, status }) => status === 'APPROVED' && type === 'PF',
    () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
  ),
  'approves without reasons': decides(
    ({ type, status }) => status === 'APPROVED' && type === 'PF',
    () => ({ reasons: [] }),
  ),
  'denies without a reason that ends in _FAIL': decides(
    ({ reference }) => /deny(#|$)/.test(reference),
    ({ reasons }) => ({ reasons: reasons.filter((reason) => !reason.startsWith('FACE_MATCH_F')) }),
  ),
  'denies without reasons': decides(
    ({ type, status, reference }) => status === 'DENIED' && type === 'PF' && !reference.includes('deny:'),
    () => ({ reasons: [] }),
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
  'has a score of 40 as soon as there is evidence': reads(
    (found) => isPending(found) && found.artifacts.length > 0,
    () => ({ score: 40 }),
  ),
  'shows reasons as soon as there is evidence': reads(
    (found) => isPending(found) && found.artifacts.length > 0,
    () => ({ reasons: ['OCR_OK'] }),
  ),
  'shows decided_at as soon as there is evidence': reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ created_at: created }) => ({ decided_at: created }),
  ),
  'rejects evidence for a decided case as artifact-limit-reached': {
    changes: ({ status, body }) =>
      status === 409 && String(body?.['type']).endsWith('/case-closed')
        ? { body: { ...body, type: '/problems/artifact-limit-reached' } }
        : undefined,
  },
};

export default faults;
