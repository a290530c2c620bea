import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { isObject, jsonOf } from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { caseIdIn } from '../../oracle/response/case-id.ts';
import type { CaseType } from './case.ts';
import { partsOf, type Upload } from './fixtures/upload.ts';
import { requireKnownKey } from './keys.ts';
import type { Session } from './session.ts';

export type RequestOptions = Pick<
  Request,
  'headers' | 'chunked' | 'inPieces' | 'racing' | 'behindRace' | 'connection' | 'urgent' | 'until' | 'expects'
>;

type Body = Uint8Array | Uint8Array[];

/** The three operations of the contract, sent with one API key. It returns every response, whatever its status. */
export class ApiClient {
  readonly session: Session;
  readonly credential: Credential | undefined;

  constructor(session: Session, credential: Credential | undefined) {
    this.session = session;
    this.credential = credential;
  }

  async send(request: Request): Promise<HttpResponse> {
    const response = await this.session.send({ credential: this.credential, ...request });
    await requireKnownKey(this.session, response);
    return response;
  }

  create(body: unknown, options: RequestOptions = {}): Promise<HttpResponse> {
    return this.createRaw(Buffer.from(JSON.stringify(body)), options);
  }

  createRaw(body: Body, { headers, ...options }: RequestOptions = {}): Promise<HttpResponse> {
    return this.#postJson('/cases', body, headers, options);
  }

  upload(caseId: string, upload: Upload = {}, options: RequestOptions = {}): Promise<HttpResponse> {
    return this.uploadParts(caseId, this.parts(upload), options);
  }

  /** The parts of an upload, with the evidence of the manifest, if there is one. */
  parts(upload: Upload = {}): Part[] {
    return partsOf({ ...this.session.run.manifest.fixtures?.evidence, ...upload });
  }

  uploadParts(
    caseId: string,
    parts: Part[],
    options: RequestOptions & { last?: boolean; boundary?: string } = {},
  ): Promise<HttpResponse> {
    const { last, boundary, ...rest } = options;
    const { contentType, body } = multipart(parts, {
      ...(last !== undefined && { last }),
      ...(boundary && { boundary }),
    });
    return this.uploadRaw(caseId, body, { ...rest, headers: { 'Content-Type': contentType, ...options.headers } });
  }

  async uploadRaw(caseId: string, body: Body, options: RequestOptions = {}): Promise<HttpResponse> {
    return this.requireUndecided(
      await this.send({ method: 'POST', path: `/cases/${caseId}/artifacts`, body, ...options }),
      caseId,
    );
  }

  /**
   * The response to an upload. Outside the sandbox a service may decide at any time (D80), and then it accepts no more.
   *
   * @param caseId of the case, if it may be a live case of a candidate that has the sandbox
   */
  requireUndecided(response: HttpResponse, caseId?: string): HttpResponse {
    const { claimsSandbox, run } = this.session;
    const isLive = this.credential !== undefined && this.credential.value === run.manifest.keys.live;
    const isOwnLiveCase = isLive && caseId !== undefined && run.openedBy(this.credential).has(caseId);
    if ((!claimsSandbox || isOwnLiveCase) && response.status === 409 && isProblem(response, 'case-closed'))
      throw new Inconclusive(
        'the candidate decided the case on its own; offer the sandbox and claim it, so that cases can be held',
        undefined,
        response.exchange,
      );
    return response;
  }

  read(caseId: string, options: RequestOptions = {}): Promise<HttpResponse> {
    return this.send({ method: 'GET', path: `/cases/${caseId}`, ...options });
  }

  /** A valid body for a create. */
  newCase(type: CaseType = 'PF', reference = this.session.run.reference()): { type: CaseType; reference: string } {
    return { type, reference };
  }

  /** The case id in the response to an accepted create. */
  idOf(created: HttpResponse): string {
    const { id: place } = this.session.run.manifest;
    if (place !== 'Location') jsonOf(created);
    const id = caseIdIn(created.exchange.response!, place);
    if (id !== undefined) {
      this.session.run.openedBy(this.credential).add(id);
      return id;
    }
    throw new Violation({
      code: 'missing-id',
      expected: `the case id at ${place}`,
      actual: created.body.toString().slice(0, 200),
      exchange: created.exchange,
    });
  }

  #postJson(path: string, body: Body, headers: RequestOptions['headers'], options: RequestOptions = {}) {
    const typed = { 'Content-Type': 'application/json', ...headers };
    return this.send({ method: 'POST', path, headers: typed, body, ...options });
  }
}

/** True when the body is a problem of this type. */
export function isProblem(response: HttpResponse, type: string): boolean {
  try {
    const body = jsonOf(response);
    return isObject(body) && String(body['type']).endsWith(`/${type}`);
  } catch {
    return false;
  }
}
