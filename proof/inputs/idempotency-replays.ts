// What a request gets whose idempotency key was sent before.
import { header, isUpload, target } from './requests.ts';
import { isDecided, isDenied, reads } from './support/cases.ts';
import { sends, withHeader } from './support/changes.ts';
import { idIn } from './support/context.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type IsShown, rejects } from './support/fault.ts';
import { got } from './support/history.ts';
import type { Answered, Case, Input, Properties, Shown } from './support/input.ts';
import { isAccepted, isReused, keyOf, replayedBy, withSameKey } from './support/keys.ts';

/** A replay, and the case as it is now. */
type Change = (shown: Shown & { body: Properties }, now: Case) => Partial<Shown>;

const isReplay: IsShown = (input, shown) => replayedBy({ ...input, shown }) !== undefined;

const replays = (operation: Input['operation'], change: Change, is: (now: Case) => boolean = () => true): InputFault =>
  sends(
    (shown, input) => input.operation === operation && isReplay(input, shown) && is(input.found!),
    (shown, input) => change(shown as Parameters<Change>[0], input.found!),
  );
const shows = (operation: Input['operation']) => (change: (body: Properties, now: Case) => Properties) =>
  replays(operation, ({ body }, now) => ({ body: change(body, now) }));

const isFull = ({ artifacts }: Case) => artifacts.length >= 20;
const withoutLocation: Change = ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'Location') });
const withReference = (change: (reference: string) => string) => (body: Properties) => ({
  ...body,
  reference: change(String(body['reference'])),
});

/** Replays of uploads to a case in a certain state that are rejected. */
const rejectsUploads = (as: string) => (is: (now: Case, input: Input) => boolean) =>
  rejects(as)((input, shown) => isUpload(input) && isReplay(input, shown) && is(input.found!, input));

// In milliseconds: the suite sends a request again while its key is in use.
const retried = 4000;

/** The first of the earlier requests with this key that were rejected because of their body, or of their case. */
const rejectedBefore = (input: Input, is: (earlier: Answered) => boolean) =>
  withSameKey(input).find(
    (each) => [400, 409, 413, 415, 422].includes(each.shown.status) && !isReused(each) && is(each),
  );
const storing = (is: (earlier: Answered) => boolean = () => true): InputFault => ({
  changes: (_, input) => rejectedBefore(input, is)?.shown,
});
const keepingInUse = (is: (earlier: Answered) => boolean = () => true): InputFault => ({
  rejects: (input) => rejectedBefore(input, is) !== undefined,
  as: '409 idempotency-key-in-use',
  later: retried,
});
const isStatus =
  (status: number) =>
  ({ shown }: Answered) =>
    shown.status === status;
const isCreate = ({ operation }: Input) => operation === 'create';

/** Successful requests that are carried out again because of what was sent with their key in between. */
const forgetting = (isForgotten: (between: Answered[], input: Input) => boolean): InputFault => ({
  keys: {
    name: (key, input) => {
      const used = withSameKey(input);
      return [
        input.sender,
        idIn(input),
        input.operation,
        key,
        used.filter((_, at) => isForgotten(used.slice(0, at + 1), input)).length,
      ];
    },
  },
});

/** Requests that are rejected although a first one with their key was accepted, and get its response. */
const replayingFirst = (is: IsShown): InputFault => ({
  changes: (shown, input) =>
    shown.status >= 400 && is(input, shown) ? withSameKey(input).find(isAccepted)?.shown : undefined,
});
const isError = ({ status }: Shown) => status === 429 || status === 503;

const isIllegal = (input: Input) => !/^[!-~]{0,255}$/.test(keyOf(input) ?? '');
const checkingKeys = (is: (input: Input) => boolean): InputFault =>
  rejects('400 malformed-request')((input) => is(input) && isIllegal(input));

