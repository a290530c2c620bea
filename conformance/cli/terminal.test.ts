import { Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canRewrite, print } from './terminal.ts';

const [red, coloured] = ['\u001b[31m', '\u001b[31mx\u001b[39m'];
const terminal = { isTTY: true, getColorDepth: () => WriteStream.prototype.getColorDepth() };

beforeEach(() => {
  // Node knows by CI that logs show no colours.
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS', 'TERM', 'CI']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs().restoreAllMocks());

/** What is printed to a terminal, or to a pipe. */
function printed(isTerminal: boolean, environment: Record<string, string>): string {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  let text = '';
  const stream = new Writable({ write: (piece, _, done) => done(void (text += String(piece))) });
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(Object.assign(stream, isTerminal ? terminal : {}) as never);
  print(coloured);
  return text;
}

test.each([
  [true, { TERM: 'xterm-256color' }, true],
  [true, { TERM: 'dumb' }, false],
  [true, { TERM: 'xterm-256color', NO_COLOR: '1' }, false],
  [false, {}, false],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '0' }, false],
])('to a terminal: %j, with %j, colours: %j', (isTerminal, environment, isColoured) => {
  expect(printed(isTerminal, environment).startsWith(red)).toBe(isColoured);
});

test('a line is not written again where a terminal cannot do that', () => {
  vi.stubEnv('TERM', 'dumb');
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(terminal as never);
  expect(canRewrite()).toBe(false);
});
