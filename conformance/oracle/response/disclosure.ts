import type { RequirementId } from '../../../generated/requirements.ts';
import { type Exchange, headerIn } from '../../engine/exchange.ts';
import { isObject } from '../../engine/expect.ts';
import { internals } from '../../internals.ts';
import type { FormPart } from '../request/form-body.ts';
import type { Reading } from '../request/reading.ts';

/** Something that a problem must not show (D77). */
export function disclosed(
  reading: Reading,
  { headers }: NonNullable<Exchange['response']>,
  { type: _, instance: __, ...problem }: object & { type: unknown; instance: unknown },
): { requirement: RequirementId; what: string; actual: string } | undefined {
  const shown = [...stringsIn(problem), headerIn(headers, 'WWW-Authenticate') ?? ''].join('\n');
  for (const [what, pattern] of Object.entries(internals)) {
    const found = pattern.exec(shown)?.[0];
    if (found !== undefined) return { requirement: 'problems.no-internals', what, actual: found };
  }
  const value = valuesOf(reading).find((each) => shown.toLowerCase().includes(each.toLowerCase()));
  if (value === undefined) return undefined;
  return { requirement: 'problems.no-submitted-values', what: 'a submitted value', actual: shown.slice(0, 200) };
}

// A pointer holds the name of a property or a part, which is no value (D62).
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === 'pointer' ? [] : stringsIn(each)));
}

const valuesOfPart = ({ name, filename, type, content }: FormPart) => [
  ...(filename === undefined ? [] : [filename, filename.replace(/\.\w+$/, '')]),
  ...(type?.split('/') ?? []),
  ...(name === 'file' ? [] : [content.toString('utf8')]),
];

/** Values that no problem contains by chance: long ones with a digit in them, but for those that the contract lists. */
function valuesOf({ exchange: { request }, target, upload, create }: Reading): string[] {
  const values = [
    ...(target.caseId === undefined ? [] : [target.caseId]),
    headerIn(request.headers, 'Idempotency-Key'),
    headerIn(request.headers, 'Authorization')?.split(' ').at(-1),
    ...(create?.values ?? []),
    ...(upload?.parts.flatMap(valuesOfPart) ?? []),
  ];
  return values.filter(
    (value): value is string =>
      value !== undefined &&
      /^(?=.*\d)[^\s]{12,300}$/.test(value) &&
      /[a-z]/i.test(value) &&
      !/^sandbox:error:(429|503)$/.test(value),
  );
}