const faults: InputFaults = {
  'allows caches to store the replay of a create': replays('create', ({ headers }) => ({
    headers: withHeader(headers, 'Cache-Control', 'private'),
  })),
  'sends the replay of an upload as text/plain': replays('upload', ({ headers }) => ({
    headers: withHeader(headers, 'Content-Type', 'text/plain'),
  })),
  'omits Location from the replay of a create': replays('create', withoutLocation),
  'omits Location from the replay of a create whose case has evidence': replays(
    'create',
    withoutLocation,
    ({ artifacts }) => artifacts.length > 0,
  ),
  'responds with 200 to a repeated create': replays('create', () => ({ status: 200 })),
  'responds with 200 to a repeated upload': replays('upload', () => ({ status: 200 })),
  'responds with 200 to a repeated upload when the case is full': replays('upload', () => ({ status: 200 }), isFull),
  'responds with 409 to a repeated create': {
    ...rejects('409 idempotency-key-in-use')((input, shown) => isCreate(input) && isReplay(input, shown)),
    later: retried,
  },
  'replays a create of the second tenant with a decision that was made later': sends(
    (shown, input) => input.sender === 'other' && isCreate(input) && isReplay(input, shown) && isDecided(input.found!),
    (_, { found }) => ({ body: found! }),
  ),
  ...faultsOf(shows('create'), {
    'shows only the id in the replay of a create': ({ id }) => ({ id }),
    'shows another created_at in the replay of a create': (body) => ({ ...body, created_at: '2020-01-01T00:00:00Z' }),
    'trims the reference in a replay': withReference((text) => text.trim()),
    'cuts the reference in a replay': withReference((text) => [...text].slice(0, 200).join('')),
    'replays a create with evidence that was added later': (body, { artifacts }) => ({ ...body, artifacts }),
    'replays a create with later evidence while the case is pending': (body, { status, artifacts }) =>
      status === 'PENDING' ? { ...body, artifacts } : body,
    'replays a create with a decision that was made later': ({ artifacts }, now) => ({ ...now, artifacts }),
  }),
  ...faultsOf(shows('upload'), {
    'shows the whole case in the replay of an upload': (_, now) => now,
    'shows the decided case in the replay of an upload': (body, now) => (isDecided(now) ? now : body),
    'gives another id to the replay of an upload': (body) => ({ ...body, id: `${String(body['id'])}x` }),
  }),
  ...faultsOf(rejectsUploads('409 case-closed'), {
    'rejects a repeated upload when the case is decided': isDecided,
    'rejects a repeated upload when the case is denied': isDenied,
    'rejects a repeated upload of the second tenant when the case is decided': (now, { sender }) =>
      sender === 'other' && isDecided(now),
  }),
  ...faultsOf(rejectsUploads('409 artifact-limit-reached'), {
    'rejects a repeated upload when the case is full': isFull,
    'rejects a repeated upload of the second tenant when the case is full': (now, { sender }) =>
      sender === 'other' && isFull(now),
    'rejects the repetition of the upload that filled its case': ({ artifacts }, input) =>
      withSameKey(input)[0]!.shown.body?.['id'] === artifacts[19]?.id,
  }),
  'stores a repeated upload again, but sends the first response': reads(
    (_, { earlier }) => earlier.some((each) => isUpload(each) && replayedBy(each)),
    ({ artifacts }) => ({ artifacts: [...artifacts, { ...artifacts[0]!, id: 'artifact_0123456789abcdef' }] }),
  ),
  'opens a new case for a repeated create if its case has evidence': {
    keys: {
      name: (key, input) => [
        input.sender,
        idIn(input),
        key,
        isCreate(input) && input.found !== undefined && input.found.artifacts.length > 0,
      ],
    },
  },
  ...faultsOf(forgetting, {
    'loses the key of an upload when it rejects another kind with it': (between) =>
      between.some((each) => isReused(each) && each.kind === 'ID_BACK'),
    'releases the key of a create when an invalid one follows': (between, input) =>
      isCreate(input) && !isAccepted(between.at(-1)!),
    'releases the key of an upload when an invalid one follows': (between, input) =>
      isUpload(input) && !isAccepted(between.at(-1)!),
    'releases the key of a create when the sandbox responds with an error': (between) => isError(between.at(-1)!.shown),
  }),
  ...faultsOf(rejects('422 idempotency-key-reused'), {
    'binds a key to a rejected payload': (input, shown) =>
      isCreate(input) && isReplay(input, shown) && withSameKey(input).some((each) => isReused(each)),
    'treats a key as used by a rejected request': (input) => rejectedBefore(input, () => true) !== undefined,
    'stores the payload of a sandbox error under its key': (input) =>
      withSameKey(input).some((each) => isError(each.shown) && each.text !== input.text),
  }),
  'gives the case of a key the reference of another payload': reads(
    (found, { earlier }) => otherReference(found, earlier) !== undefined,
    (found) => ({ reference: `${found.reference}x` }),
  ),
  ...faultsOf(replayingFirst, {
    'replays the first response to an invalid create with its key': isCreate,
    'replays the first response to an invalid upload with its key': isUpload,
    'replays the first response to a create without a body': (input) => isCreate(input) && input.text === '',
    'replays the first response to an upload without a body': (input) => isUpload(input) && input.text === '',
    'replays the first response to an upload whose file is empty': ({ file }) => file?.content === '',
    'replays the first response to any upload with its key once the case is decided': (input, shown) =>
      isUpload(input) && shown.problem === 'idempotency-key-reused' && isDecided(input.found!),
  }),

  'stores rejections under their key': storing(),
  ...faultsOf(storing, {
    'stores rejections of uploads under their key': isUpload,
    'stores rejections of creates under their key': isCreate,
    'stores rejections of malformed bodies under their key': isStatus(400),
    'stores rejections of malformed uploads under their key': (first) => isStatus(400)(first) && isUpload(first),
    'stores rejections of long files under their key': (first) => isStatus(413)(first) && isUpload(first),
    'stores rejections of long creates under their key': (first) => isStatus(413)(first) && isCreate(first),
    'stores rejections of files under their key': isStatus(415),
  }),
  'keeps the key of a rejected request in use': keepingInUse(),
  'keeps the key of an upload in use after a decided case rejected it': keepingInUse(got('case-closed')),
  'keeps the key of an upload in use after a full case rejected it': keepingInUse(got('artifact-limit-reached')),
  'opens a case for the second create after a sandbox error': accepts(
    (input, shown) =>
      isError(shown) && withSameKey(input).some((each) => isError(each.shown) && each.text === input.text),
  ),
  ...faultsOf(checkingKeys, {
    'checks the idempotency key of a read': ({ method }) => method === 'GET',
    'checks the idempotency key of a wrong method': ({ method }) => method === 'DELETE',
    'checks the idempotency key of an unknown path': target(/^\/no-such-path$/),
  }),
  'replays reads': { changes: (_, input) => (input.method === 'GET' ? withSameKey(input)[0]?.shown : undefined) },
  'responds to a read with the case that was created with its key': reads(
    (_, input) => createdWithKey(input) !== undefined,
    (_, input) => createdWithKey(input)!.shown.body!,
  ),
  'opens only one case for each request id': {
    changes: (_, input) =>
      isCreate(input) && header('X-Request-Id', /./)(input)
        ? input.earlier.find((each) => isCreate(each) && each.header('X-Request-Id') === input.header('X-Request-Id'))
            ?.shown
        : undefined,
  },
};

/** The reference that was sent later with the key of the create. */
const otherReference = ({ id }: Case, earlier: Answered[]) => {
  const key = earlier.find((each) => isCreate(each) && each.shown.body?.['id'] === id && keyOf(each) !== undefined);
  return earlier.find((each) => key && isReused(each) && keyOf(each) === keyOf(key))?.properties?.['reference'];
};

const createdWithKey = (input: Input) =>
  input.earlier.find(
    (each) => isCreate(each) && isAccepted(each) && keyOf(each) !== undefined && keyOf(each) === keyOf(input),
  );

export default faults;
