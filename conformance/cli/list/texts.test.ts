import { expect, test } from 'vitest';
import { type Piece, Texts } from './texts.ts';

const written = (pieces: Piece[], texts: Texts): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'text' in piece ? written(texts.list[piece.text]!, texts) : piece.repeat.repeat(piece.times);
    })
    .join('');

const bytes = (text: string) => Buffer.from(text, 'latin1');
const noise = Array.from({ length: 700 }, (_, at) => String.fromCharCode((at * at * 7 + at) % 256)).join('');

test.each([
  ['nothing', []],
  ['a short text', [bytes('{"type":"PF"}')]],
  ['a long text of one character', [bytes('x'.repeat(10_000))]],
  [
    'repetitions of one to four characters',
    [bytes(`a${'é'.repeat(200)}${'ab'.repeat(50)}${'abcd'.repeat(99)}${noise}`)],
  ],
  ['parts that repeat the same', [Buffer.alloc(500), Buffer.alloc(500), bytes('end')]],
  ['the same long part twice', [bytes(noise), bytes('-'), bytes(noise)]],
])('%s is written as it was', (_, body) => {
  const texts = new Texts();
  expect(written(texts.piecesOf(body), texts)).toBe(Buffer.concat(body).toString('latin1'));
});

test('a long text is written once, and a repetition is counted', () => {
  const texts = new Texts();
  expect(texts.piecesOf([bytes(noise), bytes('-')])).toEqual([{ text: 0 }, '-']);
  expect(texts.piecesOf([bytes('x'), bytes(noise)])).toEqual(['x', { text: 0 }]);
  expect(texts.piecesOf([Buffer.alloc(90_000, 'x')])).toEqual([{ repeat: 'x', times: 90_000 }]);
  expect(texts.list).toHaveLength(1);
});
