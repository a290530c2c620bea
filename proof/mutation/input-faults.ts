// Applies a fault that reads requests wrongly to a recording: the responses become those that such a service sends.
import type { TestableId } from '../../generated/requirements.ts';
import { type Exchange, headerIn } from '../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../conformance/wire/json.ts';
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import { readForm } from '../../conformance/oracle/request/form-body.ts';
import type { Step } from '../../conformance/scenarios/vocabulary.ts';
import { judged } from './judge.ts';
import type { Recorded } from './record.ts';
import { type Donors, type Response, withBody, fresh } from './responses.ts';

export type Properties = Record<string, unknown>;

/** What a predicate sees of a request. */
export interface Input {
  operation: Step['do'];
  header: (name: string) => string | undefined;
  /** of a create: the body as it was sent */
  text: string;
  /** of a create: its body, if it is a JSON object */
  properties?: Properties;
  /** of an upload; its bytes have a character each */
  file?: { content: string; type: string | undefined };
}

/** A service accepts requests that it has to reject, or rejects others that it has to accept. */
export interface InputFault {
  accepts?: (input: Input) => boolean;
  rejects?: (input: Input) => boolean;
  /** the status and problem of the rejection; `422 invalid-request` unless it says something else */
  as?: string;
}

// What predicates read of a file: signatures, and what is near them or at the end of a small one.
const longestFile = 100_000;

const inputOf = memoize((request: Exchange['request']): Omit<Input, 'operation'> => {
  const header = (name: string) => headerIn(request.headers, name);
  const size = request.body.reduce((sum, { length }) => sum + length, 0);
  if (size > longestFile) return { header, text: '' };
  const body = Buffer.concat(request.body);
  const properties = valueOf(body);
  const boundary = /boundary="?([^";]+)/.exec(header('Content-Type') ?? '')?.[1];
  const part = boundary === undefined ? undefined : readForm(body, boundary).parts.find(({ name }) => name === 'file');
  return {
    header,
    text: body.toString(),
    ...(isObject(properties) && { properties }),
    ...(part && { file: { content: part.content.toString('latin1'), type: part.type } }),
  };
});

/** The response of the faulty service; undefined where it is that of the original one. */
function responseOf(
  fault: InputFault,
  step: Step,
  { request, response }: Exchange,
  donors: Donors,
): Response | undefined {
  if (!response || request.method !== 'POST') return undefined;
  const input = { ...inputOf(request), operation: step.do };
  const isRejected = response.status >= 400 && response.status !== 401;
  if (isRejected && fault.accepts?.(input)) return acceptance(input, donors);
  if (response.status < 300 && fault.rejects?.(input))
    return fresh(donors.problems.get(fault.as ?? '422 invalid-request')!);
  return undefined;
}

/** A success that shows what was sent. */
function acceptance({ operation, properties = {} }: Input, { successes }: Donors): Response {
  const success = successes[operation]!;
  const body = valueOf(success.body) as Properties;
  const { type, reference } = properties;
  const shown = { ...(typeof type === 'string' && { type }), ...(typeof reference === 'string' && { reference }) };
  return operation === 'create' ? withBody(success, { ...body, ...shown }) : success;
}

/** The requirements that fail for a fault. */
export async function failingWith(
  fault: InputFault,
  recorded: Recorded[],
  donors: Donors,
  manifest: Manifest,
): Promise<TestableId[]> {
  const failing = new Set<TestableId>();
  const changed = new Map<Exchange, Exchange>();
  const known = new Set<Exchange>();
  for (const each of recorded) {
    const sent = [...each.control.sent, ...each.own.sent];
    for (const { step, exchange } of sent) {
      if (known.has(exchange)) continue;
      known.add(exchange);
      const response = responseOf(fault, step, exchange, donors);
      if (response) changed.set(exchange, { ...exchange, response });
    }
    if (failing.has(each.id) || !sent.some(({ exchange }) => changed.has(exchange))) continue;
    const { failures } = await judged(each, manifest, changed);
    if (failures.length > 0) failing.add(each.id);
  }
  return [...failing];
}
