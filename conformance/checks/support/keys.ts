import type { HttpResponse, Credential } from '../../engine/exchange.ts';
import { expectThat, isAccepted } from '../../engine/expect.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import type { Context } from './context.ts';
import type { Tenant } from './tenant.ts';

/** The variable of the environment that holds each of the keys. */
export const keyVariables = { tenant: 'IDV_API_KEY', other: 'IDV_OTHER_API_KEY', live: 'IDV_LIVE_API_KEY' } as const;

export type KeyName = keyof typeof keyVariables;

const keyNames = Object.keys(keyVariables) as KeyName[];

const rejectsKey = ({ status }: HttpResponse) => status === 401 || status === 403;

/**
 * A supplied key that is refused wherever it goes is none that the candidate knows, and shows nothing of the candidate.
 * Where it is taken for something else, the refusal is the candidate's own and is judged.
 */
export async function requireKnownKey(context: Context, response: HttpResponse): Promise<void> {
  const { credential } = response.exchange.request;
  if (!rejectsKey(response) || !credential || !Object.values(context.run.manifest.keys).includes(credential.value))
    return;
  if (await isKnown(context, credential)) return;
  const { header, template } = context.run.manifest.key;
  throw new Inconclusive(
    `the candidate refuses whatever carries ${credential.shell}, as "${header}: ${template}": set it to a key that the candidate knows`,
    undefined,
    response.exchange,
  );
}

/** True when the key is not refused for a create, or for a read. */
const isKnown = (context: Context, credential: Credential): Promise<boolean> =>
  context.once(`${credential.shell} is known`, async (shared) => {
    const body = Buffer.from(JSON.stringify({ type: 'PF', reference: shared.run.reference() }));
    const headers = { 'Content-Type': 'application/json' };
    try {
      const created = await shared.send({ method: 'POST', path: '/cases', headers, body, credential });
      const read = await shared.send({ method: 'GET', path: '/cases/case-that-was-never-opened', credential });
      return !rejectsKey(created) || !rejectsKey(read);
    } catch (error) {
      // What gets no answer is judged where it was met.
      if (error instanceof Violation) return true;
      throw error;
    }
  });

/**
 * With the sandbox claimed, both tenants have sandbox keys and the live key is none. A key that does the contrary, while
 * another one does what this should, stands in the wrong place; when all do alike, it is the candidate that does not tell
 * them apart.
 */
export async function requireKeyModes(context: Context, { credential }: Tenant): Promise<void> {
  if (!context.claimsSandbox) return;
  const which = keyNames.find((each) => credential?.shell === `$${keyVariables[each]}`)!;
  const taking = await keysAcceptingSandbox(context);
  const should = which !== 'live';
  if (taking[which] !== !should || !keyNames.some((each) => each !== which && taking[each] === should)) return;
  const those = (takes: boolean) =>
    keyNames
      .filter((each) => taking[each] === takes)
      .map((each) => `$${keyVariables[each]}`)
      .join(' and ');
  throw new Inconclusive(
    `a reference of the sandbox is taken with ${those(true)} and refused with ${those(false)}: set ${keyVariables.tenant} and ${keyVariables.other} to sandbox keys of two tenants, and ${keyVariables.live} to a live key of the first or to none`,
  );
}

/** By key, whether it takes a reference of the sandbox; nothing where that is not known. */
const keysAcceptingSandbox = (context: Context): Promise<Partial<Record<KeyName, boolean>>> =>
  context.once('keys that take a reference of the sandbox', async (shared) => {
    const { keys } = shared.run.manifest;
    const supplied = keyNames.filter((which) => keys[which] !== undefined);
    const taking = supplied.map(async (which) => [which, await acceptsSandboxReference(shared[which])] as const);
    return Object.fromEntries(await Promise.all(taking));
  });

async function acceptsSandboxReference(tenant: Tenant): Promise<boolean | undefined> {
  const body = tenant.newCase();
  try {
    return isAccepted(await tenant.create({ ...body, reference: `sandbox:approve#${body.reference}` }));
  } catch (error) {
    if (error instanceof Violation || error instanceof Inconclusive) return undefined;
    throw error;
  }
}

/** The create with a reference of the sandbox was accepted. */
export function expectSandboxAccepted(created: HttpResponse): void {
  const hint = created.status === 422 ? `; is ${created.exchange.request.credential?.shell} a sandbox key?` : '';
  expectThat(
    'not-accepted',
    isAccepted(created),
    'an accepted request (2xx)',
    `status ${created.status}${hint}`,
    created,
  );
}
