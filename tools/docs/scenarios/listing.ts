import type { TestableId } from '../../../generated/requirements.ts';
import { scenarios } from '../../../conformance/scenarios/families.ts';
import type { Scenario, Step } from '../../../conformance/scenarios/vocabulary.ts';
import type { Block } from '../blocks.ts';
import { requestLines, stepText } from './requests.ts';

export const scenariosOf = (id: string): Scenario[] => scenarios[id as TestableId] ?? [];

/** The operations that the scenarios of a requirement are about: those that are judged, and what they change before. */
export const operationsIn = (id: string): Set<Step['do']> =>
  new Set(
    scenariosOf(id).flatMap(({ setting, steps }) =>
      [...setting.filter(({ change }) => change), ...steps].map((step) => step.do),
    ),
  );

/** The scenarios of a requirement as requests: those with the same beginning and outcome are one list. */
export function scenarioBlocks(id: string): Block[] {
  const groups = Map.groupBy(scenariosOf(id), (scenario) => JSON.stringify(introduction(scenario)));
  return [...groups.values()].flatMap((list) => [...introduction(list[0]!), requests(list.map(scenarioText))]);
}

const requests = (texts: string[]): Block => ({ code: texts.join('\n'), language: 'requests' });

const outcomes = {
  accepted: 'must be accepted',
  rejected: 'must be rejected',
  'as demanded': 'must be accepted or rejected as the contract demands',
  open: 'may be accepted or rejected; how the responses compare is judged',
};

const needs = {
  sandbox: 'In a sandbox',
  slow: 'With `--slow`',
  'second endpoint': 'Where the second tenant has an endpoint too',
};

function introduction({ control, outcome, needs: need, events }: Scenario): Block[] {
  const result =
    typeof outcome === 'string' ? outcomes[outcome] : `may get what the freedom \`${outcome.open}\` allows`;
  const subject = events ? 'the events of these cases show it:' : `these ${result}:`;
  const start = need ? `${needs[need]}, ` : '';
  const before = control.map((step) => stepText(step));
  const inline = before.map((text) => `\`${text}\``).join(', ');
  if (before.length === 0) return [capitalised(`${start}${subject}`)];
  if (inline.length <= longest && !inline.includes('\n')) return [capitalised(`${start}after ${inline}, ${subject}`)];
  return [capitalised(`${start}after these requests were accepted:`), requests(before), capitalised(subject)];
}

// Characters of requests within a sentence.
const longest = 100;

const capitalised = (sentence: string) => sentence[0]!.toUpperCase() + sentence.slice(1);

function scenarioText(scenario: Scenario): string {
  // The events of a scenario are about its setting.
  const { events, setting } = scenario;
  const shown = events ? { ...scenario, steps: setting, setting: [] } : scenario;
  return [`# ${scenario.label}`, ...requestLines(shown)].join('\n');
}
