// What changed between two contracts, as text for a terminal, as Markdown for a pull request, and as JSON for programs.
import { type Change, groups } from './change.ts';
import { nextVersion, type Step, suffices } from './version.ts';

export interface Difference {
  changes: Change[];
  old: string;
  now: string;
  /** the step of the version that the changes need */
  needed: Step;
  /** the step that it takes */
  taken: Step;
}

export const forms = { text, markdown, json };
export type Form = keyof typeof forms;

/** Whether a break is announced by the version. */
export const isAnnounced = ({ needed, taken }: Difference) => suffices(taken, needed);
export const breaks = ({ changes }: Difference) => changes.some(({ group }) => group !== 'compatible');

/** What to do about the version, in one sentence. */
export function advice(difference: Difference): string {
  const { old, now, needed, taken } = difference;
  if (needed === 'none') return 'Nothing changed.';
  const needs = `This needs a ${needed} version bump, from ${old} to ${nextVersion(old, needed)}`;
  if (isAnnounced(difference)) return `${needs}; ${now} is enough.`;
  const present = taken === 'none' ? `info.version is still ${now}` : `${now} is only a ${taken} version bump`;
  return `${needs}, and ${present}: ${breaks(difference) ? 'raise it.' : 'raise it before it is published.'}`;
}

function text(difference: Difference): string {
  const { changes, old, now } = difference;
  const lists = groupsOf(changes).map(
    ([group, list]) => `${group} (${list.length})\n${list.map((change) => `  ${lineOf(change)}`).join('\n')}`,
  );
  return `${[`contract ${old} → ${now}`, ...lists, advice(difference)].join('\n\n')}\n`;
}

function markdown(difference: Difference): string {
  const { changes, old, now } = difference;
  const lists = groupsOf(changes).map(
    ([group, list]) =>
      `### ${group[0]!.toUpperCase()}${group.slice(1)} (${list.length})\n\n${list.map((change) => `- ${lineOf(change)}`).join('\n')}`,
  );
  return `${[`## Contract ${old} → ${now}`, advice(difference), ...lists].join('\n\n')}\n`;
}

function json(difference: Difference): string {
  const { old, now, needed, taken, changes } = difference;
  const outcome = { old, now, needed, taken, announced: isAnnounced(difference), advice: advice(difference), changes };
  return `${JSON.stringify(outcome, null, 2)}\n`;
}

const groupsOf = (changes: Change[]) =>
  groups
    .map((group) => [group, changes.filter((change) => change.group === group)] as const)
    .filter(([, list]) => list.length > 0);

const lineOf = ({ text: line, places }: Change) => `${places.length > 0 ? `${shortened(places)}: ` : ''}${line}`;

/** `createCase 400, createCase 401` as `createCase 400 401`. */
function shortened(places: string[]): string {
  const byOperation = Map.groupBy(places, (place) => place.split(' ')[0]!);
  return [...byOperation]
    .map(([operation, all]) => [operation, ...all.map((place) => place.slice(operation.length + 1))].join(' ').trim())
    .join(', ');
}
