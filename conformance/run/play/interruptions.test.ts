import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange, Header } from '../../wire/exchange.ts';
import { Interruptions } from './interruptions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function responded(status: number, type: string, body = ''): Exchange {
  const headers: Header[] = [['Content-Type', type]];
  return {
    request: {
      method: 'GET',
      url: 'http://candidate.example/cases/a',
      headers: [],
      body: [],
      credential: undefined,
      chunked: false,
    },
    response: { status, headers, body: Buffer.from(body) },
    milliseconds: 1,
  };
}

const page = () => responded(500, 'text/html');
const rejection = () => responded(401, 'application/problem+json');

/** What becomes of a page with the status 500, when the looks at the service show this, the last one again and again. */
async function examined(looks: (() => Exchange)[], responds = page) {
  let [looked, waited] = [0, 0];
  const interruptions = new Interruptions({
    exchanges: [],
    ask: undefined,
    probe: async () => (looks[looked++] ?? looks.at(-1)!)(),
    wait: async (milliseconds) => {
      waited += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    },
    waiting: () => {},
  });
  await interruptions.examine(rejection());
  const exchanges = [responds(), responds()];
  for (const each of exchanges) await interruptions.examine(each);
  return { marks: exchanges.map(({ interrupted }) => interrupted), times: interruptions.list.length, waited };
}

test.each<[string, (() => Exchange)[], Awaited<ReturnType<typeof examined>>]>([
  [
    'is an interruption while a look has the same response, and had another one before',
    [rejection, page, page, rejection],
    { marks: ['away', undefined], times: 1, waited: 2000 },
  ],
  ['is judged when the service responds', [rejection], { marks: [undefined, undefined], times: 0, waited: 0 }],
  ['is judged when looks always had that response', [page], { marks: [undefined, undefined], times: 0, waited: 0 }],
  [
    'is judged when looks have that response from then on, after one wait',
    [rejection, page],
    { marks: [undefined, undefined], times: 0, waited: 20_000 },
  ],
])('a page with 500 %s', async (_, looks, expected) => {
  expect(await examined(looks)).toEqual(expected);
});

test('the page that lighttpd sends with 500 is an interruption, although the service is there', async () => {
  const pageOfLighttpd = `<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
         "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
 <head>
  <title>500 Internal Server Error</title>
 </head>
 <body>
  <h1>500 Internal Server Error</h1>
 </body>
</html>
`;
  const { marks } = await examined([rejection], () => responded(500, 'text/html', pageOfLighttpd));
  expect(marks).toEqual(['briefly', 'briefly']);
});
