import type { ReportedBody, ReportedExchange, ReportedFinding } from '../../../generated/report.ts';
import type { Header } from '../../wire/exchange.ts';
import { pointerTo, tokensOf } from '../../json-pointer.ts';
import { escaped } from './exchange.ts';

/** A line of a card; a marked one shows what is wrong. */
export interface Line {
  text: string;
  mark?: true;
}

/** What is wrong in a message: `status`, the name of a header, or the JSON pointer of a value that may be missing. */
interface Wrong {
  place: string;
  note: string;
}

/** Request and response with their headers and bodies, with a mark on what the finding is about. */
export function exchangeLines(exchange: ReportedExchange, finding?: ReportedFinding): Line[] {
  const { request, response, interim = [], failure, received } = exchange;
  const start = `${request.method} ${request.url}`;
  const pieces = request.pieces === undefined ? [] : [{ text: '' }, { text: `(${request.pieces})` }];
  const sent = received
    ? messageLines(start, request, finding)
    : [{ text: start }, ...request.headers.map(headerLine), ...bodyLines(request.body)];
  const before = interim.flatMap(({ status, headers }) => [
    { text: String(status) },
    ...headers.map(headerLine),
    { text: '' },
  ]);
  const last = response
    ? [
        ...messageLines(String(response.status), response, received ? undefined : finding),
        ...behindLines(response.behind),
      ]
    : [{ text: failure ?? 'no response' }];
  const arrived = [...before, ...last];
  // `>` marks what the suite sent.
  const [first, second] = received ? ['<', '>'] : ['>', '<'];
  const directed = (sign: string, lines: Line[]) => lines.map((line) => ({ ...line, text: `${sign} ${line.text}` }));
  return [...directed(first, [...sent, ...pieces]), ...directed(second, arrived)];
}

/** What followed the response. */
const behindLines = (behind: ReportedBody | undefined): Line[] =>
  behind
    ? [{ text: '' }, { text: `(${behind.bytes} bytes behind the response)`, mark: true }, ...bodyLines(behind)]
    : [];

type Message = Pick<NonNullable<ReportedExchange['response']>, 'headers' | 'body'>;

function messageLines(start: string, { headers, body }: Message, finding?: ReportedFinding): Line[] {
  const wrong = finding && wrongIn(body, finding);
  const noteAt = (name: string) => (name.toLowerCase() === wrong?.place.toLowerCase() ? wrong.note : undefined);
  const lines = [
    noted(start, noteAt('status')),
    ...headers
      .filter((header) => isJudged(header) || noteAt(header[0]) !== undefined)
      .map(([name, value]) => noted(`${name}: ${value}`, noteAt(name))),
  ];
  const isMissing = wrong && !isPointer(wrong.place) && !lines.some(({ mark }) => mark);
  return [...lines, ...(isMissing ? [noted(`(no ${wrong.place})`, wrong.note)] : []), ...bodyLines(body, wrong)];
}

/** A place in a body that is no JSON cannot be shown. An answer that has no other place is about the status. */
function wrongIn(body: ReportedBody | undefined, { kind, expected, place }: ReportedFinding): Wrong | undefined {
  const isShown = place !== undefined && !(isPointer(place) && parsed(body) === undefined);
  const shown = isShown ? place : kind === 'answer' ? 'status' : undefined;
  return shown === undefined ? undefined : { place: shown, note: `expected ${expected}` };
}

const isPointer = (place: string) => place === '' || place.startsWith('/');

/** A line that is marked when it has a note. */
const noted = (text: string, note?: string): Line =>
  note === undefined ? { text } : { text: `${text}   ← ${note}`, mark: true };

const headerLine = ([name, value]: Header): Line => ({ text: `${name}: ${value}` });

// They describe the connection or the time, and hardly any requirement is about them.
const transport = new Set(['connection', 'keep-alive', 'date', 'etag', 'transfer-encoding', 'content-length']);

const isJudged = ([name]: Header) => !transport.has(name.toLowerCase());

const widest = 300;
const most = 30;

