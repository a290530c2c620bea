import { answerText, type DecisionRecord, type FreedomRecord, type RequirementRecord } from '../contract/contract.ts';

/** Whom a change concerns, the most serious first. */
export const groups = ['breaks clients', 'may make a conformant service fail', 'compatible'] as const;
export type Group = (typeof groups)[number];

/** One change between two contracts, as one line; `places` are such as `/cases/post 201`. */
export interface Change {
  group: Group;
  text: string;
  places: string[];
}

const toServices = 'may make a conformant service fail';
const change = (group: Group, text: string): Change => ({ group, text, places: [] });

/** Each id of two versions, with its record in both. */
function pairs<Item extends { id: string }>(
  before: Item[],
  after: Item[],
): { id: string; was: Item | undefined; is: Item | undefined }[] {
  const [was, is] = [before, after].map((list) => new Map(list.map((each) => [each.id, each])));
  return [...new Set([...was!.keys(), ...is!.keys()])].map((id) => ({ id, was: was!.get(id), is: is!.get(id) }));
}

/**
 * What changed in the requirements. A new or stricter MUST may make a conformant service fail; a removed or weaker MUST
 * breaks clients. A SHOULD does neither: it can only cause a warning.
 *
 * @param successors by retired id: the requirements that replace it
 */
export function requirementChanges(
  before: RequirementRecord[],
  after: RequirementRecord[],
  successors: Record<string, string[]> = {},
): Change[] {
  return pairs(before, after).flatMap(({ id, was, is }) => {
    if (was && is) return changed(was, is);
    const { level, text } = (was ?? is)!;
    const next = (successors[id] ?? []).filter((each) => after.some((other) => other.id === each));
    if (next.length > 0) return [change('compatible', `${id} is replaced by ${next.join(' and ')}: ${text}`)];
    const replaced = before.filter((each) => successors[each.id]?.includes(id)).map((each) => each.id);
    const isNew = replaced.length > 0 ? `replaces ${replaced.join(', ')}` : `is a new ${level}`;
    const group = was ? 'breaks clients' : toServices;
    return [
      change(level === 'MUST' ? group : 'compatible', `${id} ${was ? `(${level}) was removed` : isNew}: ${text}`),
    ];
  });
}

/** What changed in a requirement. A SHOULD, before and after, breaks nobody. */
function changed(was: RequirementRecord, is: RequirementRecord): Change[] {
  const binding = was.level === 'MUST' || is.level === 'MUST';
  const found: [differs: boolean, group: Group, text: string][] = [
    [
      was.level !== is.level,
      is.level === 'MUST' ? toServices : 'breaks clients',
      `is ${is.level === 'MUST' ? 'strengthened to MUST' : 'weakened to SHOULD'}: ${is.text}`,
    ],
    [wordsOf(was) !== wordsOf(is), toServices, `is reworded: "${was.text}" → "${is.text}"`],
    [
      was.answers.length > 0 && answersOf(was) !== answersOf(is),
      toServices,
      `demands ${answersOf(is)} instead of ${answersOf(was)}`,
    ],
    [
      was.source !== is.source,
      was.class === 'full' && is.class === 'stated' ? toServices : 'compatible',
      `has the source ${is.source} instead of ${was.source}${was.class === is.class ? '' : `, so its class is ${is.class}`}`,
    ],
    [
      conditionOf(was) !== conditionOf(is),
      holds(was, is) ? 'breaks clients' : toServices,
      `applies ${conditionOf(is)} instead of ${conditionOf(was)}`,
    ],
    [
      was.untestable !== is.untestable,
      is.untestable === null ? toServices : 'compatible',
      is.untestable === null ? 'is tested now' : `is not tested: ${is.untestable}`,
    ],
  ];
  return found.flatMap(([differs, group, text]) =>
    differs ? [change(binding ? group : 'compatible', `${is.id} ${text}`)] : [],
  );
}

/** The words without the level; another sentence may have another meaning, other punctuation does not. */
const wordsOf = ({ text, level }: RequirementRecord) =>
  (text.replace(level, '').match(/[\p{L}\p{N}_/:]+/gu) ?? []).join(' ');

const answersOf = ({ answers }: RequirementRecord) => answers.map(answerText).join(' or ') || 'no status code';

function conditionOf({ capability, unless }: RequirementRecord): string {
  const parts = [...capability.toSorted().map((name) => `with ${name}`), ...(unless ? [`without ${unless}`] : [])];
  return parts.join(' and ') || 'always';
}

/** With fewer conditions, more services must meet it. With more, some no longer have to, which breaks their clients. */
const holds = (inner: RequirementRecord, outer: RequirementRecord) =>
  inner.capability.every((name) => outer.capability.includes(name)) &&
  (inner.unless === null || inner.unless === outer.unless);

/** A service may do more with a new freedom or answer, which breaks clients; with fewer, it may no longer conform. */
export function freedomChanges(before: FreedomRecord[], after: FreedomRecord[]): Change[] {
  return pairs(before, after).flatMap(({ id, was, is }) => {
    if (!was) return [change('breaks clients', `${id} is a new freedom: ${is!.sentence}`)];
    if (!is) return [change(toServices, `${id} was removed: ${was.sentence}`)];
    const [old, now] = [was, is].map(({ answers }) => answers.map(answerText)) as [string[], string[]];
    const more = now.filter((answer) => !old.includes(answer));
    const less = old.filter((answer) => !now.includes(answer));
    return [
      ...(more.length > 0 ? [change('breaks clients', `${id} also allows ${more.join(', ')}`)] : []),
      ...(less.length > 0 ? [change(toServices, `${id} does not allow ${less.join(', ')} any more`)] : []),
      ...(was.sentence === is.sentence
        ? []
        : [change('breaks clients', `${id} is reworded: "${was.sentence}" → "${is.sentence}"`)]),
    ];
  });
}

/** Decisions only explain: what follows from them is in requirements and schemas. */
export function decisionChanges(
  before: DecisionRecord[],
  after: DecisionRecord[],
  successors: Record<string, string[]> = {},
): Change[] {
  return pairs(before, after)
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
    .map(({ id, was, is }) => {
      const gone = successors[id] ? `is replaced by ${successors[id].join(', ')}` : 'was removed';
      const what = was ? `${gone}: ${was.question}` : `is a new decision: ${is!.question}`;
      return change('compatible', `${id} ${was && is ? 'changed' : what}`);
    });
}
