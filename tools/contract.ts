import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';

/** One record under `x-requirements`, with the place where it stands. */
export interface RequirementRecord {
  id: string;
  family: string;
  level: 'MUST' | 'SHOULD';
  text: string;
  source: string;
  class: 'stated' | 'full';
  operation: string | null;
  capability: string[];
  unless: string | null;
  untestable: string | null;
}

/** One record under `x-decisions`. */
export interface DecisionRecord {
  id: string;
  question: string;
  section: string;
  decision: string;
  because: string;
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
  requirements: RequirementRecord[];
  decisions: DecisionRecord[];
  operations: Operation[];
}

/** What is wrong in the contract: one line each, with file, line and what to do. */
export class ContractError extends Error {}

const families = [
  'create-case',
  'get-case',
  'upload-artifact',
  'case-lifecycle',
  'authentication',
  'tenancy',
  'idempotency',
  'problems',
  'http',
  'limits',
  'sandbox',
  'webhook',
];
const capabilities = ['sandbox', 'webhooks', 'live-key'];
const keys = ['id', 'level', 'text', 'source', 'capability', 'unless', 'untestable'];
const sections = new Set('§1 §2 §3 §4 §4.1 §4.2 §4.3 §5 §5.1 §5.2 §6 §7 §8 §9 §1.1 §1.2 §1.3 §1.4 §1.5'.split(' '));
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Reads the contract and holds its requirements and decisions to their form.
 *
 * @param path where the contract stands, named in messages
 * @param text its content, read from `path` when absent
 * @throws ContractError naming every fault with its line
 */
export function readContract(path: string, text = readFileSync(path, 'utf8')): Contract {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  if (yaml.errors.length > 0)
    throw new ContractError(yaml.errors.map((error) => `${path}: ${error.message}`).join('\n'));

  const document = yaml.toJS();
  const faults: string[] = [];
  const at = (...where: (string | number)[]) => {
    const node = yaml.getIn(where, true) as { range?: [number, number, number] } | undefined;
    return `${path}:${node?.range ? lines.linePos(node.range[0]).line : 1}`;
  };

  const decisions = readDecisions(document['x-decisions'], (i, fault) =>
    faults.push(`${at('x-decisions', i)}: ${fault}`),
  );
  const decided = new Set(decisions.map((decision) => decision.id));
  const seen = new Set<string>();
  const requirements = placesOf(document).flatMap(({ where, operation, list }) =>
    list.map((raw, index) => {
      const fault = (message: string) => faults.push(`${at(...where, index)}: ${message}`);
      return readRequirement(raw, operation, seen, decided, fault);
    }),
  );
  if (faults.length > 0) throw new ContractError(faults.join('\n'));

  return { document, version: document.info.version, requirements, decisions, operations: operationsOf(document) };
}

function placesOf(document: any) {
  const places: { where: (string | number)[]; operation: string | null; list: any[] }[] = [
    { where: ['x-requirements'], operation: null, list: document['x-requirements'] ?? [] },
  ];
  for (const root of ['paths', 'webhooks'])
    for (const [path, item] of Object.entries<any>(document[root] ?? {}))
      for (const method of methods)
        if (item[method]?.['x-requirements'])
          places.push({
            where: [root, path, method, 'x-requirements'],
            operation: item[method].operationId,
            list: item[method]['x-requirements'],
          });
  return places;
}

function readDecisions(list: any, fault: (index: number, message: string) => void): DecisionRecord[] {
  const seen = new Set<string>();
  (list ?? []).forEach((raw: any, index: number) => {
    const name = raw?.id ?? 'a decision without an id';
    if (!/^D[1-9][0-9]*$/.test(raw?.id ?? ''))
      fault(index, `${name}: a decision's id is D and a number; give it the next free one.`);
    if (seen.has(raw?.id)) fault(index, `${name} stands twice; give one of the two the next free number.`);
    seen.add(raw?.id);
    for (const key of ['question', 'section', 'decision', 'because'])
      if (typeof raw?.[key] !== 'string' || raw[key].trim() === '') fault(index, `${name} has no ${key}; write it.`);
    if (!sections.has(raw?.section))
      fault(index, `${name} names ${raw?.section}, which the source document does not have.`);
  });
  return (list ?? []).map((raw: any) => ({ ...raw, decision: raw.decision?.trim(), because: raw.because?.trim() }));
}

function readRequirement(
  raw: any,
  operation: string | null,
  seen: Set<string>,
  decided: Set<string>,
  fault: (message: string) => void,
): RequirementRecord {
  const id = String(raw?.id ?? '');
  const name = id || 'a requirement without an id';
  const family = id.split('.')[0]!;
  if (!/^[a-z-]+\.[a-z0-9-]+$/.test(id))
    fault(`${name}: an id is family.name in lower case, digits and hyphens; mend it.`);
  if (!families.includes(family)) fault(`${name}: ${family} is no family; take one of ${families.join(', ')}.`);
  if (seen.has(id)) fault(`${id} stands twice; ids are unique, rename one of the two.`);
  seen.add(id);
  if (raw.level !== 'MUST' && raw.level !== 'SHOULD')
    fault(`${name} has ${raw.level ? `the level ${raw.level}` : 'no level'}; write "level: MUST" or "level: SHOULD".`);
  const text = String(raw.text ?? '').trim();
  if (raw.level && !new RegExp(`\\b${raw.level}\\b`).test(text))
    fault(`${name}: its text does not contain its keyword ${raw.level}; write the sentence with it.`);
  const source = String(raw.source ?? '');
  if (!/^(§|D)/.test(source)) fault(`${name} has no source; write a section (§4.1) or a decision (D12).`);
  else if (source.startsWith('§') && !sections.has(source))
    fault(`${name} cites ${source}, which the source document does not have.`);
  else if (source.startsWith('D') && !decided.has(source))
    fault(`${name} cites ${source}, which x-decisions does not list; add the decision or mend the source.`);
  const capability = raw.capability === undefined ? [] : [raw.capability].flat();
  for (const used of [...capability, ...(raw.unless ? [raw.unless] : [])])
    if (!capabilities.includes(used))
      fault(`${name}: ${used} is no capability; take one of ${capabilities.join(', ')}.`);
  if ('untestable' in raw && String(raw.untestable ?? '').trim() === '')
    fault(`${name} is untestable without a reason; write it.`);
  for (const key of Object.keys(raw))
    if (!keys.includes(key)) fault(`${name}: ${key} is unknown; take one of ${keys.join(', ')}.`);
  return {
    id,
    family,
    level: raw.level,
    text,
    source,
    class: source.startsWith('§') ? 'stated' : 'full',
    operation,
    capability,
    unless: raw.unless ?? null,
    untestable: raw.untestable?.trim() ?? null,
  };
}

function operationsOf(document: any): Operation[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        id: item[method].operationId,
        method: method.toUpperCase(),
        path,
        requestType: Object.keys(item[method].requestBody?.content ?? {})[0] ?? null,
        answers: answersOf(document, item[method].responses),
      })),
  );
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
