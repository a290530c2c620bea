import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { type Entry, type Fault, operationsOf, type Path, repeated } from './contract/entries.ts';
import { freedomOf, type FreedomRecord, freedomsFaults } from './contract/freedoms.ts';
import { unknownNames } from './contract/interface.ts';
import { type NumberRecord, numberOf, numbersFaults, withNumbers } from './contract/numbers.ts';
import { decisionFaults, generalFaults, nameOf, requirementFaults } from './contract/records.ts';

/** One entry of `x-requirements`. */
export interface RequirementRecord {
  id: string;
  family: string;
  level: 'MUST' | 'SHOULD';
  text: string;
  source: string;
  class: 'stated' | 'full';
  /** the operation that its family is about; null for a family about several */
  operation: string | null;
  capability: string[];
  unless: string | null;
  untestable: string | null;
  answers: Answer[];
  /** the sentence as JSON Schemas, by the component that they add to */
  schema: Record<string, object>;
}

/** A response that a requirement demands: its status code and, for a rejection, the last segment of its problem type. */
export interface Answer {
  status: number;
  problem: string | null;
}

/** One entry of `x-general`: what holds for all requirements. */
export interface GeneralRecord {
  title: string;
  text: string;
}

/** One entry of `x-decisions`. */
export interface DecisionRecord {
  id: string;
  question: string;
  section: string;
  decision: string;
  because: string;
  /** operations and components that follow from it, where no requirement does */
  about: string[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  requestType: string | null;
  /** by status: the media type and the name of the schema under components */
  answers: Record<string, { mediaType: string; schema: string }>;
}

export interface Contract {
  document: any;
  version: string;
  general: GeneralRecord[];
  numbers: NumberRecord[];
  requirements: RequirementRecord[];
  freedoms: FreedomRecord[];
  decisions: DecisionRecord[];
  operations: Operation[];
}

/** The contract is malformed: the message has one line for each fault, with file, line and what to do. */
export class ContractError extends Error {}

/**
 * Reads the contract and checks the form of its numbers, requirements, freedoms and decisions.
 *
 * @param path where the contract is; messages contain it
 * @param text its content, read from `path` when absent
 * @throws ContractError with every fault and its line
 */
export function readContract(path: string, text = readFileSync(path, 'utf8')): Contract {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  if (yaml.errors.length > 0)
    throw new ContractError(yaml.errors.map((error) => `${path}: ${error.message}`).join('\n'));

  const lineOf = (where: Path): number => {
    const node = yaml.getIn(where, true) as { range?: [number, number, number] } | undefined;
    return node?.range ? lines.linePos(node.range[0]).line : 1;
  };
  const document = yaml.toJS();
  const numbers = entriesOf(document, 'x-numbers');
  const texts = ['x-general', 'x-requirements', 'x-freedoms', 'x-decisions'].map((name) => entriesOf(document, name));
  const [general, requirements, freedoms, decisions] = texts.map((list) =>
    list.map((entry) => withNumbers(entry, numbers)),
  ) as [Entry[], Entry[], Entry[], Entry[]];
  const faults = [
    ...decisionsFaults(decisions),
    ...requirementsFaults(requirements, decisions),
    ...freedomsFaults(freedoms, requirements, decisions),
    ...unknownNames(document, requirements, decisions),
    ...numbersFaults(document, numbers, texts.flat()),
    ...general.flatMap(({ raw, path: at }) => generalFaults(raw).map((message) => ({ at, message }))),
  ];
  if (faults.length > 0)
    throw new ContractError(faults.map(({ at, message }) => `${path}:${lineOf(at)}: ${message}`).join('\n'));

  return {
    document,
    version: document.info.version,
    general: general.map(({ raw }) => raw),
    numbers: numbers.map(numberOf),
    requirements: requirements.map(requirementOf),
    freedoms: freedoms.map(freedomOf),
    decisions: decisions.map(decisionOf),
    operations: operationsIn(document),
  };
}

const entriesOf = (document: any, name: string): Entry[] =>
  (document[name] ?? []).map((raw: unknown, index: number) => ({ raw, path: [name, index] }));

function decisionsFaults(entries: Entry[]): Fault[] {
  return [
    ...entries.flatMap(({ raw, path }) => decisionFaults(raw).map((message) => ({ at: path, message }))),
    ...repeated(entries).map(({ raw, path }) => ({
      at: path,
      message: `${nameOf('decision', raw)} exists twice; give one of the two the next free number.`,
    })),
  ];
}

function requirementsFaults(entries: Entry[], decisions: Entry[]): Fault[] {
  const decided = new Set(decisions.map(({ raw }) => raw?.id));
  return [
    ...entries.flatMap(({ raw, path }) => requirementFaults(raw).map((message) => ({ at: path, message }))),
    ...repeated(entries).map(({ raw, path }) => ({
      at: path,
      message: `${nameOf('requirement', raw)} exists twice; ids are unique, rename one of the two.`,
    })),
    ...entries
      .filter(({ raw }) => /^D[1-9]/.test(raw?.source) && !decided.has(raw.source))
      .map(({ raw, path }) => ({
        at: path,
        message: `${nameOf('requirement', raw)} cites ${raw.source}, which x-decisions does not list; add the decision or fix the source.`,
      })),
    ...entries
      .filter(({ raw }) => raw?.answer !== undefined && !agrees(raw))
      .map(({ raw, path }) => ({
        at: path,
        message: `${nameOf('requirement', raw)} names another status code or problem type in its text than in its answer; make them agree.`,
      })),
  ];
}

/** True when each status code and problem type that the sentence names is one of its answers. */
function agrees({ text, answer }: { text?: string; answer: string | string[] }): boolean {
  const answers = [answer].flat().map(answerOf);
  const [statuses, problems] = [/\bMUST be [2-5]\d\d(?: or [2-5]\d\d)?/g, /\/problems\/([a-z-]+)/g].map((form) =>
    [...(text ?? '').matchAll(form)].flatMap(([match, problem]) => problem ?? match.match(/[2-5]\d\d/g)!),
  );
  return (
    statuses!.every((status) => answers.some((each) => each.status === Number(status))) &&
    problems!.every((problem) => answers.some((each) => each.problem === problem))
  );
}

const operationOfFamily: Record<string, string> = {
  'create-case': 'createCase',
  'get-case': 'getCase',
  'upload-artifact': 'uploadArtifact',
  webhook: 'caseDecided',
};

function requirementOf({ raw }: Entry): RequirementRecord {
  const family = raw.id.split('.')[0];
  return {
    id: raw.id,
    family,
    level: raw.level,
    text: raw.text.trim(),
    source: raw.source,
    class: raw.source.startsWith('§') ? 'stated' : 'full',
    operation: operationOfFamily[family] ?? null,
    capability: [raw.capability ?? []].flat(),
    unless: raw.unless ?? null,
    untestable: raw.untestable?.trim() ?? null,
    answers: [raw.answer ?? []].flat().map(answerOf),
    schema: raw.schema ?? {},
  };
}

const decisionOf = ({ raw }: Entry): DecisionRecord => ({
  ...raw,
  decision: raw.decision.trim(),
  because: raw.because.trim(),
  about: raw.about ?? [],
});

function answerOf(text: string): Answer {
  const [status, problem = null] = text.split(' ');
  return { status: Number(status), problem };
}

function operationsIn(document: any): Operation[] {
  return operationsOf(document)
    .filter(({ webhook }) => !webhook)
    .map(({ path, method, operation }) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      requestType: Object.keys(operation.requestBody?.content ?? {})[0] ?? null,
      answers: answersOf(document, operation.responses),
    }));
}

function answersOf(document: any, responses: Record<string, any>): Operation['answers'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { content } = response.$ref ? document.components.responses[nameIn(response.$ref)] : response;
      const [mediaType, { schema }] = Object.entries<any>(content)[0]!;
      return [status, { mediaType, schema: nameIn(schema.$ref) }];
    }),
  );
}

const nameIn = (ref: string) => ref.split('/').at(-1)!;
