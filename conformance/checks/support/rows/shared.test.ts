import { expect, test } from 'vitest';
import { bearerKey } from '../../../engine/http.ts';
import { Context } from '../context.ts';
import { Run } from '../../../run/run.ts';
import { forEachRowInOrder } from './rows.ts';
import { sharedRows } from './shared.ts';

const manifest = { baseUrl: 'http://127.0.0.1:9', claims: [], keys: {}, key: bearerKey, id: '/id' };

const step = { record: () => {}, waitForOtherChecks: async () => {}, waitFor: <T>(work: Promise<T>) => work };

test.each([undefined, forEachRowInOrder])(
  'two checks get the same end of each row, which is done once',
  async (each) => {
    const run = new Run(manifest, 'x', { timeout: 1000, signal: new AbortController().signal });
    const done: string[] = [];
    const rows = () => ({
      one: async () => void done.push('one'),
      two: async () => Promise.reject(new Error('no response')),
      three: async () => void done.push('three'),
    });
    for (const check of [new Context(run, step), new Context(run, step)]) {
      const shared = await sharedRows(check, 'rows', rows, each);
      const ends = await Promise.allSettled(Object.values(shared).map((end) => end()));

      expect(Object.keys(shared)).toEqual(['one', 'two', 'three']);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    }
    expect(done.toSorted()).toEqual(['one', 'three']);
  },
);
