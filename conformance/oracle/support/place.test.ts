import { expect, test } from 'vitest';
import { exchangeOf, read } from '../testing.ts';
import { at, foundIn } from './place.ts';

const page = '<!doctype html><html><head><title>404 Not Found</title></head><body>nginx</body></html>';
const warning =
  '\n<br />\n<b>Warning</b>:  Undefined array key "id" in <b>/app/index.php</b> on line 7<br />\n{"type":"/problems/not-found"}';

test.each<[what: string, body: string, pointer: string, actual: string]>([
  [
    'a page of HTML',
    page,
    '/type',
    'no JSON, but 87 bytes that begin with "<!doctype html><html><head><title>404 Not Found</title></hea"',
  ],
  [
    'a warning before JSON',
    warning,
    '/type',
    String.raw`no JSON, but 121 bytes that begin with "\n<br />\n<b>Warning</b>: Undefined array key \"id\" in <b>/app"`,
  ],
  ['JSON without the property', '{"title":"Not Found"}', '/type', 'no /type in {"title":"Not Found"}'],
  ['a list', '[1,2]', '/type', 'no /type in [1,2]'],
  [
    'JSON that was cut',
    '{"type":"/problems/no',
    '/type',
    String.raw`no JSON, but 21 bytes that end in "{\"type\":\"/problems/no"`,
  ],
  ['no body', '', '/type', 'an empty body'],
  ['a value', '{"type":null}', '/type', 'null'],
  ['a long object', `{"detail":"${'x'.repeat(200)}"}`, '/errors/0', `no /errors/0 in {"detail":"${'x'.repeat(89)}…`],
])('%s is shown as what came', (_, text, pointer, actual) => {
  const response = { status: 404, headers: [], body: Buffer.from(text) };
  expect(foundIn({ ...exchangeOf(read('case_1'), undefined), response }, at(pointer))).toEqual({
    actual,
    place: pointer,
  });
});