/** A body for a reader: JSON with one property per line; of a long body, only the lines around what is wrong. */
function bodyLines(body: ReportedBody | undefined, wrong?: Wrong): Line[] {
  if (!body) return [];
  const cut = body.truncated ? [{ text: `… (the whole body has ${body.bytes} bytes)` }] : [];
  return [{ text: '' }, ...around(contentLines(body, wrong)), ...cut];
}

function contentLines(body: ReportedBody, wrong: Wrong | undefined): Line[] {
  if (body.text === undefined) return binaryLines(body);
  const value = parsed(body);
  if (value !== undefined) return jsonLines(value, wrong);
  return body.text.split(/\r\n|\r|\n/).map((text) => ({ text: shortened(text) }));
}

/** The body as JSON; undefined if it is not JSON, or if only its beginning was kept. */
function parsed(body: ReportedBody | undefined): unknown {
  if (body?.text === undefined || body.truncated) return undefined;
  try {
    const value: unknown = JSON.parse(body.text);
    // Deeper than JSON.stringify can follow: shown as text.
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

/** The lines of a multipart body that are text; of the others, the size. */
function binaryLines({ base64, truncated }: ReportedBody): Line[] {
  const lines = Buffer.from(base64!, 'base64').toString('latin1').split('\r\n');
  const sizeOf = (line: string, at: number) =>
    truncated && at === lines.length - 1 ? `${line.length} bytes of it are stored` : `${line.length} bytes`;
  return lines.map((line, at) => ({
    text: isMostlyText(line)
      ? shortened(escaped(Buffer.from(line, 'latin1')))
      : `(binary data, not shown: ${sizeOf(line, at)})`,
  }));
}

/** True for a line of ASCII in which few bytes, such as half of a character, are something else. */
const isMostlyText = (line: string) => line.replaceAll(/[\x20-\x7e\n\t]/g, '').length * 10 <= line.length;

// Characters; a value that is shorter has a line of its own.
const compact = 60;
const deepest = 12;

function jsonLines(value: unknown, wrong: Wrong | undefined, place: string[] = [], before = '', after = ''): Line[] {
  const pointer = pointerTo(place);
  const note = wrong?.place === pointer ? wrong.note : undefined;
  const indent = '  '.repeat(place.length);
  const text = JSON.stringify(value);
  const isLeaf = typeof value !== 'object' || value === null || place.length === deepest;
  const hasWrong = wrong?.place.startsWith(`${pointer}/`);
  if (isLeaf || (text.length <= compact && !hasWrong)) return [noted(indent + before + shortened(text) + after, note)];
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const inner = entries.flatMap(([name, item], at) => {
    const comma = at < entries.length - 1 ? ',' : '';
    return jsonLines(item, wrong, [...place, name], isList ? '' : `${JSON.stringify(name)}: `, comma);
  });
  const missing = hasWrong && !entries.some(([name]) => name === tokensOf(wrong!.place)[place.length]);
  const absent = missing ? [noted(`${indent}  (no "${tokensOf(wrong!.place).at(-1)}")`, wrong!.note)] : [];
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return [noted(indent + before + open, note), ...inner, ...absent, { text: indent + close + after }];
}

const shortened = (text: string) => (text.length > widest ? `${text.slice(0, widest)}…` : text);

// Lines that are shown before and after a marked one.
const near = 4;

/** All lines of a short list; of a long one the first, and those near the marked one. */
function around(lines: Line[]): Line[] {
  if (lines.length <= most) return lines;
  const marked = lines.findIndex(({ mark }) => mark);
  const isShown = (at: number) => (marked < 0 ? at < most - 10 : at < 2 || Math.abs(marked - at) <= near);
  const shown: Line[] = [];
  let hidden = 0;
  for (const [at, line] of lines.entries()) {
    if (isShown(at)) {
      if (hidden > 0) shown.push({ text: `… ${hidden} lines` });
      shown.push(line);
      hidden = 0;
    } else hidden += 1;
  }
  return hidden > 0 ? [...shown, { text: `… ${hidden} more lines` }] : shown;
}
