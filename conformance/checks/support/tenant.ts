import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Answer, Credential } from '../../engine/exchange.ts';
import { expectAccepted, expectThat, isAccepted, isObject, jsonOf, objectOf, show } from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { wait } from '../../engine/http.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { jpeg } from './evidence-files.ts';
import { type Artifact, type Case, caseIn, type CaseType } from './case.ts';
import { arranged, type Context } from './context.ts';
import { mustBeInPlace, mustKnowKey } from './keys.ts';

/** A case that was opened: its id and the answer to the create. */
export interface Opened {
  id: string;
  answer: Answer;
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
  async send(request: Request): Promise<Answer> {
    for (let repetition = 0; ; repetition += 1) {
      const answer = await this.#context.send({ credential: this.credential, ...request });
      await mustKnowKey(this.#context, answer);
      const pause = request.racing || repetition === mostRepetitions ? undefined : pauseUntilFree(answer);
      if (pause === undefined) return answer;
      await wait(pause, this.#context.run.signal);
    }
  }

  create(body: unknown, options: Options = {}): Promise<Answer> {
    return this.createRaw(Buffer.from(JSON.stringify(body)), options);
  }

  createRaw(body: Uint8Array | Uint8Array[], { headers, ...options }: Options = {}): Promise<Answer> {
    const typed = { 'Content-Type': 'application/json', ...headers };
    return this.send({ method: 'POST', path: '/cases', headers: typed, body, ...options });
  }

  /** A create with something in its query. */
  createWith(query: string, body: unknown, { headers }: Options = {}): Promise<Answer> {
    const typed = { 'Content-Type': 'application/json', ...headers };
    return this.send({
      method: 'POST',
      path: `/cases?${query}`,
      headers: typed,
      body: Buffer.from(JSON.stringify(body)),
    });
  }

  upload(caseId: string, upload: Upload = {}, options: Options = {}): Promise<Answer> {
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
  ): Promise<Answer> {
    const { last, boundary, ...rest } = options;
    const { contentType, body } = multipart(parts, {
      ...(last !== undefined && { last }),
      ...(boundary && { boundary }),
    });
    return this.uploadRaw(caseId, body, { ...rest, headers: { 'Content-Type': contentType, ...options.headers } });
  }

  async uploadRaw(caseId: string, body: Uint8Array | Uint8Array[], options: Options = {}): Promise<Answer> {
    const answer = await this.send({ method: 'POST', path: `/cases/${caseId}/artifacts`, body, ...options });
    // Outside the sandbox a service may decide whenever it likes (D80), and then takes no more evidence.
    if (!this.#context.claimsSandbox && answer.status === 409 && isProblem(answer, 'case-closed'))
      throw new Inconclusive(
        'the candidate decided the case on its own; offer the sandbox and claim it, so that cases can be held',
        undefined,
        answer.exchange,
      );
    return answer;
  }

  read(caseId: string, options: Options = {}): Promise<Answer> {
    return this.send({ method: 'GET', path: `/cases/${caseId}`, ...options });
  }

  /** A valid body for a create. */
  newCase(type: CaseType = 'PF', reference = this.#context.run.reference()): { type: CaseType; reference: string } {
    return { type, reference };
  }

  /** Where the id stands in the answer to an accepted create. */
  idOf(created: Answer): string {
    const { id: pointer } = this.#context.run.manifest;
    const found = pointer === 'Location' ? lastSegment(created.header('Location')) : at(jsonOf(created), pointer);
    const text = typeof found === 'number' ? String(found) : found;
    if (typeof text === 'string' && text !== '') {
      this.#context.run.openedBy(this.credential).add(text);
      return text;
    }
    throw new Violation(`the case id at ${pointer}`, show(found), created.exchange);
  }

  /** True when the create was accepted and assigned an identifier: some services refuse with 2xx and an error. */
  opened(created: Answer): boolean {
    if (!isAccepted(created)) return false;
    try {
      return this.idOf(created) !== '';
    } catch (error) {
      if (error instanceof Violation) return false;
      throw error;
    }
  }

  async openCase(type: CaseType = 'PF', reference?: string, by?: RequirementId): Promise<Opened> {
    const requirement = type === 'PF' ? 'create-case.opens-person-case' : 'create-case.opens-entity-case';
    if (reference?.startsWith('sandbox:')) await mustBeInPlace(this.#context, this);
    return arranged(by ?? requirement, async () => {
      const answer = await this.create(this.newCase(type, reference));
      expectAccepted(answer);
      return { id: this.idOf(answer), answer };
    });
  }

  /** The control of what is asked of a create: a plain one is accepted. It is seen once a run. */
  async mustOpenCases(type: CaseType = 'PF'): Promise<void> {
    const { credential } = this;
    await this.#context.once(`${credential?.value} opens ${type}`, (shared) =>
      new Tenant(shared, credential).openCase(type),
    );
  }

  /** Adds evidence; how the upload is answered beyond its acceptance is not looked at. */
  addEvidence(caseId: string, upload: Upload = {}, by?: RequirementId): Promise<Answer> {
    return arranged(by ?? 'upload-artifact.accepts-evidence', async () => {
      const answer = await this.upload(caseId, upload);
      expectAccepted(answer);
      return answer;
    });
  }

  /** Adds evidence of which the record in the answer is needed. */
  async addArtifact(caseId: string, upload: Upload = {}, by?: RequirementId): Promise<Artifact> {
    const answer = await this.addEvidence(caseId, upload, by);
    return arranged('upload-artifact.answers-artifact', async () => objectOf(answer) as Artifact);
  }

  /** Reads a case to look at something in it; that it can be read at all is judged elsewhere. */
  async look(caseId: string, options: Options = {}): Promise<Answer> {
    return arranged('get-case.reads-case', async () => {
      const answer = await this.read(caseId, options);
      caseIn(answer);
      return answer;
    });
  }

  async readCase(caseId: string): Promise<Case> {
    return caseIn(await this.look(caseId));
  }

  /** Opens a case that the sandbox decides as the directive says. Its suffix keeps it apart from every other. */
  async openSandboxCase(directive: string, type: CaseType = 'PF'): Promise<Opened> {
    await this.#context.sandboxWorks();
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
    return arranged(by, async () => {
      const decided = await this.decision(id);
      expectThat(decided.status === status, `the status ${status}`, `the status ${show(decided.status)}`);
      return decided;
    });
  }

  /** Reads until the case is decided, at most 5 seconds (D54). */
  async decision(caseId: string): Promise<Case> {
    const { run } = this.#context;
    const begun = performance.now();
    for (let pause = 5; ; pause = Math.min(pause * 2, 250)) {
      const asked = performance.now() - begun;
      const answer = await this.look(caseId);
      const found = caseIn(answer);
      run.slowestDecision = Math.max(run.slowestDecision, asked);
      if (found.status !== 'PENDING') return found;
      if (asked > decisionTime)
        throw new Violation(
          'a decided case within 5 s of the evidence',
          `still ${show(found.status)}`,
          answer.exchange,
        );
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
function isProblem(answer: Answer, type: string): boolean {
  try {
    const body = jsonOf(answer);
    return isObject(body) && String(body['type']).endsWith(`/${type}`);
  } catch {
    return false;
  }
}

/** Milliseconds to wait where the answer says that the key is in use, and for how long; not without end. */
function pauseUntilFree(answer: Answer): number | undefined {
  const seconds = answer.header('Retry-After');
  if (answer.status !== 409 || seconds === undefined || !/^[0-9]+$/.test(seconds)) return undefined;
  return isProblem(answer, 'idempotency-key-in-use')
    ? Math.min(Math.max(Number(seconds) * 1000, 250), 3000)
    : undefined;
}

function lastSegment(location: string | undefined): string | undefined {
  return location?.split(/[?#]/)[0]!.replace(/\/$/, '').split('/').at(-1);
}

function at(value: unknown, pointer: string): unknown {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.reduce<unknown>(
    (found, token) => (isObject(found) || Array.isArray(found) ? (found as Record<string, unknown>)[token] : undefined),
    value,
  );
}
