// Outside the sandbox a service may decide a case at any time (D97), and then it accepts no more evidence.
import { caseIdIn, hasProblem, isDecidedIn } from '../../../oracle/facts.ts';
import type { Credential, Exchange } from '../../../wire/exchange.ts';
import type { Request } from '../../../wire/http.ts';
import { Inconclusive } from '../../../wire/inconclusive.ts';
import type { Run } from '../run.ts';

/** The candidate decides live cases on its own, so a scenario that sends evidence to one does not apply to it. */
export class DecidedLive extends Inconclusive {
  constructor(exchange: Exchange) {
    super('the candidate decided a live case on its own, as it may (D97), and no other scenario judges this', exchange);
  }
}

/** Throws Inconclusive when an upload was rejected because the candidate had decided the case on its own. */
export async function requireUndecided(run: Run, { path, credential }: Request, exchange: Exchange): Promise<void> {
  const [, caseId] = /^\/cases\/([^/]+)\/artifacts$/.exec(path) ?? [];
  if (caseId === undefined || credential === undefined || exchange.response?.status !== 409) return;
  const isOwnLiveCase = credential.value === run.manifest.keys.live && hasOpened(run, credential, caseId);
  if (run.claimsSandbox && !isOwnLiveCase) return;
  if (!hasProblem(exchange, 'case-closed')) return;
  // The oracle judges a read that shows no decision.
  if (!isDecidedIn(await run.send({ method: 'GET', path: `/cases/${caseId}`, credential }))) return;
  if (isOwnLiveCase) throw new DecidedLive(exchange);
  throw new Inconclusive(
    'the candidate decided the case on its own; offer the sandbox and claim it, so that cases can be held',
    exchange,
  );
}

const hasOpened = ({ exchanges, manifest }: Run, { value }: Credential, caseId: string): boolean =>
  exchanges.some(
    ({ request, response }) =>
      request.credential?.value === value &&
      request.url.endsWith('/cases') &&
      response !== undefined &&
      caseIdIn(response, manifest.id) === caseId,
  );
