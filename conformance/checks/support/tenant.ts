import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectThat, objectOf, show } from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { memoize } from '../../engine/memoize.ts';
import { Violation } from '../../engine/verdict.ts';
import { ApiClient, type RequestOptions } from './api-client.ts';
import { type Artifact, type Case, caseIn, type CaseType } from './case.ts';
import type { Upload } from './fixtures/upload.ts';
import { expectSandboxAccepted, requireKeyModes } from './keys.ts';
import { acceptedPrecondition, precondition } from './preconditions.ts';
import type { Run } from '../../run/run.ts';
import type { Session } from './session.ts';

/** The id of a case, and the response to its create. */
export interface OpenedCase {
  id: string;
  response: HttpResponse;
}

/** Milliseconds within which the sandbox decides (D54). */
export const decisionTime = 5000;

/**
 * One API key in use. The methods of the client send requests that a check judges. The methods here arrange: each is a
 * precondition, so that its failure blocks the check and does not fail it.
 */
export class Tenant extends ApiClient {
  async openCase(type: CaseType = 'PF', reference?: string, blockedBy?: RequirementId): Promise<OpenedCase> {
    const requirement = type === 'PF' ? 'create-case.opens-person-case' : 'create-case.opens-entity-case';
    if (reference?.startsWith('sandbox:')) await requireKeyModes(this.session, this.credential);
    return precondition(blockedBy ?? requirement, async () => {
      const response = await this.create(this.newCase(type, reference));
      expectAccepted(response);
      return { id: this.idOf(response), response };
    });
  }

  /** Opens a case and adds evidence to it. Returns its id. */
  async openCaseWithEvidence(upload: Upload = {}, type: CaseType = 'PF'): Promise<string> {
    const { id } = await this.openCase(type);
    await this.addEvidence(id, upload);
    return id;
  }

  /** The control for invalid creates: a valid one is accepted. It is sent once per run and key. */
  async requireCreates(type: CaseType = 'PF'): Promise<void> {
    await this.#once(`${this.credential?.value} opens ${type}`, (tenant) => tenant.openCase(type));
  }

  /**
   * The body of a create that is invalid for this change alone. All have one reference, so that several checks can share
   * the response to one body.
   */
  invalidCase(change: Record<string, unknown>): Record<string, unknown> {
    return { ...this.newCase('PF', referenceOfInvalid(this.session.run)), ...change };
  }

  /** Creates with an invalid body. Each body is sent once per run and key. */
  createInvalid(body: unknown): Promise<HttpResponse> {
    return this.#once(`${this.credential?.value} creates ${JSON.stringify(body)}`, (tenant) => tenant.create(body));
  }

