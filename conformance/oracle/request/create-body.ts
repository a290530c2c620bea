import { limits } from '../../../generated/limits.ts';
import { CaseType } from '../../../generated/validators.js';
import { isObject, parsed, textIn } from '../../wire/json.ts';
import { allowedWhere, demanded, demandedAt, oneOf, optional } from './rejections.ts';
import type { Caller, Rejection, World } from '../terms.ts';
import { type Directive, directiveOf, isDirective, rejectionsOfLongCode } from '../sandbox/directive.ts';

/** The body of a create, and every reason to reject it. */
export interface CreateReading {
  rejections: Rejection[];
  type?: 'PF' | 'PM';
  reference?: string;
  directive?: Directive;
  /** equal for bodies that are equal as values (D56); undefined when the body has no single value */
  fingerprint?: string;
  /** the strings and numbers that the body holds as values of its properties, which no problem may show (D77) */
  values?: string[];
}

// Deeper nesting is "very deep" for some library (`json.deep-nesting`); System.Text.Json reads 64 levels.
const deepest = 50;
// Names that some parsers guard, surrogates that may be alone, and numbers that have no value in some library (D61, D62).
const unreadable = /"(__proto__|constructor|prototype)"|\\u[dD][89a-fA-F]/;
const unreadableNumber = /[0-9]{16}|[0-9][eE]/;
const strings = /"(?:[^"\\]|\\.)*"/g;
const isUnreadable = (text: string): boolean =>
  unreadable.test(text) || unreadableNumber.test(text.replaceAll(strings, '""'));

/** Reads the JSON body of a create (D7, D25, D32, D35, D61, D62, D73). */
export function readCreate(body: Buffer, caller: Caller, world: World): CreateReading {
  const large = body.length > limits.jsonBytes ? demanded('limits.json-rejected') : [];
  const text = textIn(body);
  if (text === undefined) return { rejections: [...large, ...demanded('create-case.unreadable-body')] };
  const marked = allowedWhere({ 'json.byte-order-mark': text.startsWith('\ufeff') });
  const json = parsed(text);
  if (text === '') return { rejections: [...demanded('create-case.malformed-json'), ...oneOf('json.empty-body')] };
  if (!json) return { rejections: [...large, ...demanded('create-case.malformed-json'), ...marked] };
  const { value } = json;
  const shape = shapeOf(text);
  const reading = readValue(value, caller, world);
  const isValid = reading.rejections.every(({ must }) => !must);
  const leftOpen = [
    ...marked,
    ...allowedWhere({ 'json.deep-nesting': shape.isDeep, 'json.repeated-name': shape.hasRepeatedName }),
    ...(!isValid && isUnreadable(text) ? optional(...oneOf('json.unreadable-value')) : []),
  ];
  const { fingerprint, ...rest } = reading;
  const single = shape.hasRepeatedName || fingerprint === undefined ? {} : { fingerprint };
  return { ...rest, ...single, values: valuesIn(value), rejections: [...large, ...reading.rejections, ...leftOpen] };
}

function readValue(value: unknown, caller: Caller, world: World): CreateReading {
  // So create-case.body-is-object fails too.
  if (!isObject(value))
    return { rejections: demandedAt('create-case.invalid-body', [], 'problems.points-at-property') };
  const { type, reference, ...unknown } = value;
  const rejections = [
    ...Object.keys(unknown).flatMap(rejectionsOfName),
    ...rejectionsOfType(type, 'type' in value),
    ...rejectionsOfReference(reference, 'reference' in value),
  ];
  if (typeof reference !== 'string' || !CaseType(type)) return { rejections };
  const fingerprint = rejections.length === 0 ? { fingerprint: JSON.stringify([type, reference]) } : {};
  const directive = directiveOf(reference, caller.mode);
  if (!isDirective(directive)) rejections.push(...directive.map((each) => (world.claimsSandbox ? each : absent(each))));
  rejections.push(...rejectionsOfLongCode(reference));
  return { rejections, ...fingerprint, type, reference, ...(isDirective(directive) && { directive }) };
}

const absent = (each: Rejection): Rejection => ({
  ...each,
  requirement: 'sandbox.rejected-without-capability',
  pointedBy: 'sandbox.rejected-without-capability',
});

// Some parsers reject these names as malformed.
const guarded = /^$|^__proto__$|^constructor$|^prototype$/;

function rejectionsOfName(name: string): Rejection[] {
  if (name.isWellFormed() && !guarded.test(name))
    return demandedAt('create-case.invalid-body', [name], 'problems.points-at-property');
  return oneOf('json.guarded-name', 'create-case.invalid-body');
}

function rejectionsOfType(type: unknown, isThere: boolean): Rejection[] {
  // So create-case.type-required, create-case.type-known and create-case.type-is-string fail too.
  if (!isThere) return demandedAt('create-case.invalid-body', ['type'], 'problems.points-at-property');
  if (CaseType(type)) return [];
  if (typeof type === 'string' && !type.isWellFormed()) return demanded('create-case.unreadable-body');
  return demandedAt('create-case.invalid-body', ['type'], 'problems.points-at-property');
}

function rejectionsOfReference(reference: unknown, isThere: boolean): Rejection[] {
  const wrong = (requirement: Rejection['requirement']) =>
    demandedAt(requirement, ['reference'], 'problems.points-at-property');
  // So create-case.reference-required and create-case.reference-is-string fail too.
  if (!isThere) return demandedAt('create-case.invalid-body', ['reference'], 'problems.points-at-property');
  if (typeof reference !== 'string') return wrong('create-case.invalid-body');
  if (!reference.isWellFormed()) return demanded('create-case.unreadable-body');
  if (reference === '') return wrong('create-case.reference-rejected');
  return [
    ...([...reference].length > limits.reference.maxLength ? wrong('create-case.reference-rejected') : []),
    ...(limits.reference.pattern.test(reference) ? [] : wrong('create-case.reference-rejected')),
  ];
}

const valuesIn = (value: unknown): string[] =>
  [value, ...(isObject(value) ? Object.values(value) : [])]
    .flatMap((each) => (isObject(each) ? Object.values(each) : [each]))
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);

/** What a JSON text has that its value does not show: names that are repeated, and how deep it is. */
function shapeOf(text: string): { hasRepeatedName: boolean; isDeep: boolean } {
  const names: (Set<string> | undefined)[] = [];
  let [hasRepeatedName, deep] = [false, 0];
  const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|[[\]{}]/gs;
  for (const [match, name, colon] of text.matchAll(token)) {
    if (match === '{' || match === '[') names.push(match === '{' ? new Set() : undefined);
    if (match === '}' || match === ']') names.pop();
    deep = Math.max(deep, names.length);
    if (colon === undefined) continue;
    const known = names.at(-1);
    const written = JSON.parse(`"${name}"`) as string;
    if (known?.has(written)) hasRepeatedName = true;
    known?.add(written);
  }
  return { hasRepeatedName, isDeep: deep > deepest };
}
