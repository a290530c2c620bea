import type { Header } from '../../conformance/wire/exchange.ts';
import { invalid } from './requests.ts';
import { isDecided } from './support/cases.ts';
import { sends, writes } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type Is, rejects } from './support/fault.ts';
import { truncated } from './support/forms.ts';
import { createsBefore, readsBefore, stores, uploadsBefore } from './support/history.ts';
import type { Answered, Input, Properties, Sender } from './support/input.ts';
import { isAccepted, keyOf } from './support/keys.ts';
import { decidesAt } from './support/sandbox.ts';

/** Who owns a case, and whose key a request for it has. */
type Relation = (owner: Sender, asking: Sender) => boolean;

const tenantOf = (sender: Sender) => (sender === 'other' ? 'two' : 'one');
const otherTenant: Relation = (owner, asking) => tenantOf(owner) !== tenantOf(asking);
const otherMode: Relation = (owner, asking) => !otherTenant(owner, asking);
const firstOfSecond: Relation = (owner, asking) => owner === 'other' && tenantOf(asking) === 'one';
const secondOfFirst: Relation = (owner, asking) => tenantOf(owner) === 'one' && asking === 'other';
const sandboxOfLive: Relation = (owner, asking) => otherMode(owner, asking) && owner === 'live';
const liveOfSandbox: Relation = (owner, asking) => otherMode(owner, asking) && asking === 'live';

const isForeign = ({ owner, sender }: Input) => owner !== undefined && sender !== undefined && owner !== sender;

/** Requests of an operation about a case of somebody else. */
const foreign =
  (operation: Input['operation']) =>
  (is: Relation, ...more: Is[]): Is =>
  (input) =>
    input.operation === operation &&
    /^(GET|POST)$/.test(input.method) &&
    isForeign(input) &&
    is(input.owner!, input.sender!) &&
    more.every((each) => each(input));
const read = foreign('read');
const upload = foreign('upload');

const ofDecided: Is = ({ found }) => isDecided(found!);
const ofFull: Is = ({ found }) => found!.artifacts.length === 20;
const ofEntity: Is = ({ opened }) => opened!['type'] === 'PM';
const ofDenied: Is = ({ opened }) => String(opened!['reference']).startsWith('sandbox:deny');
const withEvidence: Is = ({ found }) => found!.artifacts.length > 0;
/** Cases that their owner has read before. */
const isCached: Is = (input) => readsBefore(input).some((each) => each.shown.status === 200);
const isHead: Is = (input) => input.method === 'HEAD' && isForeign(input);

/** The response to a request for a case of somebody else, with one more header. */
const withVersion = (of: Is): InputFault =>
  sends(
    ({ status }, input) => status === 404 && of(input),
    ({ headers }) => ({ headers: [...headers, ['X-Case-Version', '1'] satisfies Header] }),
  );
const tells = (of: Is, change: Properties = { detail: 'This case is not yours.' }): InputFault =>
  writes(
    (problem) => ({ ...problem, ...change }),
    ({ status }, input) => status === 404 && of(input),
  );

/** A condition that holds for every case. */
const hasCondition: Is = ({ header }) => header('If-None-Match') === '*';
const notModified = { status: 304, text: '' };

/** Uploads to cases of others that repeat one of the owner. */
const replays = (is: Relation): InputFault => ({
  changes: (_, input) =>
    upload(is)(input) && keyOf(input) !== undefined
      ? uploadsBefore(input).find((each) => isAccepted(each) && keyOf(each) === keyOf(input))?.shown
      : undefined,
});
/** A wrong method of an address at which no case is. */
const toUnknownCase = (method: string): InputFault =>
  rejects('404 not-found')(
    (input) => input.method === method && input.target.startsWith('/cases/') && input.found === undefined,
  );

const referenceOf = ({ properties }: Input) => String(properties?.['reference']);
/** The case of another tenant that has the same reference. */
const openedByOther = (input: Input): Answered | undefined =>
  createsBefore(input).find(
    (each) =>
      input.operation === 'create' &&
      referenceOf(input).startsWith('conformance') &&
      otherTenant(each.sender!, input.sender!) &&
      referenceOf(each) === referenceOf(input),
  );
const hasOwnWithReference: Is = (input) =>
  createsBefore(input).some((each) => each.sender === input.sender && referenceOf(each) === input.opened!['reference']);

/**
 * A case gets the id of an earlier one of somebody else, so that both senders have a case at that address.
 *
 * @param spared how many of the earlier ones are of a control, which must have no fault
 */
const givesIdsOfOthers = (is: Relation, spared = 0): InputFault => ({
  ids({ id, request }) {
    const others = createsBefore(request).filter(({ sender }) => is(sender!, request.sender!));
    return (others[spared]?.shown.body?.['id'] as string | undefined) ?? id;
  },
  ...accepts(read(is)),
});

