// Checks the entries of `x-requirements` and the other lists, one at a time, against records.schema.json.
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import schema from './records.schema.json' with { type: 'json' };

const ajv = new Ajv2020.default({ allErrors: true, verbose: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary(['wrong', 'fix']);
ajv.addSchema(schema, 'records');

const validators = {
  requirement: ajv.getSchema('records#/$defs/requirement')!,
  family: ajv.getSchema('records#/$defs/family')!,
  decision: ajv.getSchema('records#/$defs/decision')!,
  freedom: ajv.getSchema('records#/$defs/freedom')!,
  number: ajv.getSchema('records#/$defs/number')!,
  general: ajv.getSchema('records#/$defs/general')!,
};

interface Annotated {
  wrong?: string;
  fix?: string;
  enum?: string[];
  properties?: Record<string, Annotated>;
}

/** The faults of an entry of `x-requirements`, each with what to do. */
export function requirementFaults(raw: unknown): string[] {
  const record = withLists(raw, 'answer', 'capability');
  const id = propertyOf(raw, 'id');
  const faults = faultsOf('requirement', record, nameOf('requirement', raw));
  if (typeof id !== 'string') return faults;
  return [...faults, ...faultsOf('family', id.split('.')[0], id)];
}

/** The faults of an entry of `x-decisions`, each with what to do. */
export const decisionFaults = (raw: unknown): string[] => faultsOf('decision', raw, nameOf('decision', raw));

/** The faults of an entry of `x-freedoms`, each with what to do. */
export const freedomFaults = (raw: unknown): string[] => faultsOf('freedom', raw, nameOf('freedom', raw));

/** The faults of an entry of `x-numbers`, each with what to do. */
export const numberFaults = (raw: unknown): string[] => faultsOf('number', raw, nameOf('number', raw));

/** The faults of an entry of `x-general`, each with what to do. */
export const generalFaults = (raw: unknown): string[] =>
  faultsOf('general', raw, `"${String(propertyOf(raw, 'title'))}"`);

/** How messages name an entry: by its id. */
export function nameOf(kind: 'requirement' | 'decision' | 'freedom' | 'number', raw: unknown): string {
  const id = propertyOf(raw, 'id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : `a ${kind} without an id`;
}

/** The entry, with a list in place of a single value of these properties. */
function withLists(raw: unknown, ...names: string[]): unknown {
  const lists = names.flatMap((name) => {
    const value = propertyOf(raw, name);
    return value === undefined ? [] : [[name, [value].flat()]];
  });
  return lists.length === 0 ? raw : { ...(raw as object), ...Object.fromEntries(lists) };
}

const propertyOf = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;

function faultsOf(kind: keyof typeof validators, value: unknown, name: string): string[] {
  const validate = validators[kind];
  if (validate(value)) return [];
  // The errors of the branches say what is wrong; the error of the `if` only says that there are some.
  const errors = validate.errors!.filter(({ keyword }) => keyword !== 'if');
  return [...new Set(errors.map((error) => `${name} ${messageOf(error)}.`))];
}

function messageOf({ keyword, params, parentSchema, data, instancePath }: ErrorObject): string {
  const { wrong, fix, enum: allowed = [], properties = {} } = parentSchema as Annotated;
  if (keyword === 'required') {
    const { missingProperty: missing } = params as { missingProperty: string };
    return `has no ${missing}; ${properties[missing]?.fix ?? 'write it'}`;
  }
  if (keyword === 'additionalProperties')
    return `has the unknown property ${params['additionalProperty']}; use one of ${Object.keys(properties).join(', ')}`;
  return `${wrong}; ${fix}`
    .replace('{value}', String(data))
    .replace('{property}', instancePath.slice(1))
    .replace('{allowed}', allowed.join(', '));
}
