import { expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.ts';
import { judgeMessage } from './form.ts';

const next = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

test.each<[string, number, string, string, boolean]>([
  ['a response behind the rejection of a request that asks to close', 400, 'close', next, true],
  ['a line end there', 400, 'close', '\r\n', false],
  ['a response behind a success', 201, 'close', next, false],
  ['a response on a connection that goes on', 400, 'keep-alive', next, false],
])('%s', (_, status, connection, behind, isForgiven) => {
  const exchange: Exchange = {
    request: {
      method: 'POST',
      url: 'http://a/cases',
      headers: [['Connection', connection]],
      body: [],
      credential: undefined,
      chunked: true,
    },
    response: { status, headers: [], body: Buffer.alloc(0), behind: Buffer.from(behind) },
    milliseconds: 1,
  };
  const found: string[] = [];
  judgeMessage(exchange, (requirement) => void found.push(requirement));
  expect(found.includes('http.nothing-behind-response')).toBe(!isForgiven);
});
