import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Exchange, Header } from '../../wire/exchange.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { Interruptions } from './interruptions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function responded(status: number, type: string): Exchange {
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
    response: { status, headers, body: Buffer.from('') },
    milliseconds: 1,
  };
}

const rejection = () => responded(401, 'application/problem+json');

/** What becomes of a page, when the looks at the service show this, the last one again and again. */
async function examined(looks: (() => Exchange)[], page: () => Exchange) {
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
  const exchanges = [page(), page()];
  for (const each of exchanges) await interruptions.examine(each);
  return { marks: exchanges.map(({ interrupted }) => interrupted), times: interruptions.list.length, waited };
}

describe.each([500, 404, 405])('a page with %s', (status) => {
  const page = () => responded(status, 'text/html');

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
  ])('%s', async (_, looks, expected) => {
    expect(await examined(looks, page)).toEqual(expected);
  });
});

test('a look that the end of the run cuts off shows nothing', async () => {
  const looks = [rejection];
  const over = async () => {
    throw new Inconclusive('the run was interrupted');
  };
  const interruptions = new Interruptions({
    exchanges: [],
    ask: undefined,
    probe: async () => looks.pop()?.() ?? over(),
    wait: over,
    waiting: () => {},
  });
  await interruptions.examine(rejection());
  const page = responded(404, 'text/html');
  await expect(interruptions.examine(page)).rejects.toThrow('the run was interrupted');
  expect({ mark: page.interrupted, times: interruptions.list, isGone: interruptions.isGone }).toEqual({
    mark: undefined,
    times: [],
    isGone: false,
  });
});
