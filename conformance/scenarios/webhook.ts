// Cases whose events the receiver accepts, rejects, redirects or leaves without a response, in phases.
import { type Events, type Phase, phases, type Reply } from './events.ts';
import { files } from './uploads.ts';
import {
  both,
  type Change,
  create,
  json,
  keyed,
  type Parts,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  type Sender,
  type Step,
  together,
  upload,
} from './vocabulary.ts';

// Copies that are sent together arrive before this response.
const held = 100;
const accepted: Reply = { status: 204, after: held };

const announced: Step = { ...read(), until: 'announced' };
const ofKind = (kind: string, file: Parts = {}): Change => ({ parts: { ...file, kind } });
const of = (directive: string, type: 'PF' | 'PM' = 'PF', suffix = ''): Change =>
  // The dot keeps one reference from being the beginning of another.
  json({ type, reference: `sandbox:${directive}#{unique}.${suffix}` });
const approved = of('approve');
const withLongReference = of('approve', 'PM', ` "ñ\\/漢😀&<>${'x'.repeat(200)}`);

/** A case with this evidence, until its event has arrived. */
const deciding = (receiver: Reply, evidence: Change = {}, opened = approved): Step[] => [
  { ...create(opened), receiver },
  upload(0, evidence),
  announced,
];
const approving = (status: Reply['status'], after?: number): Step[] =>
  deciding({ status, ...(after !== undefined && { after }) });

/** The same with uploads that are rejected first. */
const afterRejection = ([opened, ...others]: Step[]): Step[] => [
  opened!,
  upload(0, ofKind('UNKNOWN')),
  upload(0, { parts: { truncated: true } }),
  ...others,
];

/** A case of the second tenant. */
const foreign = (receiver: Reply, opened = approved): Step[] => {
  const as: Sender = 'other';
  return [{ ...create({ ...opened, as }), receiver }, upload(0, { as }), { ...read(0, { as }), until: 'announced' }];
};

const decided: Step = { ...read(), until: 'decided' };
/** A create and an upload with different keys, each sent again. */
const withKeys = (evidence: Change): Step[] => {
  const keyedUpload = upload(0, both(evidence, keyed('{uuid}')));
  const opening = create(both(approved, keyed('{uuid}', 'in capital letters')));
  return [{ ...opening, receiver: accepted }, opening, keyedUpload, decided, keyedUpload, keyedUpload, announced];
};

