// Headers, queries and pieces of a body that change nothing, several in one request.
import { headerRows, ignoredHeaders, ignoredOnPost, ignoredOnRead } from '../values/headers.ts';
import { ignoredQueries } from '../values/queries.ts';
import { type Change, create, inPacks, packed, read, scenario, upload } from './vocabulary.ts';

const queries = inPacks(Object.keys(ignoredQueries), (some) => [`?${some.join('&')}`, { query: some.join('&') }]);
const onRead: Record<string, Change> = {
  ...packed(headerRows({ ...ignoredHeaders, ...ignoredOnRead })),
  ...queries,
  'with Content-Length: 0': { headers: { 'Content-Length': '0' } },
};
export const unknownOnPost: Record<string, Change> = {
  ...packed(headerRows({ ...ignoredHeaders, ...ignoredOnPost })),
  ...queries,
  'a body in chunks': { sending: 'in pieces' },
  'without Content-Length': { chunked: true },
};

const byProxy: Change = {
  headers: Object.fromEntries(
    ['X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded-Port', 'X-Forwarded-Prefix', 'Forwarded'].map((name) => [
      name,
      ignoredHeaders[name]![0]!,
    ]),
  ),
};

/** The same request twice is carried out twice. */
export const unknownInput = [
  ...Object.entries(unknownOnPost).map(([label, change]) =>
    scenario(`a create: ${label}`, [create(change), create(change)], {
      control: [create()],
      reportedAs: ['create-case.assigns-identifier', 'create-case.no-evidence-yet'],
    }),
  ),
  scenario('a create: what a proxy says about itself, and the Location', [create(byProxy), read('location')], {
    control: [create(), read()],
    reportedAs: ['create-case.location'],
  }),
  ...Object.entries(onRead).map(([label, change]) =>
    scenario(`a read: ${label}`, [read('control', change), read('control')], {
      // Some parameters choose which artifacts are listed.
      control: [create(), upload(), upload(), read()],
      reportedAs: ['get-case.lists-evidence'],
    }),
  ),
  ...Object.entries(unknownOnPost).map(([label, change]) =>
    scenario(`an upload: ${label}`, [upload(0, change), upload(0, change)], {
      control: [create(), upload()],
      setting: [create()],
      observe: [read()],
      reportedAs: ['upload-artifact.responds-with-201', 'upload-artifact.ids-differ', 'get-case.lists-evidence'],
    }),
  ),
];
