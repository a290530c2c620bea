import type { Credential, Exchange, HttpResponse } from '../../engine/exchange.ts';
import { expectThat, isAccepted } from '../../engine/expect.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { type KeyName, keyVariables } from '../../manifest.ts';
import { unknownCaseId } from './fixtures/unknown.ts';
import type { Session } from './session.ts';

const keyNames = Object.keys(keyVariables) as KeyName[];

const rejectsKey = ({ status }: HttpResponse) => status === 401 || status === 403;

/**
 * Throws Inconclusive when a supplied key is rejected everywhere: then the candidate does not know it, and nothing can be
 * judged with it. A key that is accepted elsewhere is known, and the rejection is judged.
 */
export async function requireKnownKey(session: Session, response: HttpResponse): Promise<void> {
  const { credential } = response.exchange.request;
  const { keys, key } = session.run.manifest;
  if (!rejectsKey(response) || !credential || !Object.values(keys).includes(credential.value)) return;
  if (await isKnown(session, credential)) return;
  throw new Inconclusive(
    `the candidate rejects every request with ${credential.shell}, sent as "${key.header}: ${key.template}": set it to a key that the candidate knows`,
    undefined,
    response.exchange,
  );
}

/** True when a create or a read is not rejected for its key. */
const isKnown = (session: Session, credential: Credential): Promise<boolean> =>
  session.once(`${credential.shell} is known`, async (shared) => {
    try {
      const created = await create(shared, credential, shared.run.reference());
      const read = await shared.send({ method: 'GET', path: `/cases/${unknownCaseId}`, credential });
      return !rejectsKey(created) || !rejectsKey(read);
    } catch (error) {
      // The check itself judges a missing response.
      if (error instanceof Violation) return true;
      throw error;
    }
  });

function create(session: Session, credential: Credential, reference: string): Promise<HttpResponse> {
  const headers = { 'Content-Type': 'application/json' };
  const body = Buffer.from(JSON.stringify({ type: 'PF', reference }));
  return session.send({ method: 'POST', path: '/cases', headers, body, credential });
}

/**
 * With the sandbox claimed, the keys of both tenants must be sandbox keys, and the live key must not. Throws Inconclusive
 * when this key behaves like the other kind while another key behaves as this one should: then the keys are probably
 * mixed up. When all keys behave alike, the candidate does not distinguish them, which is judged.
 */
export async function requireKeyModes(session: Session, credential: Credential | undefined): Promise<void> {
  if (!session.claimsSandbox) return;
  const name = keyNames.find((each) => credential?.shell === `$${keyVariables[each]}`)!;
  const accepting = await keysAcceptingSandbox(session);
  const isSandboxKey = name !== 'live';
  const isAsExpected = accepting[name] !== !isSandboxKey;
  if (isAsExpected || !keyNames.some((each) => each !== name && accepting[each] === isSandboxKey)) return;
  const variables = (accepts: boolean) =>
    keyNames
      .filter((each) => accepting[each] === accepts)
      .map((each) => `$${keyVariables[each]}`)
      .join(' and ');
  throw new Inconclusive(
    `the candidate accepts a sandbox reference with ${variables(true)} and rejects it with ${variables(false)}: set ${keyVariables.tenant} and ${keyVariables.other} to sandbox keys of two tenants, and ${keyVariables.live} to a live key of the first or to none`,
  );
}

/** By key, whether the candidate accepts a sandbox reference with it; undefined where that is unknown. */
const keysAcceptingSandbox = (session: Session): Promise<Partial<Record<KeyName, boolean>>> =>
  session.once('keys that accept a sandbox reference', async (shared) => {
    const supplied = keyNames.filter((name) => shared.suppliedCredential(name));
    const accepting = supplied.map(
      async (name) => [name, await acceptsSandbox(shared, shared.credential(name))] as const,
    );
    return Object.fromEntries(await Promise.all(accepting));
  });

async function acceptsSandbox(session: Session, credential: Credential): Promise<boolean | undefined> {
  try {
    const created = await create(session, credential, `sandbox:approve#${session.run.reference()}`);
    await requireKnownKey(session, created);
    return isAccepted(created);
  } catch (error) {
    if (error instanceof Violation || error instanceof Inconclusive) return undefined;
    throw error;
  }
}

/** The create with a sandbox reference was accepted. */
export function expectSandboxAccepted({ run }: Session, created: HttpResponse): void {
  const { credential } = created.exchange.request;
  const isInDoubt = created.status === 422 && !run.exchanges.some((each) => opensSandboxCase(each, credential));
  const hint = isInDoubt ? `; is ${credential?.shell} a sandbox key?` : '';
  expectThat(
    'not-accepted',
    isAccepted(created),
    'an accepted request (2xx)',
    `status ${created.status}${hint}`,
    created,
  );
}

/** The candidate accepted a sandbox reference with this key. */
const opensSandboxCase = ({ request, response }: Exchange, credential: Credential | undefined): boolean =>
  response?.status === 201 &&
  request.credential?.value === credential?.value &&
  /"reference":"sandbox:/.test(Buffer.concat(request.body).toString('latin1'));
