import type { RequirementId } from '../../../generated/requirements.ts';
import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { isObject, valueOf } from '../../wire/json.ts';
import { memoize } from '../../wire/memoize.ts';
import { internals } from './internals.ts';
import type { FormPart } from '../request/form-body.ts';
import type { Reading } from '../request/reading.ts';

interface Disclosure {
  requirement: RequirementId;
  what: string;
  actual: string;
}

/** Something that a problem must not show (D77). What else was sent plays no part, so each response is searched once. */
export const disclosed = memoize((reading: Reading): Disclosure | undefined => {
  const { headers, body } = reading.exchange.response!;
  const value = valueOf(body);
  // A page of HTML must not show more than a problem.
  const { type: _, instance: __, ...problem } = isObject(value) ? value : { body: body.toString() };
  const shown = [...stringsIn(problem), headerIn(headers, 'WWW-Authenticate') ?? ''].join('\n');
  for (const [what, pattern] of Object.entries(internals)) {
    const found = pattern.exec(shown)?.[0];
    if (found !== undefined) return { requirement: 'problems.no-internals', what, actual: found };
  }
  const folded = shown.toLowerCase();
  const at = [...valuesOf(reading), ...excerptsOf(reading.exchange.request)]
    .map((value) => folded.indexOf(value.toLowerCase()))
    .find((each) => each >= 0);
  if (at === undefined) return undefined;
  const actual = shown.slice(Math.max(0, at - 20), at + 100);
  return { requirement: 'problems.no-submitted-values', what: 'a submitted value', actual };
});

// A pointer holds the name of a property or a part, which is no value (D62).
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === 'pointer' ? [] : stringsIn(each)));
}

const valuesOfPart = ({ name, filename, type, content }: FormPart) => [
  ...(filename === undefined ? [] : [filename, filename.replace(/\.\w+$/, '')]),
  ...(type?.split('/') ?? []),
  ...(name === 'file' ? [] : [content.toString('utf8')]),
];

const valuesOfHeaders = ({ headers, credential }: Exchange['request']) => [
  credential?.value,
  headerIn(headers, 'Idempotency-Key'),
  headerIn(headers, 'Authorization')?.split(' ').at(-1),
  headerIn(headers, 'Content-Encoding'),
  ...(headerIn(headers, 'Content-Type')?.split('/') ?? []),
];

/** Values that no problem contains by chance: ids, and long values with a digit, but for those that the contract lists. */
function valuesOf({ exchange: { request }, target: { caseId = '' }, upload, create }: Reading): string[] {
  const values = [
    caseId,
    ...valuesOfHeaders(request),
    ...(create?.values ?? []),
    ...(upload?.parts.flatMap(valuesOfPart) ?? []),
  ];
  const distinct = values.filter(
    (value): value is string =>
      value !== undefined &&
      (/^(?=.*\d)(?=.*[a-z])[^\s]{12,300}$/i.test(value) || isLongNumber(value)) &&
      !/^sandbox:error:(429|503)$/.test(value),
  );
  return isId.test(caseId) ? [caseId, ...distinct] : distinct;
}

// An id in the form of D6. One id in forty has no digit.
const isId = /^[\w-]{16,64}$/;
const isLongNumber = (value: string) => /^\d{9,}$/.test(value) && new Set(value).size > 4;

// Characters: enough that a part of a value identifies it, when it is no word of any language; and enough for a whole value.
const excerpt = 6;
const shortest = 5;
// Bytes of a body that are searched.
const begin = 4096;

/** Parts of random values, also as hexadecimal digits and in base64: a service may show a part of what it was sent. */
const excerptsOf = memoize((request: Exchange['request']): string[] => {
  const { pathname, searchParams } = new URL(request.url);
  const body = beginOf(request.body);
  const texts = [pathname, ...searchParams.values(), ...valuesOfHeaders(request), body];
  const names = [...body.matchAll(/"([^"\\]*)"\s*:|\bname="?([^"\r\n]*)/g)].map((found) => found[0]).join('\n');
  const pieces = texts.flatMap((text) => randomPieces(text ?? '')).filter((piece) => !names.includes(piece));
  return [...new Set(pieces)].flatMap((piece) => {
    const bytes = Buffer.from(piece);
    return [piece, bytes.toString('hex'), bytes.toString('base64')];
  });
});

function beginOf(body: Uint8Array[]): string {
  let text = '';
  for (const piece of body) {
    if (text.length >= begin) break;
    text += Buffer.from(piece.buffer, piece.byteOffset, Math.min(piece.length, begin)).toString('latin1');
  }
  return text;
}

function randomPieces(text: string): string[] {
  const words = (text.match(/[A-Za-z0-9]+/g) ?? []).filter(({ length }) => length >= shortest);
  return words
    .filter(isRandom)
    .flatMap((word) =>
      Array.from({ length: Math.max(Math.min(word.length, 64) - excerpt, 0) + 1 }, (_, at) =>
        word.slice(at, at + excerpt),
      ),
    )
    .filter(isRandom);
}

/** True for letters of both cases around digits, as in no name of a format or a standard; never if it is false for a longer text. */
const isRandom = (piece: string) =>
  /[A-Za-z]\d[A-Za-z]/.test(piece) && /[A-Z].*[A-Z]/.test(piece) && /[a-z].*[a-z]/.test(piece);
