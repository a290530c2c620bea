// No response shows the name or the content of an uploaded file (D13, D18).
import { numbers } from '../../../generated/limits.ts';
import type { History } from '../history.ts';
import type { FormPart } from '../request/form-body.ts';
import type { Reading } from '../request/reading.ts';
import { keptBytes } from '../request/upload-body.ts';
import type { Report } from '../terms.ts';
import { shownIn } from './properties.ts';

/** Judges the response to an upload by its own file, and that to a read by every file that was sent to the case. */
export function judgeFileDisclosure(reading: Reading, history: History, report: Report): void {
  const found = history.caseWith(reading.target.caseId ?? '');
  const isRead = reading.target.operation === 'getCase';
  const senders = isRead ? [...(found?.uploads ?? []).map((upload) => upload.reading), ...(found?.rejected ?? [])] : [];
  const files = [reading, ...senders]
    .flatMap(({ upload }) => upload?.parts ?? [])
    .filter(({ name }) => name === 'file');
  if (files.length === 0) return;
  const { request, response } = reading.exchange;
  const body = shownIn(response!.body);
  const headers = response!.headers.map(([, value]) => value).join('\n');
  const all = `${headers}\n${body}`;
  // A response may repeat these, whatever the file is called and contains.
  const known = [request.url, found?.reference ?? '', ...request.headers.map(([, value]) => value)];
  const isKnown = (text: string) => known.some((each) => each.includes(text));

  const name = files
    .flatMap(({ filename }) => identifyingNames(filename))
    .find((each) => all.includes(each) && !isKnown(each));
  if (name !== undefined) report('upload-artifact.file-not-returned', 'a response without the file name', name);
  const begins = files.map(beginOf);
  const content = [...inBase64(all), ...inHex(all), ...inDecimal(all), ...asText(body, begins)].find(
    ([text, bytes]) => isIn(begins, bytes) && isTelling(bytes) && !isKnown(text),
  );
  if (content) report('upload-artifact.file-not-returned', 'a response without the content of the file', content[0]);
}

/** Names that no response contains by chance, without their ending. */
const identifyingNames = (filename = ''): string[] =>
  [filename.replace(/\.\w+$/, '')].filter((name) => /^(?=.*\d)\S{12,}$/.test(name));

/** A part of a text, and the bytes that it may stand for. */
type Candidate = [text: string, bytes: Buffer];

// Bytes; Base64 writes them without padding.
const pieceLength = numbers['returned-content'];
// Characters of a text: fewer could be in a response by chance.
const textLength = 24;
const blockLength = textLength / 2;

const inBase64 = (text: string): Candidate[] =>
  runsIn(text, /[A-Za-z0-9+/]{16,}/g)
    .flatMap((run) => piecesOf(run, 16))
    .map((piece) => [piece, Buffer.from(piece, 'base64')]);

const inHex = (text: string): Candidate[] =>
  runsIn(text, /(?:(?:0x)?[0-9a-f]{2}[^0-9a-z]{0,4}){12,}/gi)
    .flatMap((run) => piecesOf(run.replaceAll(/0x|[^0-9a-f]/gi, ''), 2 * pieceLength))
    .map((piece) => [piece, Buffer.from(piece, 'hex')]);

/** As an array of numbers, with or without a sign. */
const inDecimal = (text: string): Candidate[] =>
  runsIn(text, /-?\d{1,3}(?:, ?-?\d{1,3}){11,}/g)
    .flatMap((run) => piecesOfList(run.split(/, ?/), pieceLength))
    .map((piece) => [piece.join(','), Buffer.from(piece.map(Number))]);

/** As it is. Where a file has all bytes of a piece, it has one of the aligned blocks too, which are half as long. */
function asText(text: string, begins: Buffer[]): Candidate[] {
  const bytes = Buffer.from(text);
  const blocks = Math.floor(bytes.length / blockLength);
  const isPossible = Array.from({ length: blocks }, (_, at) =>
    bytes.subarray(at * blockLength, (at + 1) * blockLength),
  ).some((block) => isIn(begins, block));
  return isPossible ? piecesOf(text, textLength).map((piece) => [piece, Buffer.from(piece)]) : [];
}

const runsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([run]) => run);

const piecesOf = (text: string, length: number): string[] =>
  startsIn(text, length).map((at) => text.slice(at, at + length));
const piecesOfList = (list: string[], length: number): string[][] =>
  startsIn(list, length).map((at) => list.slice(at, at + length));
const startsIn = (whole: { length: number }, length: number) =>
  Array.from({ length: Math.max(0, whole.length - length + 1) }, (_, at) => at);

const beginOf = ({ content }: FormPart) => content.subarray(0, keptBytes);
const isIn = (begins: Buffer[], bytes: Buffer) => begins.some((begin) => begin.includes(bytes));

/** False for bytes that are nearly all the same, as in the padding of a file. */
const isTelling = (bytes: Buffer) => new Set(bytes).size > 6;
