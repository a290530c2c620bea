// `--list` for programs: the selected requirements with their scenarios as data. `list.schema.json` describes it.
import { type Freedom, freedoms } from '../../generated/freedoms.ts';
import type { Requirement, TestableId } from '../../generated/requirements.ts';
import { scenarios } from '../scenarios/families.ts';
import type { Scenario } from '../scenarios/vocabulary.ts';
import { type Selection, selected } from '../run/selection.ts';
import { namedChanges } from './list/changes.ts';
import { type ListedRequest, Requests } from './list/requests.ts';
import type { Piece } from './list/texts.ts';

/** A scenario, with the places of its requests. */
interface ListedScenario
  extends Pick<Scenario, 'label' | 'outcome'>, Partial<Omit<Scenario, 'label' | 'outcome' | Steps>> {
  control?: number[];
  setting?: number[];
  steps: number[];
  observe?: number[];
}
type Steps = 'control' | 'setting' | 'steps' | 'observe';

interface Listed extends Pick<
  Requirement,
  'id' | 'family' | 'level' | 'class' | 'text' | 'source' | 'capability' | 'answers'
> {
  /** the capability that a candidate must not claim */
  unless?: string;
  /** why no scenario can test it */
  untestable?: string;
  scenarios: ListedScenario[];
}

interface List {
  changes: typeof namedChanges;
  /** those that scenarios name, by id */
  freedoms: Record<string, Pick<Freedom, 'sentence' | 'answers'>>;
  texts: Piece[][];
  requests: ListedRequest[];
  requirements: Listed[];
}

export function listOf(selection: Selection): List {
  const requests = new Requests();
  const requirements = selected(selection).map(
    ({ id, family, level, class: name, text, source, capability, unless, untestable, answers }): Listed => ({
      id,
      family,
      level,
      class: name,
      text,
      source,
      capability,
      answers,
      ...(unless && { unless }),
      ...(untestable !== null && { untestable }),
      scenarios: (scenarios[id as TestableId] ?? []).map((each) => listedScenario(each, requests)),
    }),
  );
  const { list, texts } = requests;
  return { changes: namedChanges, freedoms: freedomsIn(requirements), texts: texts.list, requests: list, requirements };
}

function freedomsIn(requirements: Listed[]): List['freedoms'] {
  const outcomes = requirements.flatMap(({ scenarios: list }) => list.map(({ outcome }) => outcome));
  const ids = new Set(outcomes.flatMap((outcome) => (typeof outcome === 'object' ? [outcome.open] : [])));
  const found = [...ids].map((id) => [id, freedoms[id]] as const);
  return Object.fromEntries(found.map(([id, { sentence, answers }]) => [id, { sentence, answers }]));
}

function listedScenario(scenario: Scenario, { placesOf }: Requests): ListedScenario {
  const { control, setting, steps, observe, reportedAs, ...rest } = scenario;
  return {
    ...rest,
    ...(control.length > 0 && { control: placesOf(control) }),
    ...(setting.length > 0 && { setting: placesOf(setting) }),
    steps: placesOf(steps),
    ...(observe.length > 0 && { observe: placesOf(observe) }),
    ...(reportedAs.length > 0 && { reportedAs }),
  };
}

/** Each text, request and requirement is on a line of its own. */
export function listDocument(list: List): string {
  const { changes, freedoms: named, ...lists } = list;
  const written = Object.entries(lists).map(
    ([name, all]) => `${JSON.stringify(name)}: [\n${all.map((each: unknown) => JSON.stringify(each)).join(',\n')}\n]`,
  );
  return `{\n"changes": ${JSON.stringify(changes)},\n"freedoms": ${JSON.stringify(named)},\n${written.join(',\n')}\n}\n`;
}

/** The same as lines: what others refer to comes first. */
export const listLines = ({ changes, freedoms: named, texts, requests, requirements }: List): string =>
  [
    { type: 'names', changes, freedoms: named },
    ...texts.map((text, place) => ({ type: 'text', place, text })),
    ...requests.map((request, place) => ({ type: 'request', place, request })),
    ...requirements.map((requirement) => ({ type: 'requirement', requirement })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
