// Wrong methods, methods that a header or a query names, and HEAD.
import { overrideHeaders, overrideParameters } from '../values/headers.ts';
import { unknownIds } from '../values/ids.ts';
import { methods } from '../values/paths.ts';
import { withoutBody } from './responses.ts';
import { type Change, create, json, read, type Scenario, scenario, type Step, upload } from './vocabulary.ts';

type Details = Partial<Scenario>;

const unknownId = { id: unknownIds[0]! };

const operations = {
  'a create': { path: '/cases', method: 'POST', step: create, control: [create()] },
  'an upload': {
    path: '/cases/{case_id}/artifacts',
    method: 'POST',
    step: (change: Change) => upload('control', change),
    control: [create(), upload()],
  },
  'a read': {
    path: '/cases/{case_id}',
    method: 'GET',
    step: (change: Change) => read('control', change),
    control: [create(), read()],
  },
};

export const wrongMethods = (details: Details): Scenario[] => [
  ...Object.values(operations).flatMap(({ path, method: own, step, control }) =>
    methods
      .filter((method) => method !== own)
      .map((method) =>
        scenario(`${method} ${path}`, [step({ method, ...withoutBody })], { control, outcome: 'rejected', ...details }),
      ),
  ),
  scenario(
    'GET /cases?reference={reference}',
    [create({ method: 'GET', ...withoutBody, query: 'reference={unique}' })],
    { setting: [create(json({ reference: '{unique}' }))], outcome: 'rejected', ...details },
  ),
];

const allNaming = (names: readonly string[], method: string) => Object.fromEntries(names.map((name) => [name, method]));
const inHeaders = (method: string): Change => ({ headers: allNaming(overrideHeaders, method) });
const inQuery = (method: string): Change => ({
  query: String(new URLSearchParams(allNaming(overrideParameters, method))),
});
const naming = (...wrong: string[]): Record<string, Change> =>
  Object.fromEntries(
    wrong.flatMap((method) => [
      [`headers that name ${method}`, inHeaders(method)],
      [`a query that names ${method}`, inQuery(method)],
    ]),
  );

/** Each request twice, or followed by a plain read: the first one has changed nothing. */
export const overridden = [
  ...Object.entries(naming('GET', 'DELETE')).flatMap(([label, change]) => [
    scenario(`a create: ${label}`, [create(change), create(change)], {
      control: operations['a create'].control,
      reportedAs: ['create-case.assigns-identifier'],
    }),
    scenario(`an upload: ${label}`, [upload(0, change), upload(0, change)], {
      control: operations['an upload'].control,
      setting: [create()],
      reportedAs: ['upload-artifact.ids-differ'],
    }),
  ]),
  ...Object.entries(naming('DELETE', 'POST')).map(([label, change]) =>
    scenario(`a read: ${label}`, [read(0, change), read()], {
      control: operations['a read'].control,
      setting: [create()],
    }),
  ),
  ...Object.entries({
    'headers that name GET': inHeaders('GET'),
    // Another requirement is about unknown parameters.
    'a query that names GET': { query: '_method=GET' },
    'a form field that names GET': {
      text: '_method=GET',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  }).map(([label, change]) =>
    scenario(`a POST to a case: ${label}`, [read('control', { method: 'POST', ...change })], {
      control: [create(), read(), read(0, { method: 'POST' })],
      outcome: 'rejected',
    }),
  ),
];

export const head = (of: Step, change: Change = {}): Step => ({ ...of, change: { method: 'HEAD', ...change } });
/** HEAD after the same GET: whether that gets the right response is another requirement. */
const likeGet = (label: string, gotten: Step, sent: Step, details: Details = {}): Scenario =>
  scenario(label, [sent], { control: [create(), gotten], outcome: 'rejected', ...details });
const alternatingWithHead = (gotten: Step): Step[] => [
  gotten,
  ...Array.from({ length: 4 }, () => [head(gotten), gotten]).flat(),
];
export const heads = [
  likeGet('a known case', read(), head(read('control')), { outcome: { open: 'method.head' } }),
  likeGet('an unknown case', read(unknownId), head(read(unknownId))),
  likeGet('all cases', create({ method: 'GET', ...withoutBody }), head(create(), withoutBody)),
  likeGet(
    'the artifacts of a case',
    upload(0, { method: 'GET', ...withoutBody }),
    head(upload('control'), withoutBody),
  ),
  likeGet('a known case, without a key', read(0, { as: 'nobody' }), head(read('control'), { as: 'nobody' })),
  likeGet('a known case, with an unknown key', read(0, { as: 'stranger' }), head(read('control'), { as: 'stranger' })),
  // A service may serialise a response in various ways, and so only several lengths show something.
  scenario('the length of a known case', alternatingWithHead(read()), {
    setting: [create()],
    outcome: 'open',
    isAnswerGiven: true,
  }),
  scenario('the length of the response about an unknown case', alternatingWithHead(read(unknownId)), {
    control: [create(), read(), read(unknownId)],
    outcome: 'rejected',
    isAnswerGiven: true,
  }),
];
