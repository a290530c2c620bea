// Requests for a rejection of every kind, for the requirements that bind all of them.
import { jpeg } from '../values/evidence-files.ts';
import { requestIds } from '../values/headers.ts';
import { unknownIds } from '../values/ids.ts';
import { invalid, invalidCreates, invalidUploads, tooLong } from './invalid.ts';
import { decidedCase, fullCase } from './settings.ts';
import {
  both,
  type Change,
  create,
  json,
  keyed,
  onEach,
  type OperationName,
  read,
  type Scenario,
  scenario,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;

/** Whether the requests are rejected is another requirement. */
const given: Details = { isAnswerGiven: true };
const rejected: Details = { ...given, outcome: 'rejected' };

export const withBody: OperationName[] = ['a create', 'an upload'];
export const withoutBody: Change = { text: '', headers: { 'Content-Type': [] } };

const unknownId = { id: unknownIds[0]! };
const repeatedCreate = create(both(json({ reference: '{unique}' }), keyed()));
const otherPayload = create(both(json({ reference: '{unique} of another' }), keyed()));
const otherFile = upload(0, both(keyed(), { parts: { file: jpeg('another').toString('latin1') } }));

/** These show something of a service that opens no case, too. */
const withoutCase = {
  'a read of an unknown case': [read(unknownId)],
  'an upload to an unknown case': [upload(unknownId)],
  'two reads with the same name of the request': [
    read(unknownId, { headers: requestIds }),
    read(unknownId, { headers: requestIds }),
  ],
  'an unknown path': [read(unknownId, { path: '/no-such-path' })],
  'a POST to an unknown path': [read(unknownId, { method: 'POST', path: '/no-such-path' })],
  'a GET of all cases': [create({ method: 'GET', ...withoutBody })],
};

const ofCase = {
  'a wrong method': read('control', { method: 'DELETE' }),
  'a GET of the artifacts': upload('control', { method: 'GET', ...withoutBody }),
};

// The contract leaves the form of the other rejection open.
const { 'without body and media type': _, ...invalidInForm } = invalid;

/** The errors that ask a client to wait. */
export const errorsOfSandbox: Scenario[] = ([429, 503] as const).map((status) =>
  scenario(
    `the error ${status}`,
    [{ ...create(json({ reference: `sandbox:error:${status}#{unique}` })), mayGetError: true }],
    { ...rejected, needs: 'sandbox' },
  ),
);

const ofSandbox: Scenario[] = [
  ...errorsOfSandbox,
  scenario('an upload to a full case', [upload('control')], { ...rejected, control: fullCase, needs: 'sandbox' }),
  scenario('an upload to a decided case', [upload('control')], {
    ...rejected,
    control: decidedCase(),
    needs: 'sandbox',
  }),
];

export const rejections: Scenario[] = [
  ...onEach({ 'without a key': { as: 'nobody' }, 'with an unknown key': { as: 'stranger' } }, undefined, given),
  ...Object.entries(withoutCase).map(([label, steps]) => scenario(label, steps, rejected)),
  ...Object.entries(ofCase).map(([label, step]) => scenario(label, [step], { ...rejected, control: [create()] })),
  ...onEach(invalidInForm, withBody, given),
  ...onEach({ ...invalidCreates, ...tooLong['a create'] }, ['a create'], given),
  ...onEach(invalidUploads, ['an upload'], given),
  scenario('a key for another payload', [otherPayload], { ...rejected, setting: [repeatedCreate] }),
  scenario('a key for another file', [otherFile], { ...rejected, setting: [create(), upload(0, keyed())] }),
  ...ofSandbox,
];
