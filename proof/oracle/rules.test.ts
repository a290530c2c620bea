import { expect, test } from 'vitest';
import { explained } from './explained.ts';
import { instrumentOracle, readOracle } from './rules.ts';

test('findings and demanded rejections become rules, alternatives of one demand a single one', () => {
  const source = [
    "import { demanded, oneOf, optional } from './rejections.ts';",
    'function judge(report) {',
    "  report('http.allow', 'a', 'b');",
    "  const one = demanded('create-case.malformed-json');",
    "  const alternatives = [oneOf('method.unknown'), oneOf('body.missing')];",
    "  return optional(demanded('http.allow'));",
    '}',
    'const bare = () => [];',
    'bare(400);',
  ].join('\n');
  const { sources, rules } = instrumentOracle({ 'a.ts': source });
  expect(rules).toEqual([
    { id: 'a.ts:3:3', key: "judge: report('http.allow')" },
    { id: 'a.ts:4:15', key: "judge: demanded('create-case.malformed-json')" },
    { id: 'a.ts:5:24', key: "judge: oneOf('method.unknown') or oneOf('body.missing')" },
  ]);
  expect(sources['a.ts']).toContain(`reporting("a.ts:3:3", () => report('http.allow', 'a', 'b'));`);
  expect(sources['a.ts']).toContain(`[demanding("a.ts:5:24", oneOf('method.unknown')), demanding("a.ts:5:24", `);
  expect(sources['a.ts']).toContain("return optional(demanded('http.allow'));");
});

test('every reason explains a rule', () => {
  const keys = instrumentOracle(readOracle()).rules.map(({ key }) => key);
  expect(Object.keys(explained).filter((key) => !keys.includes(key))).toEqual([]);
});
