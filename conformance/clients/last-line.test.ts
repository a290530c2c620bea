import { expect, test } from 'vitest';
import { messageIn } from './last-line.ts';

test.each([
  [
    'Python',
    `Traceback (most recent call last):\n  File "v.py", line 7, in <module>\n    x["score"]\nKeyError: 'score'\n`,
  ],
  [
    'Node',
    `file:///v.ts:3\n  throw new Rejected('422');\n        ^\n\nKeyError: 'score'\n    at read (file:///v.ts:3:9) {\n  code: 'X',\n  [cause]: Error: other\n      at y\n}\n\nNode.js v24.21.0\n`,
  ],
  ['Go', `KeyError: 'score'\n\ngoroutine 1 [running]:\nmain.main()\n\t/v.go:4 +0x1d\nexit status 2\n`],
  ['Java', `Exception in thread "main" x.Failed: no\n\tat V.main(V.java:3)\nKeyError: 'score'\n\t... 2 more\n`],
  ['Ruby', `KeyError: 'score'\n\tfrom v.rb:9:in \`<main>'\n`],
  ['PHP', `KeyError: 'score'\nStack trace:\n#0 {main}\n  thrown in v.php on line 3\n`],
  ['Rust', `KeyError: 'score'\nnote: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace\n`],
  ['a program that says it in one line', `trying\nKeyError: 'score'\n\n`],
])('finds the message in the output of %s', (_, text) => {
  expect(messageIn(text)).toBe("KeyError: 'score'");
});

test('an output of indented lines has its last one', () => {
  expect(messageIn('  one\n  two\n')).toBe('two');
});
