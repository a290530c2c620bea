// A service that reads bodies as others than those that were sent.
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { isObject, valueOf } from '../../../conformance/wire/json.ts';
import { problemOf, type Response, withBody } from '../../mutation/responses.ts';
import type { Reads } from './fault.ts';
import type { Answered, Input, Properties } from './input.ts';
import { isAccepted, responseTo, withSameKey } from './keys.ts';
import { type Outcome, outcomeOfCreate, outcomeOfUpload, partsIn } from './outcome.ts';

interface Responses {
  success: (operation: Input['operation']) => Response;
  rejection: (as: string) => Response;
}

/** The response of this service; undefined for that of the original one. */
export function responseAsRead(
  reads: Reads,
  request: Answered,
  response: Response,
  responses: Responses,
): Response | undefined {
  if (request.operation === 'read') return shownAsRead(reads, request, response);
  const [before, after] = [sent(request), read(reads, request)];
  const problem = problemOf(response);
  if (problem === '422 idempotency-key-reused') return replayed(reads, request, after);
  if (isDeepStrictEqual(before, after)) return undefined;
  const wasAccepted = response.status < 300;
  // Otherwise the reason for the response is something else.
  if ((wasAccepted ? '201' : problem) !== before.as) return undefined;
  if (after.as === before.as) return showing(response, after);
  if (after.as !== '201') return showing(responses.rejection(after.as), after);
  return showing(responses.success(request.operation), after);
}

function replayed(reads: Reads, request: Answered, outcome: Outcome): Response | undefined {
  const first = withSameKey(request).find(isAccepted)!;
  if (outcome.as !== '201' || !isDeepStrictEqual(read(reads, first), outcome)) return undefined;
  return showing(responseTo(first), outcome);
}

/** The case and its artifacts in the response to a read, as they were read when they were sent. */
function shownAsRead(reads: Reads, { earlier }: Answered, response: Response): Response | undefined {
  const body = valueOf(response.body);
  if (!isObject(body)) return undefined;
  const asRead = (shown: Properties) => {
    const made = earlier.find((each) => each.operation !== 'read' && each.shown.body?.['id'] === shown['id']);
    return { ...shown, ...(made && read(reads, made).shown) };
  };
  const { artifacts } = body;
  const now = { ...asRead(body), ...(Array.isArray(artifacts) && { artifacts: artifacts.map(asRead) }) };
  return isDeepStrictEqual(now, body) ? undefined : withBody(response, now);
}

const showing = (response: Response, { shown }: Outcome) =>
  withBody(response, { ...(valueOf(response.body) as Properties), ...shown });

function sent({ operation, text, bytes, boundary }: Input): Outcome {
  if (operation === 'upload') return outcomeOfUpload(partsIn(bytes, boundary ?? ''));
  return outcomeOfCreate(isUtf8(Buffer.from(bytes, 'latin1')) ? text : undefined);
}

function read(reads: Reads, input: Input): Outcome {
  const isLong = input.size > 0 && input.bytes === '';
  const other = isLong ? undefined : reads(input);
  if (other === undefined) return sent(input);
  if (input.operation === 'create') return outcomeOfCreate(other as string);
  return outcomeOfUpload(typeof other === 'string' ? partsIn(other, input.boundary ?? '') : other);
}
