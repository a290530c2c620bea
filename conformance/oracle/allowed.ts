import { requirements } from '../../generated/requirements.ts';
import { pointerTo } from '../json-pointer.ts';
import type { Reading } from './request/reading.ts';
import type { Expectation, Rejection } from './terms.ts';

/** The responses that the contract allows, for a reader of a finding: `201`, `422 invalid-request at #/type`. */
export function allowedResponses(
  { target }: Reading,
  { rejections, successes: limited, unknowable }: Expectation,
): string[] {
  if (unknowable) return ['any status below 500'];
  const isDemanded = rejections.some(({ must }) => must);
  const demandedFirst = rejections.toSorted((one, other) => Number(other.must) - Number(one.must));
  return [
    ...new Set([
      ...(isDemanded ? [] : (limited?.map(String) ?? [successOf(target.operation)])),
      ...demandedFirst.map(rejectionText),
    ]),
  ];
}

export const rejectionText = ({ status, type, pointer }: Rejection): string =>
  [
    status === '4xx' ? 'any 4xx' : status,
    ...(type === undefined ? [] : [type]),
    ...(pointer ? [`at #${pointerTo(pointer)}`] : []),
  ].join(' ');

const successes = new Map(
  requirements.flatMap(({ operation, answers }) =>
    answers.filter(({ problem }) => problem === null).map(({ status }) => [operation, String(status)]),
  ),
);

const successOf = (operation: string | undefined): string => successes.get(operation ?? null) ?? '2xx';
