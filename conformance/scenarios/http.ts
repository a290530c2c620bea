import { gzipSync } from 'node:zlib';
import { multipart } from '../wire/multipart.ts';
import { jpeg } from '../values/evidence-files.ts';
import { headerSpellings, ranges } from '../values/headers.ts';
import { malformedIds, unknownIds } from '../values/ids.ts';
import {
  acceptable,
  codings,
  malformedMediaTypes,
  mediaTypeCases,
  mediaTypeParameters,
  spaceBeforeParameter,
  wrongMediaTypes,
} from '../values/media-types.ts';
import { methods, unknownPaths } from '../values/paths.ts';
import { rowsOf } from '../values/rows-of.ts';
import { ofRequests } from './at-once.ts';
import { invalid, invalidUploads, tooLong } from './invalid.ts';
import type { leftOpen } from './left-open.ts';
import { heads, overridden, wrongMethods } from './methods.ts';
import {
  everyResponse,
  fromOtherSites,
  closed,
  listened,
  plain,
  successes,
  timed,
  uncoded,
  written,
} from './every-response.ts';
import { rejections, withBody, withoutBody } from './responses.ts';
import { decidedCase } from './settings.ts';
import { unknownInput } from './unknown-input.ts';
import {
  acceptedOnEach,
  both,
  bytes,
  type Change,
  create,
  each,
  json,
  lastWithQuery,
  keyed,
  labelled,
  named,
  onEach,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  type Step,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;

const unknownId = { id: unknownIds[0]! };

const typeOf = { 'a create': 'application/json', 'an upload': multipart([]).contentType };
/** As java.net.http asks a server without TLS for HTTP/2. */
const upgradeToHttp2 = {
  Connection: 'Upgrade, HTTP2-Settings',
  Upgrade: 'h2c',
  'HTTP2-Settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
};
const type = (value: string | readonly string[]): Change => ({ headers: { 'Content-Type': value } });
const onEachWithBody = (values: Record<string, string | readonly string[]>): Scenario[] =>
  onEach(each(values, type), withBody);
const acceptedAs = (change: (valid: string) => Record<string, string>): Scenario[] =>
  (['a create', 'an upload'] as const).flatMap((name) => acceptedOnEach(each(change(typeOf[name]), type), [name]));

/** Some services search for a body only if its length was announced. */
const withoutLength = (changes: Record<string, Change>): Record<string, Change> =>
  Object.fromEntries(
    Object.entries(changes).map(([label, change]) => [
      `${label}, without Content-Length`,
      both(change, { ...lastWithQuery, chunked: true }),
    ]),
  );

/** The body of each operation in the coding that its header names. */
const inGzip = {
  'a create': bytes(gzipSync('{"type":"PF","reference":"x"}')),
  'an upload': bytes(
    gzipSync(
      Buffer.concat(
        multipart([
          { name: 'kind', content: 'ID_FRONT' },
          { name: 'file', filename: 'evidence.jpg', type: 'image/jpeg', content: jpeg() },
        ]).body,
      ),
    ),
  ),
};
const inCodings = (['a create', 'an upload'] as const).flatMap((name) =>
  onEach(
    Object.fromEntries(
      Object.entries(codings).map(([label, coding]) => [
        label,
        { headers: { 'Content-Encoding': coding }, ...(coding === 'gzip' && inGzip[name]) },
      ]),
    ),
    [name],
  ),
);

const get = (path: string): Step => read('control', { path });
const notFound = (steps: Record<string, Step>, details: Details = {}): Scenario[] =>
  Object.entries(steps).map(([label, step]) =>
    scenario(label, [step], { control: [create()], outcome: 'rejected', ...details }),
  );

/** A header that does not change a rejection either. */
const ofUnknownCase = (changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(`an unknown case: ${label}`, [read(unknownId, change)], {
      control: [create(), read(), read(unknownId)],
      outcome: 'rejected',
    }),
  );

/** The same about a case that is decided, which a service may have cached. */
const ofDecidedCase = (changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(`a decided case: ${label}`, [read('control', change)], {
      control: [...decidedCase(), read()],
      needs: 'sandbox',
    }),
  );

/** Each rejection for a client that does not ask for JSON: frameworks render their own errors as such a client wishes. */
const askingForText: Change = { headers: { Accept: 'text/html, text/plain, application/xml' } };
const rejectedAsText = rejections.map((each): Scenario => ({
  ...each,
  steps: [...each.steps, ...each.steps.map((step) => ({ ...step, change: both(step.change ?? {}, askingForText) }))],
}));

const withKey = (name: string): Change => ({ ...json({ reference: '{unique}' }), headers: { [name]: '{uuid}' } });
/** The same key under each spelling of the header. */
const repeated = (step: (change: Change) => Step, setting: Step[]) => {
  const first = step(withKey('Idempotency-Key'));
  const again = Object.values(headerSpellings).map((spell) => step(withKey(spell('Idempotency-Key'))));
  return { steps: again, setting: [...setting, first, first] };
};
const repeatedCreates = repeated(create, []);
const repeatedUploads = repeated((change) => upload(0, change), [create()]);

/** So many requests that a server which counts them ends the connection. */
const manyOn = (connection: string): Step[] =>
  Array.from({ length: 6 }, (_, at): Step[] => [
    { ...create(keyed(`{unique}-${connection}-${at}`)), connection },
    { ...read(), connection },
  ]).flat();

export const http: Omit<Scenarios<'http'>, keyof typeof leftOpen> = {
  'http.unknown-path-404': [
    ...notFound(each(rowsOf(...unknownPaths), (path) => get(path.replace('{case_id}', '{id}')))),
    scenario('/cases/{case_id}/artifacts/{artifact_id}', [read(0, { path: '/cases/{id}/artifacts/{artifact id}' })], {
      setting: [create(), upload()],
      outcome: 'rejected',
    }),
    ...notFound(
      each(rowsOf(...methods.filter((method) => method !== 'GET')), (method) =>
        read('control', { method, path: '/no-such-path' }),
      ),
    ),
    ...notFound({ 'GET /cases/': get('/cases/'), 'GET /cases/{case_id}/artifacts/': get('/cases/{id}/artifacts/') }),
    // A redirect is not allowed.
    ...notFound({ 'POST /cases/': create({ path: '/cases/' }) }, { outcome: { open: 'path.empty-id' } }),
    ...notFound({ 'GET /cases/{case_id}/': get('/cases/{id}/') }, { outcome: { open: 'path.slash-at-end' } }),
  ],
  'http.wrong-method-405': [...wrongMethods({}), { ...heads[0]!, label: 'HEAD /cases/{case_id}' }],
  'http.allow': [
    ...wrongMethods({ isAnswerGiven: true }),
    ...onEach({ OPTIONS: { method: 'OPTIONS', ...withoutBody } }, undefined, {
      outcome: { open: 'method.options' },
      isAnswerGiven: true,
    }),
    // Servers and frameworks reject an unknown method in other code than a known one.
    scenario('PROPFIND /cases/{case_id}', [read('control', { method: 'PROPFIND' })], {
      control: [create(), read()],
      outcome: { open: 'method.unknown' },
      isAnswerGiven: true,
    }),
  ],
  'http.no-store': everyResponse,
  'http.nosniff': everyResponse,
  'http.json-responses': successes,
  'http.accept-ignored': [
    ...acceptedOnEach(each(acceptable, (Accept) => ({ headers: { Accept } }))),
    ...ofUnknownCase(each(acceptable, (Accept) => ({ headers: { Accept } }))),
    ...ofDecidedCase(each(acceptable, (Accept) => ({ headers: { Accept } }))),
    ...labelled('not as JSON', rejectedAsText),
  ],
  'http.media-type-compared': [
    ...acceptedAs((valid) => each(mediaTypeCases, (change) => change(valid))),
    ...acceptedAs((valid) => each(mediaTypeParameters, (more) => valid + more)),
    ...acceptedOnEach({ [spaceBeforeParameter]: type(typeOf['a create'] + spaceBeforeParameter) }, ['a create']),
  ],
  'http.content-type-415': [
    ...onEachWithBody({ 'no media type': [] }),
    ...onEach(withoutLength({ 'no media type': type([]), 'another media type': type('text/plain') }), withBody),
    ...(['a create', 'an upload'] as const).flatMap((name) => onEach(each(wrongMediaTypes[name], type), [name])),
  ],
  'http.malformed-content-type': onEachWithBody(malformedMediaTypes),
  'http.content-encoding-415': [
    ...inCodings,
    ...onEach(withoutLength({ br: { headers: { 'Content-Encoding': 'br' } } }), withBody),
  ],
  'http.no-method-override': overridden,
  'http.no-cors': fromOtherSites,
  'http.case-before-other-rejections': [
    ...Object.entries({ ...invalid, ...invalidUploads, ...tooLong['an upload'] }).map(
      ([label, change]): [string, Step] => [label, upload(unknownId, change)],
    ),
    ...Object.entries(named('the id', malformedIds)).map(([label, id]): [string, Step] => [label, upload({ id })]),
  ].map(([label, step]) =>
    scenario(label, [step], { control: [create(), upload(), upload(unknownId)], outcome: 'rejected' }),
  ),
  'http.timestamps-utc': timed,
  'http.timestamps-by-clock': timed,
  'http.whole-numbers': written,
  'http.distinct-names': written,
  'http.header-names-any-case': [
    ...acceptedOnEach(
      each(Object.fromEntries(Object.keys(headerSpellings).map((name) => [name, name])), (headerNamesAs) => ({
        headerNamesAs,
      })),
    ),
    scenario('a create again with its key', repeatedCreates.steps, { setting: repeatedCreates.setting }),
    scenario('an upload again with its key', repeatedUploads.steps, { setting: repeatedUploads.setting }),
  ],
  'http.unknown-input-ignored': unknownInput,
  'http.client-headers-accepted': [
    ...acceptedOnEach({ 'Expect: 100-continue': { headers: { Expect: '100-continue' } } }, ['a create', 'an upload']),
    // With TLS a server may reject it.
    ...acceptedOnEach({ 'Upgrade: h2c': { headers: upgradeToHttp2 } }).map((each): Scenario => ({
      ...each,
      outcome: 'open',
    })),
  ],
  'http.apart-under-load': ofRequests,
  'http.no-byte-order-mark': everyResponse,
  'http.head-like-get': heads,
  'http.nothing-behind-response': listened,
  'http.closes-when-asked': closed,
  // A server may be restarted during one of them.
  'http.responds-before-closing': [
    scenario('creates and reads on two connections', [...manyOn('first'), ...manyOn('second')], {
      control: [create(), read()],
      setting: [create()],
    }),
  ],
  'http.no-unrequested-continue': plain,
  'http.no-other-interim-response': plain,
  'http.no-unrequested-coding': uncoded,
  'http.range-ignored': [
    ...acceptedOnEach(each(rowsOf(...ranges), (Range) => ({ headers: { Range } }))),
    ...ofUnknownCase(each(rowsOf(...ranges), (Range) => ({ headers: { Range } }))),
    ...ofDecidedCase(each(rowsOf(...ranges), (Range) => ({ headers: { Range } }))),
  ],
};
