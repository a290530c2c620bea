import type { Header } from '../../conformance/wire/exchange.ts';
import { invalid } from './requests.ts';
import { isDecided } from './support/cases.ts';
import { sends, writes } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { truncated } from './support/forms.ts';
import { createsBefore, decidesAt, readsBefore, stores, uploadsBefore } from './support/history.ts';
import type { Input, Properties, Sender } from './support/input.ts';
import { isAccepted, keyOf } from './support/keys.ts';

const tenantOf = (sender: Sender) => (sender === 'other' ? 'two' : 'one');

/** Requests of an operation about a case of somebody else. */
const foreign =
  (operation: Input['operation'], is: (owner: Sender, asking: Sender, input: Input) => boolean) => (input: Input) =>
    input.operation === operation &&
    /^(GET|POST)$/.test(input.method) &&
    input.owner !== undefined &&
    input.sender !== undefined &&
    input.owner !== input.sender &&
    is(input.owner, input.sender, input);

const otherTenant = (owner: Sender, asking: Sender) => tenantOf(owner) !== tenantOf(asking);
const otherMode = (owner: Sender, asking: Sender) => !otherTenant(owner, asking);

const isDenied = ({ reference }: Properties) => String(reference).startsWith('sandbox:deny');

const notFound = (of: (input: Input) => boolean, change: (header: Header[]) => Header[]): InputFault => ({
  changes: ({ status, headers }, input) => (status === 404 && of(input) ? { headers: change(headers) } : undefined),
});
const withVersion = (headers: Header[]): Header[] => [...headers, ['X-Case-Version', '1']];

const isForeign = ({ owner, sender }: Input) => owner !== undefined && sender !== undefined && owner !== sender;
/** Cases that their owner has read before. */
const isCached = (input: Input) => readsBefore(input).some((each) => each.shown.status === 200);
/** Uploads to cases of others that repeat one of the owner. */
const replaysForeign = (is: (owner: Sender, asking: Sender) => boolean): InputFault => ({
  changes: (_, input) =>
    foreign('upload', is)(input) && keyOf(input) !== undefined
      ? uploadsBefore(input).find((each) => isAccepted(each) && keyOf(each) === keyOf(input))?.shown
      : undefined,
});
const tells = (operation: Input['operation'], change: Properties): InputFault =>
  writes(
    (problem) => ({ ...problem, ...change }),
    ({ status }, input) => status === 404 && foreign(operation, otherTenant)(input),
  );
/** A wrong method of an address at which no case is. */
const toUnknownCase = (method: string): InputFault =>
  rejects('404 not-found')(
    (input) => input.method === method && input.target.startsWith('/cases/') && input.found === undefined,
  );
const sameReference = (one: Properties, other: Properties) => one['reference'] === other['reference'];
/** The case of another tenant that has the same reference. */
const openedByOther = (input: Input) =>
  input.operation === 'create' && String(input.properties?.['reference']).startsWith('conformance')
    ? createsBefore(input).find(
        (each) => otherTenant(each.sender!, input.sender!) && sameReference(each.properties!, input.properties!),
      )
    : undefined;

/**
 * A case gets the id of an earlier one of somebody else, so that both senders have a case at that address.
 *
 * @param spared how many of the earlier ones are of a control, which must have no fault
 */
const givesIdsOfOthers = (is: (owner: Sender, asking: Sender) => boolean, spared = 0): InputFault => ({
  ids({ id, request }) {
    const others = createsBefore(request).filter(({ sender }) => is(sender!, request.sender!));
    return (others[spared]?.shown.body?.['id'] as string | undefined) ?? id;
  },
  ...accepts(foreign('read', is)),
});

