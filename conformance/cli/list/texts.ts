// Long texts in few bytes: repetitions are counted, and what several requests contain is written once.
import { memoize } from '../../wire/memoize.ts';

/** A text in which each character is one byte, a text that is repeated, or the text at this place of `texts`. */
export type Piece = string | { repeat: string; times: number } | { text: number };

// Characters. A shorter text costs less than its place.
const shortest = 120;
// One to four characters, again and again.
const repetition = /([\s\S]{1,4}?)\1{24,}/g;

export class Texts {
  readonly list: Piece[][] = [];
  readonly #places = new Map<string, number>();

  /** @param body its bytes, in parts of which some are those of other requests too */
  piecesOf(body: readonly Uint8Array[]): Piece[] {
    return joined(body.map(this.#pieceOf));
  }

  // Large files share their parts.
  readonly #pieceOf = memoize((part: Uint8Array): Piece => {
    if (part.length > shortest && part.every((byte) => byte === part[0])) return repeated(part);
    const text = Buffer.from(part).toString('latin1');
    if (text.length <= shortest) return text;
    const place = this.#places.get(text) ?? this.list.push(counted(text)) - 1;
    this.#places.set(text, place);
    return { text: place };
  });
}

const repeated = (part: Uint8Array): Piece => ({ repeat: String.fromCharCode(part[0]!), times: part.length });

function counted(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: repeat, index } of text.matchAll(repetition)) {
    pieces.push(text.slice(end, index), { repeat: repeat!, times: whole.length / repeat!.length });
    end = index + whole.length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '');
}

/** Neighbours that are texts, or repeat the same, are one. */
function joined(pieces: Piece[]): Piece[] {
  const list: Piece[] = [];
  for (const piece of pieces) {
    const last = list.at(-1);
    if (piece === '') continue;
    if (typeof piece === 'string' && typeof last === 'string') list[list.length - 1] = last + piece;
    else if (isRepeat(piece) && isRepeat(last) && piece.repeat === last.repeat)
      list[list.length - 1] = { repeat: piece.repeat, times: last.times + piece.times };
    else list.push(piece);
  }
  return list;
}

const isRepeat = (piece: Piece | undefined) => typeof piece === 'object' && 'repeat' in piece;