const faults: InputFaults = {
  'evaluates a condition before it compares the tenant': sends(
    (_, input) => read(otherTenant, hasCondition)(input),
    notModified,
  ),
  ...faultsOf(accepts, {
    'shows a case to every tenant': read(otherTenant),
    'shows the cases of the second tenant to the first': read(firstOfSecond),
    'shows the cases of the first tenant to the second': read(secondOfFirst),
    'shows the denied cases of a tenant to the other': read(otherTenant, ofDenied),
    'shows a decided case to every tenant': read(otherTenant, ofDecided),
    'shows a case of another tenant with the same reference': read(otherTenant, hasOwnWithReference),
    'shows live cases to a sandbox key': read(sandboxOfLive),
    'shows live cases with evidence to a sandbox key': read(sandboxOfLive, withEvidence),
    'shows sandbox cases to a live key': read(liveOfSandbox),
    'caches cases by id without the tenant': read(() => true, isCached),
    'caches decided cases by id without the tenant': read(() => true, isCached, ofDecided),
    'caches cases by tenant and id without the mode': read(otherMode, isCached),
    'caches decided cases by tenant and id without the mode': read(otherMode, isCached, ofDecided),
    'shows a case to every tenant that sends X-Tenant-Id': read(
      otherTenant,
      ({ header }) => header('X-Tenant-Id') !== undefined,
    ),
    'stores evidence of every tenant in every case': upload(otherTenant),
    'stores evidence of the first tenant in cases of the second': upload(firstOfSecond),
    'stores evidence of a sandbox key in a live case': upload(sandboxOfLive),
    'stores evidence of a live key in a sandbox case': upload(liveOfSandbox),
    'stores evidence of a live key in a sandbox case of an entity': upload(liveOfSandbox, ofEntity),
    'does not separate live and sandbox mode': (input) => read(otherMode)(input) || upload(otherMode)(input),
    'responds to HEAD for a case of any tenant': isHead,
    'shows a case of any tenant if the path ends with a slash': ({ method, target, found }) =>
      method === 'GET' && /^\/cases\/[^/]+\/$/.test(target) && found !== undefined,
  }),
  'responds with 403 to a read of a case of another tenant': rejects('403 not-found')(read(otherTenant)),
  'responds with 403 to an upload to a case of another tenant': rejects('403 not-found')(upload(otherTenant)),
  'responds with 403 to an upload in chunks to a case of another tenant': rejects('403 not-found')(
    upload(otherTenant, ({ chunked }) => chunked),
  ),
  ...faultsOf(rejects('409 case-closed'), {
    'responds with 409 to an upload to a decided case of another tenant': upload(otherTenant, ofDecided),
    'rejects evidence for a decided case before it checks the mode of the key': upload(otherMode, ofDecided),
    'rejects a reference that another tenant has': (input, { status }) =>
      status === 201 && openedByOther(input) !== undefined,
  }),
  'responds with 409 to an upload to a full case of another tenant': rejects('409 artifact-limit-reached')(
    upload(otherTenant, ofFull),
  ),
  'checks the media type of an upload to a case of another tenant': rejects('415 unsupported-media-type')(
    upload(otherTenant, ({ boundary }) => boundary === undefined),
  ),
  'checks the length of an upload to a case of another tenant': rejects('413 content-too-large')(
    upload(otherTenant, ({ size }) => size > 11_000_000),
  ),
  'parses the parts of an upload to a case of another tenant': rejects('400 malformed-request')(
    upload(otherTenant, truncated),
  ),
  'validates an upload before it checks the tenant of the case': rejects('422 invalid-request')(
    upload(
      otherTenant,
      invalid(() => true),
    ),
  ),
  'replays an upload before it checks the tenant of the case': replays(() => true),
  'replays an upload before it checks the mode of the key': replays(otherMode),
  ...faultsOf(stores, {
    'stores evidence of another tenant, but responds with 404': upload(otherTenant),
    'stores evidence of another tenant some time after it responded with 404': (each, { at }) =>
      upload(otherTenant)(each) && at - each.at > 300,
    'stores evidence of the other mode, but responds with 404': upload(otherMode),
  }),
  'decides a case at the rejected evidence of another tenant': decidesAt(upload(otherTenant)),
  ...faultsOf(withVersion, {
    'adds a header to the 404 of a read of another tenant': read(otherTenant),
    'adds a header to the 404 of an upload of another tenant': upload(otherTenant),
    'adds a header to the response to HEAD for a case of another tenant': isHead,
  }),
  'reveals to a read that the case belongs to another tenant': tells(read(otherTenant)),
  'reveals to an upload that the case belongs to another tenant': tells(upload(otherTenant)),
  'adds a property to the problem of a read of another tenant': tells(read(otherTenant), { code: 'FOREIGN' }),
  'responds with 410 with the body of a 404 to a read of a case of another tenant': sends(
    ({ status }, input) => status === 404 && read(otherTenant)(input),
    { status: 410 },
  ),
  ...faultsOf(toUnknownCase, {
    'responds to OPTIONS with 404 for an unknown case only': 'OPTIONS',
    'responds to a wrong method with 404 for an unknown case and with 405 for a case of another tenant': 'DELETE',
  }),
  'gives the second tenant the case of the first tenant with the same reference': {
    changes: (shown, input) => (shown.status === 201 ? openedByOther(input)?.shown : undefined),
  },
  'counts ids separately for each tenant': givesIdsOfOthers(otherTenant, 1),
  'counts ids separately for each mode': givesIdsOfOthers(otherMode),
};

export default faults;
