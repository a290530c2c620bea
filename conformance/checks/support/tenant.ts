import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectThat, show } from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { Violation } from '../../engine/verdict.ts';
import { ApiClient, type RequestOptions } from './api-client.ts';
import { type Case, caseIn, type CaseType } from './case.ts';
import type { Upload } from './fixtures/upload.ts';
import { expectSandboxAccepted, requireKeyModes } from './keys.ts';
import { acceptedPrecondition, precondition } from './preconditions.ts';
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

  /** Adds evidence; only that it is accepted matters. */
  addEvidence(caseId: string, upload: Upload = {}, blockedBy?: RequirementId): Promise<HttpResponse> {
    return acceptedPrecondition(blockedBy ?? 'upload-artifact.accepts-evidence', () => this.upload(caseId, upload));
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
