import { expect, test } from 'vitest';
import { type Exchange, responseOf } from '../../engine/exchange.ts';
import { expectSandboxAccepted } from './keys.ts';
import type { Session } from './session.ts';

const key = { value: 'sk_one', shell: '$IDV_API_KEY' };

function create(status: number, credential = key) {
  const body = [Buffer.from('{"type":"PF","reference":"sandbox:approve#1"}')];
  const request = { method: 'POST', url: 'http://127.0.0.1:1/cases', headers: [], body, credential, chunked: false };
  const response = { status, headers: [], body: Buffer.alloc(0) };
  const exchange: Exchange = { request, response, milliseconds: 1 };
  return responseOf(exchange, response);
}

test.each([
  [
    'asks for the kind of the key',
    create(201, { value: 'sk_two', shell: '$IDV_OTHER_API_KEY' }),
    '; is $IDV_API_KEY a sandbox key?',
  ],
  ['does not ask if the candidate accepted one with this key', create(201), ''],
])('a rejected sandbox reference %s', (_, earlier, question) => {
  const session = { run: { exchanges: [earlier.exchange] } } as unknown as Session;
  expect(() => expectSandboxAccepted(session, create(422))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ actual: `status 422${question}` }) }),
  );
});
