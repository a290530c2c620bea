// A service that reads bodies as others than those that were sent.
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { isObject, valueOf } from '../../../conformance/wire/json.ts';
import { problemOf, type Response, withBody } from '../../mutation/responses.ts';
import type { Input, Part, Properties } from './input.ts';
import { type Outcome, outcomeOfCreate, outcomeOfUpload, partsIn } from './outcome.ts';

/**
 * What it reads: the JSON of a create; the parts of an upload, or its form with a character for each byte; undefined for
 * the same.
 */
export type Reads = (input: Input) => string | Part[] | undefined;

interface Responses {
  success: (operation: Input['operation']) => Response;
  rejection: (as: string) => Response;
}

export class Readings {
  readonly #responses: Responses;
  /** by id: the request that made a case or an artifact */
  readonly #sent = new Map<string, Input>();
  /** by use of an idempotency key: the first request that was accepted, and its response */
  readonly #first = new Map<string, { input: Input; response: Response }>();

  constructor(responses: Responses) {
    this.#responses = responses;
  }

  /** Notes a request that made something. */
  note(input: Input, response: Response, id: string): void {
    if (!this.#sent.has(id)) this.#sent.set(id, input);
    const use = useOf(input);
    if (use !== undefined && !this.#first.has(use)) this.#first.set(use, { input, response });
  }

  /** The response of this service; undefined for that of the original one. */
  responseOf(reads: Reads, input: Input, response: Response): Response | undefined {
    if (input.operation === 'read') return this.#shown(reads, response);
    const [before, after] = [sent(input), read(reads, input)];
    const problem = problemOf(response);
    if (problem === '422 idempotency-key-reused') return this.#replayed(reads, input, after);
    if (isDeepStrictEqual(before, after)) return undefined;
    const isAccepted = response.status < 300;
    // Otherwise the reason for the response is something else.
    if ((isAccepted ? '201' : problem) !== before.as) return undefined;
    if (after.as === before.as) return showing(response, after);
    if (after.as !== '201') return showing(this.#responses.rejection(after.as), after);
    return showing(this.#responses.success(input.operation), after);
  }

  #replayed(reads: Reads, input: Input, outcome: Outcome): Response | undefined {
    const first = this.#first.get(useOf(input)!);
    const known = first && read(reads, first.input);
    return outcome.as === '201' && isDeepStrictEqual(known, outcome) ? showing(first!.response, outcome) : undefined;
  }

  /** The case and its artifacts in the response to a read, as they were read when they were sent. */
  #shown(reads: Reads, response: Response): Response | undefined {
    const body = valueOf(response.body);
    if (!isObject(body)) return undefined;
    const asRead = (shown: Properties) => {
      const made = this.#sent.get(String(shown['id']));
      return { ...shown, ...(made && read(reads, made).shown) };
    };
    const { artifacts } = body;
    const now = { ...asRead(body), ...(Array.isArray(artifacts) && { artifacts: artifacts.map(asRead) }) };
    return isDeepStrictEqual(now, body) ? undefined : withBody(response, now);
  }
}

const showing = (response: Response, { shown }: Outcome) =>
  withBody(response, { ...(valueOf(response.body) as Properties), ...shown });

/** For what an idempotency key is used; undefined without one. */
function useOf({ header, sender, target }: Input): string | undefined {
  const key = header('Idempotency-Key');
  return key === undefined ? undefined : [sender, target, key].join(' ');
}

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
