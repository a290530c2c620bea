// Which faults a run of the proof proves.
import { type Fault, faults } from './faults/index.ts';
import { frozen } from './frozen.ts';
import { changesSince, touchedBy } from './touched.ts';

const lastCommit = 'HEAD~1';

type Print = (line: string) => void;

/** What a run is to prove. */
export interface Selection {
  faults: Fault[];
  /** proven alone */
  touched: Set<Fault>;
  /** false: all faults */
  partial: boolean;
}

/** The faults with the text in their name or in a requirement that they break. */
function selectByText(text: string): Selection {
  const selected = faults.filter(({ name, about, breaks }) =>
    [name, about, ...Object.keys(breaks)].some((each) => each.includes(text)),
  );
  if (selected.length === 0) throw new Error(`no fault has "${text}" in its name or in a requirement that it breaks`);
  return { faults: selected, touched: new Set(selected), partial: true };
}

/** The faults that the change since the revision touches. */
function selectByChange(revision: string, print: Print): Selection {
  const { faults: touched, everything } = touchedBy(changesSince(revision), faults);
  if (everything.length > 0) {
    print(`Every fault depends on ${listed(everything)}, so all are proven.`);
    return { faults, touched, partial: false };
  }
  print(`${touched.size} faults are touched by what changed since ${revision}.`);
  return { faults: [...touched], touched, partial: true };
}

function selectAll(print: Print): Selection {
  try {
    return { faults, touched: touchedBy(changesSince(lastCommit), faults).faults, partial: false };
  } catch (error) {
    print(`The faults that the last change touches are not proven alone: ${(error as Error).message}`);
    return { faults, touched: new Set(), partial: false };
  }
}

const listed = ([first, ...more]: string[]) => `${first}${more.length > 0 ? ` and ${more.length} more files` : ''}`;

/**
 * @param changed select by what changed, not by text
 * @param words a text or, with `changed`, a revision; empty: all faults, or the last commit
 * @param print called with what a reader has to know about the selection
 */
export function selectFaults(changed: boolean, words: string, print: Print): Selection {
  const names = faults.map(({ name }) => name);
  const lost = Object.keys(frozen.faults).find((name) => !names.includes(name));
  if (lost !== undefined)
    throw new Error(`proof/frozen.json has the fault "${lost}", which no file in proof/faults/ has`);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`two faults have the name "${repeated}": rename one of them`);
  if (changed) return selectByChange(words || lastCommit, print);
  return words === '' ? selectAll(print) : selectByText(words);
}
