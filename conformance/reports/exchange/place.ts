import type { FailureCode } from '../../failure-codes.ts';
import { pointerTo } from '../../json-pointer.ts';
import { type Notes, parsed } from './lines.ts';
import type { ReportedResult } from '../report.ts';

/** The property that a code is about. */
const properties: Partial<Record<FailureCode, string>> = {
  'wrong-problem-type': '/type',
  'wrong-problem-status': '/status',
  'wrong-problem-instance': '/instance',
  'missing-pointer': '/errors',
  'wrong-pointer': '/errors',
};

/** The codes that judge the status code. */
export const aboutStatus: FailureCode[] = ['wrong-status', 'accepted', 'not-accepted', 'none-accepted'];

/** The places in the deciding response that are wrong, with a note for each. */
export interface Places {
  status?: string;
  /** the name of a header, in lower case; it may be missing */
  header?: { name: string; note: string };
  /** by JSON pointer */
  body: Notes;
}

export function placesOf(result: ReportedResult): Places {
  const { mismatches, code, expected = '', actual } = result;
  if (code === undefined) return { body: new Map() };
  const note = `expected ${expected}`;
  if (aboutStatus.includes(code)) return { status: note, body: new Map() };
  const name = /^the header (\S+) with/.exec(expected)?.[1];
  if (name !== undefined) return { header: { name, note }, body: new Map() };
  const body = decidingBody(result);
  if (body === undefined) return { body: new Map() };
  if (mismatches) return { body: collected(mismatches.map((mismatch) => [mismatch.pointer, mismatch.expected])) };
  const pointer = properties[code] ?? onlyPlaceOf(actual, body);
  return { body: new Map(pointer === undefined ? [] : [[pointer, note]]) };
}

function decidingBody({ exchanges, decisive }: ReportedResult): unknown {
  const body = decisive === undefined ? undefined : parsed(exchanges[decisive]!.response?.body);
  return typeof body === 'object' && body !== null ? body : undefined;
}

function collected(entries: [string, string][]): Notes {
  const notes: Notes = new Map();
  for (const [pointer, note] of entries) {
    const before = notes.get(pointer);
    if (before === undefined) notes.set(pointer, note);
    else if (!before.split('; ').includes(note)) notes.set(pointer, `${before}; ${note}`);
  }
  return notes;
}

/** The place of a value that occurs once in the body: messages show values as JSON. */
function onlyPlaceOf(actual: string | undefined, body: unknown): string | undefined {
  const found: string[] = [];
  const search = (value: unknown, place: string[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) search(item, [...place, name]);
    else if (JSON.stringify(value) === actual) found.push(pointerTo(place));
  };
  search(body, []);
  return found.length === 1 ? found[0] : undefined;
}
