// `--list` for programs: the selected requirements with the labels of their scenarios.
import type { Requirement, TestableId } from '../../generated/requirements.ts';
import { scenarios } from '../scenarios/families.ts';
import { type Selection, selected } from '../run/selection.ts';

/** A requirement as a list names it; `list.schema.json` describes it. */
export interface Listed extends Pick<
  Requirement,
  'id' | 'family' | 'level' | 'class' | 'text' | 'source' | 'capability'
> {
  /** the capability that a candidate must not claim */
  unless?: string;
  /** why no scenario can test it */
  untestable?: string;
  /** the labels of its scenarios */
  scenarios: string[];
}

export const listed = (selection: Selection): Listed[] =>
  selected(selection).map(({ id, family, level, class: name, text, source, capability, unless, untestable }) => ({
    id,
    family,
    level,
    class: name,
    text,
    source,
    capability,
    ...(unless && { unless }),
    ...(untestable !== null && { untestable }),
    scenarios: (scenarios[id as TestableId] ?? []).map(({ label }) => label),
  }));

/** Each requirement is on a line of its own. */
export function listDocument(selection: Selection): string {
  const lines = listed(selection).map((each) => JSON.stringify(each));
  return `{\n"requirements": [\n${lines.join(',\n')}\n]\n}\n`;
}
