// Requests at the same moment that differ in whatever a service may keep in one place for all of them: the caller, the
// idempotency key, the error, the form of the response.
import type { TestableId } from '../../generated/requirements.ts';
import { invalidCreates, invalidUploads, invalidWithoutKey } from './invalid.ts';
import {
  both,
  type Change,
  create,
  json,
  keyed,
  read,
  type Scenario,
  scenario,
  type Sender,
  type Step,
  upload,
} from './vocabulary.ts';

const senders: Sender[] = ['tenant', 'other'];
const ownKey = (at: number, as: Sender): Change => both({ as }, keyed(`{unique}-${at}`));

/** Each is rejected with another problem. */
const rejections: Change[] = [
  { as: 'nobody' },
  invalidWithoutKey['another media type']!,
  invalidWithoutKey['a content encoding']!,
  { as: 'stranger' },
  { headers: { 'Idempotency-Key': 'x'.repeat(256) } },
];
const ofCreates: Change[] = [...rejections, invalidCreates['an unknown type']!, invalidCreates['malformed JSON']!];
const ofUploads: Change[] = [...rejections, invalidUploads['no kind']!, invalidUploads['a file of an unknown type']!];

/** What responses, and reads afterwards, show of a case that another request changed. */
export const ofCases: TestableId[] = [
  'get-case.like-created',
  'get-case.lists-evidence',
  'get-case.own-case',
  'create-case.returns-type',
  'create-case.returns-reference',
];

/**
 * Requests without a body, which arrive whole between the two pieces of others: the last one before such a body ends is
 * by nobody, with an unknown key, or by the other tenant.
 */
const between: Step[] = [
  { ...read('unknown', { as: 'nobody' }), behind: 2 },
  { ...read('unknown', { as: 'stranger' }), behind: 6 },
  { ...read('unknown', { as: 'other' }), behind: 10 },
];

/** Those that are accepted end some milliseconds later: the others run between two pieces of their bodies. */
const interleaved = (accepted: readonly Step[], others: readonly Step[] = []): Step[] =>
  [...accepted.map((step, at): Step => ({ ...step, behind: [4, 8, 12][at % 3]! })), ...others, ...between].map(
    (step, at) => (at === 0 ? step : { ...step, together: true }),
  );

/** Creates of two tenants, both with and without keys. */
const creates = Array.from({ length: 8 }, (_, at): Step => {
  const as = senders[at % 2]!;
  const payload = json({ type: ['PF', 'PM', 'PM'][at % 3]!, reference: `{unique} ${at}` });
  return create(both(payload, at % 4 < 2 ? { as } : ownKey(at, as)));
});

/** Uploads of two tenants, each to the case of its own. */
const uploads = Array.from({ length: 8 }, (_, at): Step => {
  const of = at % 2;
  const as = senders[of]!;
  const parts = { parts: { kind: ['ID_FRONT', 'ID_BACK', 'SELFIE'][at % 3]! } };
  return upload(of, both(parts, at % 4 < 2 ? { as } : ownKey(at, as)));
});

/** The same requests again: each with a key shows what was stored under it. */
const again = (steps: readonly Step[]): Step[] => steps.filter(({ change }) => change?.idempotencyKey !== undefined);

const openCases = [create(), create({ as: 'other' })];
const readings: Step[] = [
  ...senders.flatMap((as, own) => [read(own, { as }), read(1 - own, { as }), read('unknown', { as })]),
  read(0, { as: 'nobody' }),
  read(1, { as: 'stranger' }),
  read(0, { method: 'DELETE' }),
];

/** The scenarios of two tenants whose requests overlap. */
export const ofTenants: Scenario[] = [
  scenario('creates in two pieces', interleaved(creates), {
    control: [...openCases, read()],
    outcome: 'as demanded',
    observe: creates.flatMap((_, at) => senders.map((as) => read(at, { as }))),
    reportedAs: [...ofCases, 'tenancy.foreign-case-404', 'tenancy.ids-unique'],
  }),
  scenario('uploads in two pieces', interleaved(uploads), {
    control: [...openCases, upload(), upload(1, { as: 'other' }), read()],
    setting: openCases,
    outcome: 'as demanded',
    observe: senders.map((as, own) => read(own, { as })),
    reportedAs: ofCases,
  }),
];

/** The scenarios of requests that are valid, invalid in several ways, and keyed. */
export const ofRequests: Scenario[] = [
  scenario(
    'creates beside rejected ones',
    interleaved(
      creates,
      ofCreates.map((change) => create(change)),
    ),
    {
      control: [create(), create(keyed('{unique}-alone')), read()],
      observe: [...again(creates), ...creates.map(({ change }, at) => read(at, { as: change!.as! }))],
      outcome: 'as demanded',
      reportedAs: [...ofCases, 'idempotency.create-replays'],
    },
  ),
  scenario(
    'uploads beside rejected ones',
    interleaved(
      uploads,
      ofUploads.map((change) => upload(0, change)),
    ),
    {
      control: [create(), upload(), upload(0, keyed('{unique}-alone')), read()],
      setting: openCases,
      observe: [...again(uploads), ...senders.map((as, own) => read(own, { as }))],
      outcome: 'as demanded',
      reportedAs: ofCases,
    },
  ),
  scenario('reads beside rejected ones', interleaved([], [...readings, ...readings]), {
    control: [...openCases, read()],
    setting: [...openCases, read(0), read(1, { as: 'other' })],
    outcome: 'as demanded',
    reportedAs: ofCases,
  }),
];
