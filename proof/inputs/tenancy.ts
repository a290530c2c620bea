import type { Header } from '../../conformance/wire/exchange.ts';
import type { InputFault, InputFaults } from './input-fault.ts';
import type { Input, Properties, Sender } from './support/input.ts';

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

const faults: InputFaults = {
  'shows a case to every tenant': { accepts: foreign('read', otherTenant) },
  'shows the cases of the second tenant to the first': {
    accepts: foreign('read', (owner, asking) => owner === 'other' && tenantOf(asking) === 'one'),
  },
  'shows the cases of the first tenant to the second': {
    accepts: foreign('read', (owner, asking) => tenantOf(owner) === 'one' && asking === 'other'),
  },
  'shows the denied cases of a tenant to the other': {
    accepts: foreign('read', (owner, asking, { opened }) => otherTenant(owner, asking) && isDenied(opened!)),
  },
  'responds with 403 to a read of a case of another tenant': {
    rejects: foreign('read', otherTenant),
    as: '403 not-found',
  },
  'stores evidence of every tenant in every case': { accepts: foreign('upload', otherTenant) },
  'stores evidence of the first tenant in cases of the second': {
    accepts: foreign('upload', (owner, asking) => owner === 'other' && tenantOf(asking) === 'one'),
  },
  'responds with 403 to an upload to a case of another tenant': {
    rejects: foreign('upload', otherTenant),
    as: '403 not-found',
  },
  'shows live cases to a sandbox key': {
    accepts: foreign('read', (owner, asking) => otherMode(owner, asking) && owner === 'live'),
  },
  'shows sandbox cases to a live key': {
    accepts: foreign('read', (owner, asking) => otherMode(owner, asking) && asking === 'live'),
  },
  'stores evidence of a sandbox key in a live case': {
    accepts: foreign('upload', (owner, asking) => otherMode(owner, asking) && owner === 'live'),
  },
  'stores evidence of a live key in a sandbox case': {
    accepts: foreign('upload', (owner, asking) => otherMode(owner, asking) && asking === 'live'),
  },
  'stores evidence of a live key in a sandbox case of an entity': {
    accepts: foreign(
      'upload',
      (owner, asking, { opened }) => otherMode(owner, asking) && asking === 'live' && opened!['type'] === 'PM',
    ),
  },
  'adds a header to the 404 of a read of another tenant': notFound(foreign('read', otherTenant), withVersion),
  'adds a header to the 404 of an upload of another tenant': notFound(foreign('upload', otherTenant), withVersion),
};

export default faults;
