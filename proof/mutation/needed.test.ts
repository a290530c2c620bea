import { expect, test } from 'vitest';
import { id, read, shown, withCase } from '../../conformance/oracle/testing.ts';
import { Needed, rules, withRules } from './needed.ts';

const isBroken = (headers: Record<string, string>) =>
  withRules(() => withCase().brokenBy(read(id), shown({}, headers)));
const forOtherSites = { 'Access-Control-Allow-Origin': '*' };
const placeOf = (text: string) => rules().find((rule) => rule.text.includes(text))!.place;

test('a wrong response needs the only rule that objects to it', async () => {
  const needed = new Needed();
  const [broken, reported] = await isBroken(forOtherSites);
  needed.noteMutant(reported);

  expect(broken).toEqual(['http.no-cors']);
  expect(needed.rules).toEqual([placeOf("'http.no-cors'")]);
});

test('a wrong response needs none of two rules that object to it, but a fault each whose requirement it breaks', async () => {
  const needed = new Needed();
  const [broken, reported] = await isBroken({ ...forOtherSites, 'Cache-Control': 'private' });
  needed.noteMutant(reported);
  expect(broken).toEqual(['http.no-store', 'http.no-cors'].toSorted());
  expect(needed.rules).toEqual([]);

  needed.noteFault(reported, ['http.no-store']);
  expect(needed.rules).toEqual([placeOf("'http.no-store'")]);
});
