import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse, Credential } from '../../engine/exchange.ts';
import { expectAccepted, expectThat, isAccepted, isObject, jsonOf, objectOf, show } from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { wait } from '../../engine/http.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { jpeg } from './fixtures/evidence-files.ts';
import { valueAt } from '../../json-pointer.ts';
import { type Artifact, type Case, caseIn, type CaseType } from './case.ts';
import { precondition, type Context } from './context.ts';
import { requireKeyModes, requireKnownKey } from './keys.ts';

/** A case that was opened: its id and the answer to the create. */
export interface OpenedCase {
  id: string;
  response: HttpResponse;
}

/** An upload; what is left away is a valid JPEG with the kind `ID_FRONT`. */
export interface Upload {
  kind?: string | Uint8Array;
  file?: Uint8Array;
  filename?: string;
  /** the part's own type; null leaves it away */
  type?: string | null;
}

const mostRepetitions = 2;

type Options = Pick<Request, 'headers' | 'chunked' | 'inPieces' | 'racing' | 'timeout' | 'expects'>;

/** One API key in use. The methods in the imperative send what is judged; `open…`, `add…` and `…Case` only arrange. */
export class Tenant {
  readonly #context: Context;
  readonly credential: Credential | undefined;

  constructor(context: Context, credential: Credential | undefined) {
    this.#context = context;
    this.credential = credential;
  }