/** By phase and label, the requests for one case. */
const plans = {
  accepted: {
    approved: deciding(accepted),
    denied: deciding(accepted, ofKind('ID_BACK', files['image/png']), of('deny')),
    entity: deciding(accepted, ofKind('INCORPORATION_DEED', files['application/pdf']), withLongReference),
    'uploads after the decision': [
      { ...create(approved), receiver: accepted },
      upload(),
      decided,
      upload(),
      upload(),
      announced,
    ],
    'a 200 from the receiver': deciding({ status: 200 }, ofKind('POWER_OF_ATTORNEY')),
    'a 201 from the receiver': deciding({ status: 201 }, ofKind('REGISTRY_EXTRACT')),
    'a 202 from the receiver': deciding({ status: 202 }, ofKind('OWNERSHIP_REGISTER')),
    'a 299 from the receiver': approving(299),
    'the second tenant': foreign(accepted),
    'a held case': [create(of('hold')), upload()],
    'a case without evidence': [create(approved)],
    // Its endpoint may be somewhere else.
    'the second tenant, without a wait': [
      create({ ...approved, as: 'other' }),
      upload(0, { as: 'other' }),
      { ...read(0, { as: 'other' }), until: 'decided' },
    ],
  },
  // Apart, because a sender with one connection needs the time of all deliveries of a phase.
  'ways to decide': {
    'denied with a code': afterRejection(deciding(accepted, ofKind('SELFIE'), of('deny:LIVENESS_FAIL'))),
    'denied entity': deciding(accepted, ofKind('TAX_CERTIFICATE'), of('deny', 'PM')),
    'denied entity of the second tenant': foreign(accepted, of('deny', 'PM')),
    'idempotency keys': withKeys(ofKind('PASSPORT', files['image/png'])),
    'simultaneous uploads': [
      { ...create(approved), receiver: accepted },
      ...together([0, 0, 0], upload(0, ofKind('PROOF_OF_ADDRESS', files['application/pdf']))),
      announced,
    ],
    // The request of the other tenant arrives between two pieces of the upload.
    'a request of the second tenant meanwhile': [
      { ...create(approved), receiver: accepted },
      create({ as: 'other' }),
      { ...upload(), behind: 8 },
      { ...read(1, { as: 'other' }), behind: 4, together: true },
      announced,
    ],
    // Other scenarios, too, send most requests as the first tenant: here each of them shows the mistake, there each hides it.
    'of the second tenant, a request of the first meanwhile': [
      { ...create({ ...approved, as: 'other' }), receiver: accepted },
      create(),
      { ...upload(0, { as: 'other' }), behind: 8 },
      { ...read(1), behind: 4, together: true },
      { ...announced, change: { as: 'other' } },
    ],
  },
  unended: {
    'the second tenant, while a response to the first does not end': [
      ...deciding({ status: 200, unended: true }),
      create({ ...approved, as: 'other' }),
      upload(1, { as: 'other' }),
      { ...read(1, { as: 'other' }), until: 'decided' },
    ],
  },
  failed: {
    'a 500 from the receiver': approving(500),
    'a 503 from the receiver': deciding({ status: 503 }, {}, withLongReference),
    'a 400 from the receiver': approving(400),
    'a 404 from the receiver': approving(404),
    'a 403 from the receiver': approving(403),
    'a 422 from the receiver': approving(422),
    'a 429 from the receiver': approving(429),
    // Some libraries retry after every 5xx but this one.
    'a 501 from the receiver': approving(501),
    'a 304 from the receiver': approving(304),
    'redirected with 301': approving(301),
    'redirected with 302': approving(302),
    'redirected with 303': approving(303),
    'redirected with 307': approving(307),
    'redirected with 308': approving(308),
    'a closed connection': approving('close'),
    'a 500 from the receiver, twice': deciding({ status: 500, second: 500 }),
    'a 500 for the second tenant': foreign({ status: 500 }),
    'redirected with 307, the second tenant': foreign({ status: 307 }),
  },
  'slow for one': {
    'the second tenant, while the receiver of the first does not respond': [
      ...approving(204, 8000),
      create({ ...approved, as: 'other' }),
      upload(1, { as: 'other' }),
      { ...read(1, { as: 'other' }), until: 'decided' },
    ],
  },
  late: {
    'a late 500 from the receiver': approving(500, 2500),
    'a 204 after two seconds from the receiver': approving(204, 2500),
    // The endpoint may be disabled, and no later phase uses it.
    'a 410 to the retry for the second tenant': foreign({ status: 500, second: 410 }),
  },
  slow: {
    'a late 204 from the receiver': approving(204, 13_000),
  },
  silent: { 'no response from the receiver': approving('silence') },
  gone: { 'a 410 from the receiver': approving(410) },
} satisfies Record<Phase, Record<string, Step[]>>;

type Plans = typeof plans;
type Name = { [P in Phase]: keyof Plans[P] }[Phase];
const phaseOf = (name: Name) => phases.find((phase) => name in plans[phase])!;
const settingOf = (name: Name) => (plans[phaseOf(name)] as Record<string, Step[]>)[name]!;

// An event that must have arrived, and one that must have been sent again, before the others count.
const [arrives, isRetried] = [settingOf('approved'), settingOf('a 500 from the receiver')];
const early: Phase[] = ['accepted', 'ways to decide', 'unended', 'failed'];
const ofSecondTenant: Name[] = [
  ...(['the second tenant', 'denied entity of the second tenant'] as const),
  ...(['a 500 for the second tenant', 'redirected with 307, the second tenant'] as const),
  'a 410 to the retry for the second tenant',
  'the second tenant, while a response to the first does not end',
  'of the second tenant, a request of the first meanwhile',
];

/** @param show whether the first event shows it, that it is sent again, or that nothing more arrives */
const ofEach = (show: Events['show'], names: readonly Name[], details: Partial<Scenario> = {}): Scenario[] =>
  names.map((name) => {
    const phase = phaseOf(name);
    return scenario(name, [], {
      events: { phase, show },
      setting: settingOf(name),
      control: show === 'absence' || show === 'retries' || !early.includes(phase) ? isRetried : arrives,
      ...(ofSecondTenant.includes(name) && { needs: 'second endpoint' }),
      ...details,
    });
  });

