import { pointerTo } from '../../json-pointer.ts';
import type { ReportedExchange } from './exchange.ts';
import { isTransport } from './headers.ts';
import { type Line, parsed } from './lines.ts';
import { stable } from '../signature.ts';

type Response = NonNullable<ReportedExchange['response']>;

const most = 30;

/**
 * Where the response of a candidate differs from that of the reference implementation to the same request: what only
 * the reference has is removed, what only the candidate has is added. Empty when they differ in ids, times and texts only.
 */
export function differenceLines(reference: ReportedExchange, candidate: ReportedExchange): Line[] {
  const [wanted, found] = [reference.response, candidate.response];
  if (!wanted) return [];
  const lines = found
    ? [...pair(`${wanted.status}`, `${found.status}`), ...headerLines(wanted, found), ...bodyDifference(wanted, found)]
    : pair(`${wanted.status}`, candidate.failure ?? 'no response');
  return lines.length <= most ? lines : [...lines.slice(0, most), { text: `… ${lines.length - most} more lines` }];
}

const pair = (wanted: string | undefined, found: string | undefined): Line[] =>
  wanted === found
    ? []
    : [
        ...(wanted === undefined ? [] : [{ text: `- ${wanted}`, mark: 'removed' as const }]),
        ...(found === undefined ? [] : [{ text: `+ ${found}`, mark: 'added' as const }]),
      ];

/** The headers of the reference implementation: a candidate may send more. */
function headerLines(wanted: Response, found: Response): Line[] {
  return wanted.headers
    .filter(([name]) => !isTransport(name))
    .flatMap(([name, value]) => {
      const other = found.headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
      if (other !== undefined && comparable(name, value) === comparable(name, other)) return [];
      return pair(`${name}: ${value}`, other === undefined ? undefined : `${name}: ${other}`);
    });
}

/** The part of a header that does not depend on the candidate: without case id, realm and charset. */
function comparable(name: string, value: string): string {
  if (name.toLowerCase() === 'location') return '';
  return value.split(/[;\s]/)[0]!.toLowerCase();
}

/** If the status codes differ, only the reference's response is shown: the card already shows the candidate's. */
function bodyDifference(wanted: Response, found: Response): Line[] {
  const [ours, theirs] = [parsed(wanted.body), parsed(found.body)];
  if (ours === undefined) return [];
  const expected = leavesOf(ours);
  if (wanted.status !== found.status)
    return [...expected].flatMap(([pointer, value]) => pair(leafText(pointer, value), undefined));
  if (theirs === undefined) return pair('a JSON body', found.body ? 'a body that is not JSON' : 'no body');
  const actual = leavesOf(theirs);
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((pointer) => {
    const [one, other] = [expected.get(pointer), actual.get(pointer)];
    if (one !== undefined && other !== undefined && isAlike(pointer, one, other)) return [];
    return pair(leafText(pointer, one), leafText(pointer, other));
  });
}

function leafText(pointer: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = `${pointer || '(body)'} ${JSON.stringify(value)}`;
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Every value of a document that is neither an object nor a list, by its pointer. */
function leavesOf(document: unknown): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (value: unknown, place: string[]) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    for (const [name, item] of entries) visit(item, [...place, name]);
    if (entries.length === 0) leaves.set(pointerTo(place), value);
  };
  visit(document, []);
  return leaves;
}

// Properties whose values differ between two correct services.
const own = /\/(id|created_at|decided_at|sha256|size|instance|title|detail)$/;

function isAlike(pointer: string, one: unknown, other: unknown): boolean {
  if (own.test(pointer)) return typeof one === typeof other;
  return stable(JSON.stringify(one)) === stable(JSON.stringify(other));
}