  /**
   * Sends a request, and again while its idempotency key is said to be in use: a service may free a key some time after
   * it has answered. Requests that race see what they meet.
   */
  async send(request: Request): Promise<HttpResponse> {
    for (let repetition = 0; ; repetition += 1) {
      const response = await this.#context.send({ credential: this.credential, ...request });
      await requireKnownKey(this.#context, response);
      const pause = request.racing || repetition === mostRepetitions ? undefined : pauseUntilFree(response);
      if (pause === undefined) return response;
      await wait(pause, this.#context.run.signal);
    }
  }

  create(body: unknown, options: Options = {}): Promise<HttpResponse> {
    return this.createRaw(Buffer.from(JSON.stringify(body)), options);
  }

  createRaw(body: Uint8Array | Uint8Array[], { headers, ...options }: Options = {}): Promise<HttpResponse> {
    const typed = { 'Content-Type': 'application/json', ...headers };
    return this.send({ method: 'POST', path: '/cases', headers: typed, body, ...options });
  }

  /** A create with something in its query. */
  createWith(query: string, body: unknown, { headers }: Options = {}): Promise<HttpResponse> {
    const typed = { 'Content-Type': 'application/json', ...headers };
    return this.send({
      method: 'POST',
      path: `/cases?${query}`,
      headers: typed,
      body: Buffer.from(JSON.stringify(body)),
    });
  }

  upload(caseId: string, upload: Upload = {}, options: Options = {}): Promise<HttpResponse> {
    return this.uploadParts(caseId, this.parts(upload), options);
  }

  /** The parts of an upload, with the evidence that the candidate needs where it needs another than ours. */
  parts(upload: Upload = {}): Part[] {
    return partsOf({ ...this.#context.run.manifest.fixtures?.evidence, ...upload });
  }

  uploadParts(
    caseId: string,
    parts: Part[],
    options: Options & { last?: boolean; boundary?: string } = {},
  ): Promise<HttpResponse> {
    const { last, boundary, ...rest } = options;
    const { contentType, body } = multipart(parts, {
      ...(last !== undefined && { last }),
      ...(boundary && { boundary }),
    });
    return this.uploadRaw(caseId, body, { ...rest, headers: { 'Content-Type': contentType, ...options.headers } });
  }

  async uploadRaw(caseId: string, body: Uint8Array | Uint8Array[], options: Options = {}): Promise<HttpResponse> {
    const response = await this.send({ method: 'POST', path: `/cases/${caseId}/artifacts`, body, ...options });
    // Outside the sandbox a service may decide whenever it likes (D80), and then takes no more evidence.
    if (!this.#context.claimsSandbox && response.status === 409 && isProblem(response, 'case-closed'))
      throw new Inconclusive(
        'the candidate decided the case on its own; offer the sandbox and claim it, so that cases can be held',
        undefined,
        response.exchange,
      );
    return response;
  }

  read(caseId: string, options: Options = {}): Promise<HttpResponse> {
    return this.send({ method: 'GET', path: `/cases/${caseId}`, ...options });
  }

  /** A valid body for a create. */
  newCase(type: CaseType = 'PF', reference = this.#context.run.reference()): { type: CaseType; reference: string } {
    return { type, reference };
  }

  /** Where the id stands in the answer to an accepted create. */
  idOf(created: HttpResponse): string {
    const { id: pointer } = this.#context.run.manifest;
    const found = pointer === 'Location' ? lastSegment(created.header('Location')) : valueAt(jsonOf(created), pointer);
    const text = typeof found === 'number' ? String(found) : found;
    if (typeof text === 'string' && text !== '') {
      this.#context.run.openedBy(this.credential).add(text);
      return text;
    }
    throw new Violation({
      code: 'missing-id',
      expected: `the case id at ${pointer}`,
      actual: show(found),
      exchange: created.exchange,
    });
  }

  /** True when the create was accepted and assigned an identifier: some services refuse with 2xx and an error. */
  isOpened(created: HttpResponse): boolean {
    if (!isAccepted(created)) return false;
    try {
      return this.idOf(created) !== '';
    } catch (error) {
      if (error instanceof Violation) return false;
      throw error;
    }
  }

  async openCase(type: CaseType = 'PF', reference?: string, by?: RequirementId): Promise<OpenedCase> {
    const requirement = type === 'PF' ? 'create-case.opens-person-case' : 'create-case.opens-entity-case';
    if (reference?.startsWith('sandbox:')) await requireKeyModes(this.#context, this);
    return precondition(by ?? requirement, async () => {
      const response = await this.create(this.newCase(type, reference));
      expectAccepted(response);
      return { id: this.idOf(response), response };
    });
  }

  /** The control of what is asked of a create: a plain one is accepted. It is seen once a run. */
  async requireCreates(type: CaseType = 'PF'): Promise<void> {
    const { credential } = this;
    await this.#context.once(`${credential?.value} opens ${type}`, (shared) =>
      new Tenant(shared, credential).openCase(type),
    );
  }

  /** Adds evidence; how the upload is answered beyond its acceptance is not looked at. */
  addEvidence(caseId: string, upload: Upload = {}, by?: RequirementId): Promise<HttpResponse> {
    return precondition(by ?? 'upload-artifact.accepts-evidence', async () => {
      const response = await this.upload(caseId, upload);
      expectAccepted(response);
      return response;
    });
  }

  /** Adds evidence of which the record in the answer is needed. */
  async addArtifact(caseId: string, upload: Upload = {}, by?: RequirementId): Promise<Artifact> {
    const response = await this.addEvidence(caseId, upload, by);
    return precondition('upload-artifact.answers-artifact', async () => objectOf(response) as Artifact);
  }

  /** Reads a case to look at something in it; that it can be read at all is judged elsewhere. */
  async readOrBlock(caseId: string, options: Options = {}): Promise<HttpResponse> {
    return precondition('get-case.reads-case', async () => {
      const response = await this.read(caseId, options);
      caseIn(response);
      return response;
    });
  }

  async readCase(caseId: string): Promise<Case> {
    return caseIn(await this.readOrBlock(caseId));
  }

  /** Opens a case that the sandbox decides as the directive says. Its suffix keeps it apart from every other. */
  async openSandboxCase(directive: string, type: CaseType = 'PF'): Promise<OpenedCase> {
    await this.#context.requireSandbox();
    const reference = `sandbox:${directive}#${this.#context.run.reference()}`;
    const denies = type === 'PF' ? 'sandbox.denies-person' : 'sandbox.denies-entity';
    const known = { hold: 'sandbox.hold-stays-pending', approve: 'sandbox.suffix-ignored' } as const;
    return this.openCase(type, reference, known[directive as keyof typeof known] ?? denies);
  }

  /** A case that the sandbox has decided. */
  async decidedCase(status: 'APPROVED' | 'DENIED', type: CaseType = 'PF'): Promise<Case> {
    const denies = type === 'PF' ? 'sandbox.denies-person' : 'sandbox.denies-entity';
    const [directive, by] =
      status === 'APPROVED' ? (['approve', 'sandbox.suffix-ignored'] as const) : (['deny', denies] as const);
    const { id } = await this.openSandboxCase(directive, type);
    await this.addEvidence(id, {}, by);
    return precondition(by, async () => {
      const decided = await this.decision(id);
      expectThat(
        'wrong-decision',
        decided.status === status,
        `the status ${status}`,
        `the status ${show(decided.status)}`,
      );
      return decided;
    });
  }

  /** Reads until the case is decided, at most 5 seconds (D54). */
  async decision(caseId: string): Promise<Case> {
    const { run } = this.#context;
    const begun = performance.now();
    for (let pause = 5; ; pause = Math.min(pause * 2, 250)) {
      const asked = performance.now() - begun;
      const response = await this.readOrBlock(caseId);
      const found = caseIn(response);
      run.slowestDecision = Math.max(run.slowestDecision, asked);
      if (found.status !== 'PENDING') return found;
      if (asked > decisionTime)
        throw new Violation({
          code: 'late-decision',
          expected: 'a decided case within 5 s of the evidence',
          actual: `still ${show(found.status)}`,
          exchange: response.exchange,
        });
      await wait(pause, run.signal);
    }
  }
}

/** Milliseconds within which the sandbox decides (D54). */
export const decisionTime = 5000;

/** The parts of an upload, `kind` before `file`. */
export function partsOf({
  kind = 'ID_FRONT',
  file = jpeg(),
  filename = 'evidence.jpg',
  type = 'image/jpeg',
}: Upload): Part[] {
  return [
    { name: 'kind', content: kind },
    { name: 'file', filename, ...(type !== null && { type }), content: file },
  ];
}

/** The digest of the bytes, given at once or in pieces. */
export function sha256(...pieces: Uint8Array[]): string {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return digest.digest('hex');
}

/** True when the answer names this problem; what is no JSON names none. */
function isProblem(response: HttpResponse, type: string): boolean {
  try {
    const body = jsonOf(response);
    return isObject(body) && String(body['type']).endsWith(`/${type}`);
  } catch {
    return false;
  }
}

/** Milliseconds to wait where the answer says that the key is in use, and for how long; not without end. */
function pauseUntilFree(response: HttpResponse): number | undefined {
  const seconds = response.header('Retry-After');
  if (response.status !== 409 || seconds === undefined || !/^[0-9]+$/.test(seconds)) return undefined;
  return isProblem(response, 'idempotency-key-in-use')
    ? Math.min(Math.max(Number(seconds) * 1000, 250), 3000)
    : undefined;
}

function lastSegment(location: string | undefined): string | undefined {
  return location?.split(/[?#]/)[0]!.replace(/\/$/, '').split('/').at(-1);
}