  /** A case without evidence, for reads. The control, once per run and key, is that another case can be read. */
  async openCaseForReads(): Promise<string> {
    await this.#once(`${this.credential?.value} reads`, async (tenant) =>
      tenant.readCase((await tenant.openCase()).id),
    );
    return (await this.openCase()).id;
  }

  /** A case without evidence, for uploads. The control, once per run and key, is that another case accepts some. */
  async openCaseForUploads(type: CaseType = 'PF'): Promise<string> {
    await this.#once(`${this.credential?.value} uploads`, (tenant) => tenant.openCaseWithEvidence());
    return (await this.openCase(type)).id;
  }

  /** Adds evidence; only that it is accepted matters. */
  addEvidence(caseId: string, upload: Upload = {}, blockedBy?: RequirementId): Promise<HttpResponse> {
    return acceptedPrecondition(blockedBy ?? 'upload-artifact.accepts-evidence', () => this.upload(caseId, upload));
  }

  /** Adds evidence and returns the artifact in the response. */
  async addArtifact(caseId: string, upload: Upload = {}, blockedBy?: RequirementId): Promise<Artifact> {
    const response = await this.addEvidence(caseId, upload, blockedBy);
    return precondition('upload-artifact.answers-artifact', async () => objectOf(response) as Artifact);
  }

  /** Reads a case and returns the response. */
  async readOrBlock(caseId: string, options: RequestOptions = {}): Promise<HttpResponse> {
    return precondition('get-case.reads-case', async () => {
      const response = await this.read(caseId, options);
      caseIn(response);
      return response;
    });
  }

  /** Reads a case and returns it. */
  async readCase(caseId: string): Promise<Case> {
    return caseIn(await this.readOrBlock(caseId));
  }

  /** Opens a case that the sandbox decides as the directive says. A suffix makes its reference unique. */
  async openSandboxCase(directive: string, type: CaseType = 'PF'): Promise<OpenedCase> {
    await new Tenant(this.session, this.session.credential('tenant')).requireSandbox();
    const reference = `sandbox:${directive}#${this.session.run.reference()}`;
    const judgedBy = { hold: 'sandbox.hold-stays-pending', approve: 'sandbox.suffix-ignored' } as const;
    return this.openCase(type, reference, judgedBy[directive as keyof typeof judgedBy] ?? denies(type));
  }

  /** A case that the sandbox has decided. */
  async decidedCase(status: 'APPROVED' | 'DENIED', type: CaseType = 'PF'): Promise<Case> {
    const [directive, blockedBy] =
      status === 'APPROVED' ? (['approve', 'sandbox.suffix-ignored'] as const) : (['deny', denies(type)] as const);
    const { id } = await this.openSandboxCase(directive, type);
    await this.addEvidence(id, {}, blockedBy);
    return precondition(blockedBy, async () => {
      const decided = await this.decision(id);
      expectDecided(decided, status);
      return decided;
    });
  }

  /** Reads until the case is decided, at most 5 seconds (D54). */
  async decision(caseId: string): Promise<Case> {
    const { run } = this.session;
    const begun = performance.now();
    for (let pause = 1; ; pause = Math.min(pause * 2, 250)) {
      const elapsed = performance.now() - begun;
      const response = await this.readOrBlock(caseId);
      const found = caseIn(response);
      run.slowestDecision = Math.max(run.slowestDecision, elapsed);
      if (found.status !== 'PENDING') return found;
      if (elapsed > decisionTime)
        throw new Violation({
          code: 'late-decision',
          expected: 'a decided case within 5 s of the evidence',
          actual: `still ${show(found.status)}`,
          exchange: response.exchange,
        });
      await wait(pause, run.signal);
    }
  }

  /** The decision on a case with a sandbox reference. The control is a plain case that accepts the same evidence. */
  async decisionOf(type: CaseType, reference: string, upload: Upload = {}, blockedBy?: RequirementId): Promise<Case> {
    await requireKeyModes(this.session, this.credential);
    await this.#once(JSON.stringify([type, upload.kind, upload.type]), async (tenant) => {
      const { id } = await tenant.openCase(type);
      await tenant.addEvidence(id, upload, blockedBy);
    });
    const created = await this.create(this.newCase(type, reference));
    expectSandboxAccepted(this.session, created);
    const id = this.idOf(created);
    expectAccepted(await this.upload(id, upload));
    return this.decision(id);
  }

  /** The decision on a case with the reference `sandbox:approve`. */
  approval(): Promise<Case> {
    return this.#once('sandbox:approve', (tenant) => tenant.decisionOf('PF', 'sandbox:approve'));
  }

  /** The decision on a case with the reference `sandbox:approve` and a suffix. */
  suffixedApproval(): Promise<Case> {
    return this.#once('sandbox:approve#suffix', (tenant) =>
      tenant.decisionOf('PF', `sandbox:approve#${this.session.run.reference()}`),
    );
  }

  /** The sandbox decides, also with a suffix. It is tried once per run, so that a failure blocks checks at once. */
  async requireSandbox(): Promise<void> {
    await precondition('sandbox.approves-person', async () => {
      const { status } = await this.approval();
      expectThat('wrong-decision', status === 'APPROVED', 'the status APPROVED', `the status ${status}`);
    });
    await precondition('sandbox.suffix-ignored', () => this.suffixedApproval());
  }

  #once<T>(name: string, work: (tenant: Tenant) => Promise<T>): Promise<T> {
    return this.session.once(name, (shared: Session) => work(new Tenant(shared, this.credential)));
  }
}

const referenceOfInvalid = memoize((run: Run) => run.reference());

const denies = (type: CaseType) => (type === 'PF' ? 'sandbox.denies-person' : 'sandbox.denies-entity');

function expectDecided({ status }: Case, expected: string): void {
  expectThat('wrong-decision', status === expected, `the status ${expected}`, `the status ${show(status)}`);
}