const faults: InputFaults = {
  ...faultsOf(accepts, {
    'shows a case to every tenant': foreign('read', otherTenant),
    'shows the cases of the second tenant to the first': foreign(
      'read',
      (owner, asking) => owner === 'other' && tenantOf(asking) === 'one',
    ),
    'shows the cases of the first tenant to the second': foreign(
      'read',
      (owner, asking) => tenantOf(owner) === 'one' && asking === 'other',
    ),
    'shows the denied cases of a tenant to the other': foreign(
      'read',
      (owner, asking, { opened }) => otherTenant(owner, asking) && isDenied(opened!),
    ),
    'stores evidence of every tenant in every case': foreign('upload', otherTenant),
    'stores evidence of the first tenant in cases of the second': foreign(
      'upload',
      (owner, asking) => owner === 'other' && tenantOf(asking) === 'one',
    ),
    'shows live cases to a sandbox key': foreign(
      'read',
      (owner, asking) => otherMode(owner, asking) && owner === 'live',
    ),
    'shows sandbox cases to a live key': foreign(
      'read',
      (owner, asking) => otherMode(owner, asking) && asking === 'live',
    ),
    'stores evidence of a sandbox key in a live case': foreign(
      'upload',
      (owner, asking) => otherMode(owner, asking) && owner === 'live',
    ),
    'stores evidence of a live key in a sandbox case': foreign(
      'upload',
      (owner, asking) => otherMode(owner, asking) && asking === 'live',
    ),
    'stores evidence of a live key in a sandbox case of an entity': foreign(
      'upload',
      (owner, asking, { opened }) => otherMode(owner, asking) && asking === 'live' && opened!['type'] === 'PM',
    ),
    'shows a case of any tenant if the path ends with a slash': (input) =>
      input.method === 'GET' && /^\/cases\/[^/]+\/$/.test(input.target) && input.found !== undefined,
    'shows a decided case to every tenant': foreign(
      'read',
      (owner, asking, { found }) => otherTenant(owner, asking) && isDecided(found!),
    ),
    'caches cases by id without the tenant': foreign('read', (_, __, input) => isCached(input)),
    'caches decided cases by id without the tenant': foreign(
      'read',
      (_, __, input) => isCached(input) && isDecided(input.found!),
    ),
    'caches cases by tenant and id without the mode': foreign(
      'read',
      (owner, asking, input) => otherMode(owner, asking) && isCached(input),
    ),
    'caches decided cases by tenant and id without the mode': foreign(
      'read',
      (owner, asking, input) => otherMode(owner, asking) && isCached(input) && isDecided(input.found!),
    ),
    'shows live cases with evidence to a sandbox key': foreign(
      'read',
      (owner, asking, { found }) => otherMode(owner, asking) && owner === 'live' && found!.artifacts.length > 0,
    ),
    'does not separate live and sandbox mode': (input) =>
      foreign('read', otherMode)(input) || foreign('upload', otherMode)(input),
    'responds to HEAD for a case of any tenant': (input) => input.method === 'HEAD' && isForeign(input),
    'shows a case of another tenant with the same reference': foreign(
      'read',
      (owner, asking, input) =>
        otherTenant(owner, asking) &&
        createsBefore(input).some((each) => each.sender === asking && sameReference(each.properties!, input.opened!)),
    ),
  }),
  'responds with 403 to a read of a case of another tenant': rejects('403 not-found')(foreign('read', otherTenant)),
  'responds with 403 to an upload to a case of another tenant': rejects('403 not-found')(
    foreign('upload', otherTenant),
  ),
  'adds a header to the 404 of a read of another tenant': notFound(foreign('read', otherTenant), withVersion),
  'adds a header to the 404 of an upload of another tenant': notFound(foreign('upload', otherTenant), withVersion),
  'responds with 410 with the body of a 404 to a read of a case of another tenant': sends(
    ({ status }, input) => status === 404 && foreign('read', otherTenant)(input),
    { status: 410 },
  ),
  'responds with 409 to an upload to a full case of another tenant': rejects('409 artifact-limit-reached')(
    foreign('upload', (owner, asking, { found }) => otherTenant(owner, asking) && found!.artifacts.length === 20),
  ),
  ...faultsOf(rejects('409 case-closed'), {
    'responds with 409 to an upload to a decided case of another tenant': foreign(
      'upload',
      (owner, asking, { found }) => otherTenant(owner, asking) && isDecided(found!),
    ),
    'rejects evidence for a decided case before it checks the mode of the key': foreign(
      'upload',
      (owner, asking, { found }) => otherMode(owner, asking) && isDecided(found!),
    ),
    'rejects a reference that another tenant has': (input, { status }) =>
      status === 201 && openedByOther(input) !== undefined,
  }),
  'replays an upload before it checks the tenant of the case': replaysForeign(() => true),
  'replays an upload before it checks the mode of the key': replaysForeign(otherMode),
  'checks the media type of an upload to a case of another tenant': rejects('415 unsupported-media-type')(
    foreign('upload', (owner, asking, input) => otherTenant(owner, asking) && input.boundary === undefined),
  ),
  'checks the length of an upload to a case of another tenant': rejects('413 content-too-large')(
    foreign('upload', (owner, asking, { size }) => otherTenant(owner, asking) && size > 11_000_000),
  ),
  'parses the parts of an upload to a case of another tenant': rejects('400 malformed-request')(
    foreign('upload', (owner, asking, input) => otherTenant(owner, asking) && truncated(input)),
  ),
  'validates an upload before it checks the tenant of the case': {
    rejects: foreign('upload', (owner, asking, input) => otherTenant(owner, asking) && invalid(() => true)(input)),
  },
  ...faultsOf(stores, {
    'stores evidence of another tenant, but responds with 404': foreign('upload', otherTenant),
    'stores evidence of another tenant some time after it responded with 404': (upload, { at }) =>
      foreign('upload', otherTenant)(upload) && at - upload.at > 300,
    'stores evidence of the other mode, but responds with 404': foreign('upload', otherMode),
  }),
  'decides a case at the rejected evidence of another tenant': decidesAt(foreign('upload', otherTenant)),
  'reveals to a read that the case belongs to another tenant': tells('read', { detail: 'This case is not yours.' }),
  'reveals to an upload that the case belongs to another tenant': tells('upload', {
    detail: 'This case is not yours.',
  }),
  'adds a property to the problem of a read of another tenant': tells('read', { code: 'FOREIGN' }),
  'adds a header to the response to HEAD for a case of another tenant': notFound(
    (input) => input.method === 'HEAD' && isForeign(input),
    withVersion,
  ),
  'responds to OPTIONS with 404 for an unknown case only': toUnknownCase('OPTIONS'),
  'responds to a wrong method with 404 for an unknown case and with 405 for a case of another tenant':
    toUnknownCase('DELETE'),
  'gives the second tenant the case of the first tenant with the same reference': {
    changes: (shown, input) => (shown.status === 201 ? openedByOther(input)?.shown : undefined),
  },
  'counts ids separately for each tenant': givesIdsOfOthers(otherTenant, 1),
  'counts ids separately for each mode': givesIdsOfOthers(otherMode),
};

export default faults;
