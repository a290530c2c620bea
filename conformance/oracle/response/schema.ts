import type { RequirementId } from '../../../generated/requirements.ts';
import type { ValidationError, Validator } from '../../../generated/validators.js';
import { show } from '../../wire/json.ts';
import { valueAt } from '../../json-pointer.ts';
import { type At, at } from '../support/place.ts';

/** Every place of a body that does not fit its schema, with the requirement that it breaks. */
export function mismatchesOf(
  validator: Validator<unknown>,
  body: Record<string, unknown>,
  otherwise: RequirementId,
): Mismatch[] {
  if (validator(body)) return [];
  // What depends on the status means nothing where there is none.
  const hasStatus = ['PENDING', 'APPROVED', 'DENIED'].includes(String(body['status']));
  const errors = (validator.errors ?? []).filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && (hasStatus || !/\/(then|else)\//.test(schemaPath)),
  );
  return errors.flatMap((error) =>
    [...missingIn(error, otherwise), ...ofTime(error, body), brokenBy(error, body, otherwise)].map(
      (requirement): Mismatch => [
        requirement,
        `${error.instancePath || 'the body'} ${error.message ?? ''}${wantedBy(error)}`,
        placeOf(error),
      ],
    ),
  );
}

/** The value that the message of the validator leaves out. */
const wantedBy = ({ keyword, params }: ValidationError) =>
  keyword === 'const' ? ` ${show(params['allowedValue'])}` : '';

/** Where a body does not fit its schema, also if a property is missing there. */
export const placeOf = ({ keyword, instancePath, params }: ValidationError) =>
  at(keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath);

type Mismatch = [requirement: RequirementId, expected: string, actual: At];

// The stated requirements of a read name these.
const named = ['status', 'score', 'reasons'] as const;

function missingIn({ keyword, instancePath, params }: ValidationError, otherwise: RequirementId): RequirementId[] {
  if (keyword !== 'required' || instancePath !== '' || otherwise !== 'get-case.responds-with-case') return [];
  return named.filter((name) => name === params['missingProperty']).map((name) => `get-case.${name}` as const);
}

/** A time in another form breaks the requirement on times as well as that of its property. */
function ofTime({ keyword, instancePath }: ValidationError, body: Record<string, unknown>): RequirementId[] {
  const value = valueAt(body, instancePath);
  const isTime = /\/(created_at|decided_at)$/.test(instancePath) && keyword !== 'required';
  const isPresent = typeof value === 'number' || typeof value === 'string';
  return isTime && isPresent && !(isPending(body) && instancePath === '/decided_at') ? ['http.timestamps-utc'] : [];
}

function brokenBy(error: ValidationError, body: Record<string, unknown>, otherwise: RequirementId): RequirementId {
  if (error.keyword === 'required') return otherwise;
  const place = error.instancePath.split('/');
  const value = valueAt(body, error.instancePath);
  if (place.at(-1) === 'created_at' && typeof value === 'string') return 'http.timestamps-utc';
  if (place[1] === 'artifacts') return error.keyword === 'maxItems' ? 'limits.parallel-artifacts-limited' : otherwise;
  if (place[1] === 'id' && place.length === 2 && otherwise !== 'upload-artifact.responds-with-artifact')
    return 'create-case.id-form';
  return rules[place[1] ?? '']?.(body, value) ?? otherwise;
}

type Rule = (body: Record<string, unknown>, value: unknown) => RequirementId | undefined;

const isPending = ({ status }: Record<string, unknown>) => status === 'PENDING';

const rules: Record<string, Rule> = {
  status: () => 'get-case.status',
  score: (body, value) => {
    if (!Number.isInteger(value)) return 'get-case.score';
    return isPending(body) ? 'case-lifecycle.pending-values' : undefined;
  },
  reasons: (body) => {
    const { reasons } = body;
    if (!Array.isArray(reasons) || reasons.some((each) => typeof each !== 'string')) return 'get-case.reasons';
    if (isPending(body)) return 'case-lifecycle.pending-values';
    return 'case-lifecycle.decision-reasons';
  },
  decided_at: (body) => (isPending(body) ? 'case-lifecycle.pending-values' : 'case-lifecycle.decided-case-has-time'),
};
