// A client in which the compiler checks every path, property and status against the types of the contract.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from 'idv-case-contract/types';

type Schemas = components['schemas'];
export type Case = Schemas['Case'];
export type Artifact = Schemas['Artifact'];
export type Problem = Schemas['Problem'];

/** A rejected request; `problem.type` says why. */
export class Rejected extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.type}: ${problem.detail} (${problem.instance})`);
    this.problem = problem;
  }

  /** The type is a reference, so `/problems/x` and the same with an address before it are equal (D76). */
  is(type: `/problems/${string}`): boolean {
    return new URL(this.problem.type, 'http://service').pathname === type;
  }
}

export class IdvClient {
  readonly #http: Client<paths>;

  /**
   * @param baseUrl such as `https://cases.example`
   * @param key a key of your tenant, live or sandbox
   * @param send what sends the requests; a test replaces it
   */
  constructor(baseUrl: string, key: string, send: typeof fetch = fetch) {
    this.#http = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` }, fetch: send });
  }

  /** @throws Rejected when the service rejects the request */
  async openCase(body: Schemas['CreateCase'], idempotencyKey: string = randomUUID()): Promise<Case> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    return accepted(await this.#http.POST('/cases', { params, body }));
  }

  /**
   * @param file a JPEG, PNG or PDF; its type is sent, but the service checks the content
   * @throws Rejected when the service rejects the request
   */
  async upload(
    caseId: string,
    body: Schemas['UploadArtifact'],
    idempotencyKey: string = randomUUID(),
  ): Promise<Artifact> {
    return accepted(
      await this.#http.POST('/cases/{case_id}/artifacts', {
        params: { path: { case_id: caseId }, header: { 'Idempotency-Key': idempotencyKey } },
        body,
        // fetch writes the parts and their boundary itself.
        bodySerializer: ({ kind, file }) => {
          const form = new FormData();
          form.set('kind', kind);
          form.set('file', file, 'evidence');
          return form;
        },
      }),
    );
  }

  /** @throws Rejected when the service rejects the request */
  async readCase(caseId: string, signal?: AbortSignal): Promise<Case> {
    const params = { path: { case_id: caseId } };
    return accepted(await this.#http.GET('/cases/{case_id}', { params, ...(signal && { signal }) }));
  }

  /**
   * Reads until the case is decided, at growing intervals.
   *
   * @param within milliseconds until it gives up
   * @param first milliseconds before the second read; at least 2000 with a live key (D43)
   * @throws Rejected when the service rejects the request, TimeoutError when the time is over
   */
  async decided(caseId: string, within: number, first = 2000): Promise<Case> {
    const signal = AbortSignal.timeout(within);
    for (let wait = first; ; wait = Math.min(wait * 2, 60_000)) {
      try {
        const found = await this.readCase(caseId, signal);
        if (found.status !== 'PENDING') return found;
        await setTimeout(wait, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }
  }
}

/** The body of a successful response. Every rejection by the service is a problem; that of a proxy may not be. */
function accepted<Body>({ data, error, response }: { data?: Body; error?: Problem; response: Response }): Body {
  if (data !== undefined) return data;
  if (typeof error?.type === 'string') throw new Rejected(error);
  throw new Error(`${response.status} without a problem: something other than the service responded.`);
}
