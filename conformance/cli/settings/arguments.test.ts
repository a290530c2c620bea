import { expect, test } from 'vitest';
import { complaintOf } from '../../testing.ts';
import { fromArguments } from './arguments.ts';
import { flagList } from './flags.ts';
import { readOptions } from './options.ts';

const complaint = (...argv: string[]) => complaintOf(() => readOptions(argv, {}));

test('reads switches, values and repeated values', () => {
  const argv = ['--slow', '--class', 'stated', '--only', 'http', '--only=get-case', '--id-from=-x', '--header=X-A: b'];
  expect(fromArguments(argv)).toEqual({
    slow: true,
    class: 'stated',
    only: ['http', 'get-case'],
    'id-from': '-x',
    header: ['X-A: b'],
  });
});

test.each(flagList.filter(([, { noFlag }]) => !noFlag))(
  '--%s with a typing error is suggested, and without its value is explained',
  (name, { type, description, placeholder }) => {
    expect(complaint(`--${name}s`)).toBe(`Unknown option '--${name}s'. Did you mean --${name}? See --help.`);
    if (type === 'boolean') return expect(complaint(`--${name}=yes`)).toBe(`--${name} has no value: omit =yes.`);
    const form = `--${name} <${placeholder}>. ${description}`;
    expect(complaint(`--${name}`)).toBe(`--${name} needs a value: ${form}`);
    for (const empty of [[`--${name}=`], [`--${name}`, ''], [`--${name}`, ' ']])
      expect(complaint(...empty)).toBe(`--${name} needs a value, but it is empty: ${form}`);
  },
);

test.each<[string[], string]>([
  [['--claims', 'sandbox'], "Unknown option '--claims'. Did you mean --claim? See --help."],
  [['--claims=sandbox'], "Unknown option '--claims'. Did you mean --claim? See --help."],
  [['-claim', 'sandbox'], "Unknown option '-claim'. Did you mean --claim? See --help."],
  [['--url', 'x'], "Unknown option '--url'. Did you mean --base-url or --webhook-url? See --help."],
  [['--report', 'x'], "Unknown option '--report'. Did you mean --report-dir? See --help."],
  [['-h'], "Unknown option '-h'. Did you mean --help? See --help."],
  [['-x'], "Unknown option '-x'. See --help."],
  [['--nothing-like-it'], "Unknown option '--nothing-like-it'. See --help."],
  [
    ['--webhook-secret', 'x'],
    "Unknown option '--webhook-secret'. IDV_WEBHOOK_SECRET in the environment sets it. See --help.",
  ],
  [
    ['--contract=0.2'],
    "Unknown option '--contract'. The property contract of conformance.yaml or IDV_CONTRACT in the environment sets it. See --help.",
  ],
  [
    ['--only', '--claim', 'sandbox'],
    '--only needs a value, but --claim follows it: --only <id or family>. Judge only this requirement, or this family (the first part of an id).',
  ],
  [['--timeout', '-1'], '--timeout -1: expected a number above 0.'],
  [['difff', 'a', 'b'], "Unexpected argument 'difff'. Did you mean diff? See --help."],
  [['--list', 'diff'], "Unexpected argument 'diff'. A subcommand comes first: idv-conformance diff; see diff --help."],
  [['help'], "Unexpected argument 'help'. Did you mean --help?"],
  [['concurrency'], "Unexpected argument 'concurrency'. See --help."],
  [['http://127.0.0.1:1'], "Unexpected argument 'http://127.0.0.1:1'. Did you mean --base-url http://127.0.0.1:1?"],
  [['sandbox'], "Unexpected argument 'sandbox'. Did you mean --claim sandbox?"],
  [['get-case'], "Unexpected argument 'get-case'. Did you mean --only get-case?"],
  [['--claim', 'sandbx'], '--claim sandbx: expected one of sandbox, webhooks, live-key. Did you mean sandbox?'],
  [
    ['--claim', 'sandbox,webhooks'],
    '--claim sandbox,webhooks: expected one of sandbox, webhooks, live-key. Repeat --claim for each.',
  ],
  [['--class', 'ful'], '--class ful: expected one of stated, full. Did you mean full?'],
  [
    ['--only', 'create-case.missing-member'],
    '--only create-case.missing-member: this requirement is now create-case.invalid-body.',
  ],
  [
    ['--only', 'get-case,http'],
    '--only get-case,http: no requirement and no family has this name; --list shows them. Repeat --only for each.',
  ],
])('%j', (argv, message) => {
  expect(complaint(...argv)).toBe(message);
});
