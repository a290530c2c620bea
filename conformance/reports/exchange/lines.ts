import type { ReportedBody } from '../../../generated/report.ts';
import { pointerTo, tokensOf } from '../../json-pointer.ts';
import { escaped } from './exchange.ts';

/** A line of a card; a marked one shows what is wrong. */
export interface Line {
  text: string;
  mark?: 'wrong';
}

/** A line that is marked when it has a note. */
export const noted = (text: string, note?: string): Line =>
  note === undefined ? { text } : { text: `${text}   ← ${note}`, mark: 'wrong' };

/** What is wrong in a body: the value at a JSON pointer, or a property that is missing. */
export interface Wrong {
  pointer: string;
  note: string;
}

const widest = 300;
const most = 30;

/** The body for a reader: JSON with one property per line; of a long body, only the lines around what is wrong. */
export function bodyLines(body: ReportedBody | undefined, wrong?: Wrong): Line[] {
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
export function parsed(body: ReportedBody | undefined): unknown {
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
  const note = wrong?.pointer === pointer ? wrong.note : undefined;
  const indent = '  '.repeat(place.length);
  const text = JSON.stringify(value);
  const isLeaf = typeof value !== 'object' || value === null || place.length === deepest;
  const hasWrong = wrong?.pointer.startsWith(`${pointer}/`);
  if (isLeaf || (text.length <= compact && !hasWrong)) return [noted(indent + before + shortened(text) + after, note)];
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const inner = entries.flatMap(([name, item], at) => {
    const comma = at < entries.length - 1 ? ',' : '';
    return jsonLines(item, wrong, [...place, name], isList ? '' : `${JSON.stringify(name)}: `, comma);
  });
  const missing = hasWrong && !entries.some(([name]) => name === tokensOf(wrong!.pointer)[place.length]);
  const absent = missing ? [noted(`${indent}  (no "${tokensOf(wrong!.pointer).at(-1)}")`, wrong!.note)] : [];
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