const approvals = [
  ...(['approved', 'entity', 'uploads after the decision', 'idempotency keys', 'simultaneous uploads'] as const),
  ...(['a 200 from the receiver', 'a 201 from the receiver', 'a 202 from the receiver'] as const),
  'a 299 from the receiver',
] as const;
const denials = ['denied', 'denied with a code', 'denied entity'] as const;
const announcedCases = [...approvals, ...denials];
const everyEvent = [...announcedCases, 'the second tenant', 'denied entity of the second tenant'] as const;
const meanwhile = [
  'a request of the second tenant meanwhile',
  'of the second tenant, a request of the first meanwhile',
] as const;
const errors = [
  ...(['a 500 from the receiver', 'a 503 from the receiver', 'a 400 from the receiver'] as const),
  ...(['a 404 from the receiver', 'a 429 from the receiver', 'a late 500 from the receiver'] as const),
  ...(['a 403 from the receiver', 'a 422 from the receiver', 'a 304 from the receiver'] as const),
  'a 501 from the receiver',
  'a 500 for the second tenant',
] as const;
const redirects = [
  ...(['redirected with 301', 'redirected with 302', 'redirected with 303'] as const),
  ...(['redirected with 307', 'redirected with 308', 'redirected with 307, the second tenant'] as const),
] as const;
// A candidate may retry one at once and the other later.
const retries = ['a 500 from the receiver', 'a late 500 from the receiver', 'a 500 for the second tenant'] as const;
/** No event is awaited, so one that arrives for another case is enough of a control. */
const unawaited: Partial<Scenario> = { control: arrives };
/** A third attempt comes later than the second one. */
const twice = ofEach('retries', ['a 500 from the receiver, twice'], {
  control: settingOf('a late 500 from the receiver'),
});
const slow: Partial<Scenario> = { needs: 'slow' };
const ofTwo: Partial<Scenario> = { needs: 'second endpoint' };

export const webhook: Scenarios<'webhook'> = {
  'webhook.arrives': [
    ...ofEach('event', [...everyEvent, ...meanwhile]),
    ...ofEach('event', ['the second tenant, while a response to the first does not end']),
    ...ofEach('event', ['the second tenant, while the receiver of the first does not respond'], slow),
  ],
  'webhook.request-form': ofEach('event', everyEvent),
  'webhook.body-schema': ofEach('event', everyEvent),
  'webhook.shows-case': ofEach('event', everyEvent),
  'webhook.state-before-event': ofEach('event', everyEvent),
  'webhook.headers': ofEach('event', everyEvent),
  'webhook.signature': ofEach('event', announcedCases),
  'webhook.signature-form': ofEach('event', everyEvent),
  'webhook.timestamp-of-sending': ofEach('event', everyEvent),
  'webhook.ids-differ': ofEach('event', everyEvent),
  'webhook.once-a-case': [
    ...ofEach('absence', everyEvent),
    ...ofEach('absence', ['a held case', 'a case without evidence'], unawaited),
  ],
  'webhook.success-not-again': [
    ...ofEach('absence', [...everyEvent, 'a 500 from the receiver']),
    ...ofEach('absence', ['a 204 after two seconds from the receiver']),
  ],
  'webhook.failure-retried': ofEach('retry', [...errors, ...redirects, 'a closed connection']),
  'webhook.redirect-not-followed': ofEach('event', redirects),
  'webhook.retry-keeps-event': [...ofEach('retry', retries), ...twice],
  'webhook.retry-renews-signature': [...ofEach('retry', retries), ...twice],
  'webhook.gone-stops': [
    ...ofEach('absence', ['a 410 from the receiver']),
    ...ofEach('retries', ['a 410 to the retry for the second tenant']),
  ],
  'webhook.own-endpoint': [
    ...ofEach('absence', [...everyEvent, ...meanwhile]),
    ...ofEach('absence', ['the second tenant, without a wait'], unawaited),
  ],
  'webhook.own-secret': ofEach('event', ['approved', ...ofSecondTenant], ofTwo),
  'webhook.slow-success-accepted': ofEach('absence', ['a late 204 from the receiver'], slow),
  'webhook.no-response-retried': ofEach('retry', ['no response from the receiver'], slow),
};
