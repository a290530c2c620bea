import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { FreedomAnswer } from '../../generated/freedoms.ts';
import type { Answer, Decision, Requirement } from '../../generated/requirements.ts';
import { amountOf, type Entries, type Entry, entriesOf, type Fault, faultsOf } from './faults.ts';
import { operationsOf, resolved } from './interface.ts';

const file = new URL('../../openapi.yaml', import.meta.url);

/** One entry of `x-requirements`, of any version of the contract. */
export interface RequirementRecord extends Omit<Requirement, 'id' | 'family' | 'capability' | 'unless'> {
  id: string;
  family: string;
  capability: string[];
  unless: string | null;
  /** the sentence as JSON Schemas, by the component that they add to */
  schema: Record<string, object>;
}

/** One entry of `x-general`: what holds for all requirements. */
export interface GeneralRecord {
  title: string;
  text: string;
}

/** One entry of `x-decisions`. */
export interface DecisionRecord extends Decision {
  /** operations and components that follow from it, where no requirement does */
  about: string[];
}

/** One entry of `x-freedoms`: a point where implementations may differ. */
export interface FreedomRecord {
  id: string;
  sentence: string;
  /** the reason, where neither the sentence nor the decision has it */
  why: string | null;
  answers: FreedomAnswer[];
  limits: string[];
  source: string;
}

/** One entry of `x-numbers`: a number, time or tolerance that texts name as `{{id}}`. */
export interface NumberRecord {
  id: string;
  /** as texts write it, such as `64 KiB` */
  value: string;
  meaning: string;
  /** the same for programs: in milliseconds, bytes or pieces */
  amount: number;
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
  /** the text of the file, and what it holds */
  source: string;
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
export class ContractError extends Error {
  readonly faults: Fault[];

  constructor(faults: Fault[], lineOf: (fault: Fault) => string) {
    super(faults.map((fault) => `${lineOf(fault)}: ${fault.message}`).join('\n'));
    this.faults = faults;
  }
}

/**
 * Reads the contract and checks the form of its numbers, requirements, freedoms and decisions.
 *
 * @param source the text of the contract; that of this project when absent
 * @param name how messages call it
 * @throws ContractError with every fault and its line
 */
export function readContract(source = readFileSync(file, 'utf8'), name = 'openapi.yaml'): Contract {
  const lines = new LineCounter();
  const yaml = parseDocument(source, { lineCounter: lines });
  if (yaml.errors.length > 0)
    throw new ContractError(
      yaml.errors.map(({ message }) => ({ at: [], message })),
      () => name,
    );

  const document = yaml.toJS();
  const entries = entriesOf(document);
  const faults = faultsOf(document, entries);
  if (faults.length > 0)
    throw new ContractError(faults, ({ at }) => {
      const node = yaml.getIn(at, true) as { range?: [number, number, number] } | undefined;
      return `${name}:${node?.range ? lines.linePos(node.range[0]).line : 1}`;
    });

  const { general, requirements, freedoms, decisions } = withNumbers(entries);
  return {
    source,
    document,
    version: document.info.version,
    general: general.map(({ raw }) => raw),
    numbers: entries.numbers.map(({ raw: { id, value, meaning } }) => {
      return { id, value: String(value), meaning, amount: amountOf(value) };
    }),
    requirements: requirements.map(requirementOf),
    freedoms: freedoms.map(({ raw: { why = null, ...freedom } }) => {
      return { ...freedom, why, answers: freedom.answers.map(answerOf) };
    }),
    decisions: decisions.map(({ raw: { about = [], ...decision } }) => ({ ...decision, about })),
    operations: operationsIn(document),
  };
}

/** The entries with the value of each number that their texts name, without white space around a text. */
function withNumbers(entries: Entries): Entries {
  const values = new Map(entries.numbers.map(({ raw }) => [raw.id, raw.value]));
  const filled = (_: string, value: unknown) =>
    typeof value === 'string' ? value.trim().replaceAll(/\{\{([a-z-]+)\}\}/g, (_name, id) => values.get(id)) : value;
  return JSON.parse(JSON.stringify(entries), filled);
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
    party: raw.party ?? 'service',
    level: raw.level,
    text: raw.text,
    source: raw.source,
    class: raw.source.startsWith('§') ? 'stated' : 'full',
    operation: operationOfFamily[family] ?? null,
    capability: [raw.capability ?? []].flat(),
    unless: raw.unless ?? null,
    untestable: raw.untestable ?? null,
    answers: [raw.answer ?? []].flat().map(answerOf) as Answer[],
    schema: raw.schema ?? {},
  };
}

function answerOf(text: string): FreedomAnswer {
  const [status, problem = null] = text.split(' ') as [string, string?];
  return { status: /^\d+$/.test(status) ? Number(status) : (status as '2xx' | '4xx' | 'closed'), problem };
}

/** An answer as the contract writes it: `404 not-found`. */
export const answerText = ({ status, problem }: FreedomAnswer): string => [status, problem].filter(Boolean).join(' ');

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
      const { content } = resolved(document, response);
      const [mediaType, { schema }] = Object.entries<any>(content)[0]!;
      return [status, { mediaType, schema: nameIn(schema.$ref) }];
    }),
  );
}

const nameIn = (ref: string) => ref.split('/').at(-1)!;
