// Requests for a response of every kind, for the requirements that bind all of them.
import { unknownIds } from '../values/ids.ts';
import { head } from './methods.ts';
import { rejections, withoutBody } from './responses.ts';
import { decidedCase, decidedCases } from './settings.ts';
import {
  acceptedOnEach,
  both,
  type Change,
  create,
  json,
  keyed,
  onEach,
  read,
  type Scenario,
  scenario,
  type Step,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;

const unknownId = { id: unknownIds[0]! };

/** Whether the requests are accepted or rejected is another requirement. */
const given: Details = { isAnswerGiven: true };
const ofRead: Details = { ...given, control: [create(), read()] };
const rejected: Details = { ...ofRead, outcome: 'rejected' };

const repeatedCreate = create(both(json({ reference: '{unique}' }), keyed()));
const repeatedUpload = upload(0, keyed());

/** A response of every kind that is accepted. */
export const successes: Scenario[] = [
  scenario('a create', [create()], given),
  scenario('an upload', [upload()], { setting: [create()], ...given }),
  scenario('a read', [read()], { setting: [create()], ...given }),
  scenario('a create again with its key', [repeatedCreate], { setting: [repeatedCreate], ...given }),
  scenario('an upload again with its key', [repeatedUpload], { setting: [create(), repeatedUpload], ...given }),
  scenario('a read with a live key', [read(0, { as: 'live' })], { setting: [create({ as: 'live' })], ...given }),
  scenario('a read of a decided case', [read()], { setting: decidedCase(), needs: 'sandbox', ...given }),
];

/** Responses that a service may give in several ways. */
const optional: Scenario[] = [
  scenario('HEAD', [head(read('control'))], { ...ofRead, outcome: { open: 'method.head' } }),
  scenario('OPTIONS', [read('control', { method: 'OPTIONS' })], { ...ofRead, outcome: { open: 'method.options' } }),
];

export const everyResponse = [...successes, ...rejections, ...optional];

/** Responses with times. */
export const timed: Scenario[] = [
  scenario('a create', [create()], given),
  scenario('an upload', [upload()], { setting: [create()], ...given }),
  scenario('a read', [read()], { setting: [create(), upload()], ...given }),
  scenario('a read of a decided case', [read()], { setting: decidedCase(), needs: 'sandbox', ...given }),
];

/** A case that is pending, approved or denied, an artifact, and problems. */
export const written: Scenario[] = [
  ...timed,
  scenario('a read of a denied case', [read()], { setting: decidedCases().denied, needs: 'sandbox', ...given }),
  scenario('a read with a live key', [read(0, { as: 'live' })], { setting: [create({ as: 'live' })], ...given }),
  ...Object.entries({
    'an unknown case': read(unknownId),
    'a read without a key': read('control', { as: 'nobody' }),
    'malformed JSON': create({ text: '{' }),
  }).map(([label, step]) => scenario(label, [step], rejected)),
];

/** Requests for a response of each form, each sent in another way. */
const sentAs = (way: (step: Step) => Step, suffix = ''): Scenario[] => [
  scenario(`a create${suffix}`, [way(create())], given),
  scenario(`an upload${suffix}`, [way(upload())], { setting: [create()], ...given }),
  scenario(`a read${suffix}`, [way(read('control'))], ofRead),
  ...Object.entries({
    'an unknown case': read(unknownId),
    'a read without a key': read('control', { as: 'nobody' }),
    'malformed JSON': create({ text: '{' }),
    'a wrong method': read('control', { method: 'DELETE' }),
  }).map(([label, step]) => scenario(label + suffix, [way(step)], rejected)),
];

const listening = (step: Step): Step => ({ ...step, listens: true });
export const listened = [
  ...sentAs(listening),
  ...optional.map((each): Scenario => ({ ...each, steps: each.steps.map(listening) })),
];
const closing: Change = { headers: { Connection: 'close' } };
export const closed = sentAs((step) => listening({ ...step, change: both(step.change ?? {}, closing) }));
export const plain = sentAs((step) => step);
const onlyIdentity: Change = { headers: { 'Accept-Encoding': 'identity' } };
export const uncoded = [
  ...plain,
  ...sentAs((step) => ({ ...step, change: both(step.change ?? {}, onlyIdentity) }), ', with Accept-Encoding: identity'),
];

/** A browser asks before it sends a request to another site. */
const preflight = (origin: string): Change => ({
  method: 'OPTIONS',
  ...withoutBody,
  headers: {
    'Content-Type': [],
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization',
  },
});
const shop = 'https://shop.example';
const fromShop: Change = { headers: { Origin: shop } };
// Often trusted: the machine of the developer, a sandboxed page, and the service itself.
const otherOrigins = { 'http://localhost:3000': 'http://localhost:3000', null: 'null', 'its own host': '{origin}' };

export const fromOtherSites = [
  ...acceptedOnEach({ 'from another site': fromShop }).map((each) => ({ ...each, ...given })),
  ...onEach({ 'an unknown case, from another site': fromShop }, ['a read'], { of: unknownId, ...given }),
  ...onEach({ 'without a key, from another site': both({ as: 'nobody' }, fromShop) }, ['a read'], given),
  ...Object.entries(otherOrigins).map(([label, origin]) =>
    scenario(`a read from ${label}`, [read('control', { headers: { Origin: origin } })], ofRead),
  ),
  scenario('a preflight with a key', [create(preflight(shop))], {
    ...ofRead,
    outcome: { open: 'method.preflight' },
  }),
  ...Object.entries({ 'another site': shop, ...otherOrigins }).map(([label, origin]) =>
    scenario(`a preflight from ${label}`, [create(both({ as: 'nobody' }, preflight(origin)))], {
      ...ofRead,
      outcome: { open: 'method.preflight' },
    }),
  ),
];
