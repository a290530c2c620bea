import { type Credential, type Exchange, headerIn, isSuccess } from '../../../wire/exchange.ts';
import { Inconclusive } from '../../../wire/inconclusive.ts';
import { type KeyName, keyVariables } from '../../../manifest.ts';
import { unknownIds } from '../../../values/ids.ts';
import type { Run } from '../run.ts';
import { createWith } from './probes.ts';

const keyNames = Object.keys(keyVariables) as KeyName[];

const rejectsKey = ({ response }: Exchange) => response?.status === 401 || response?.status === 403;

/** A challenge that names no error is for a request without a key (RFC 6750 §3). */
const isWithoutKey = ({ response }: Exchange) =>
  response?.status === 401 && /^bearer\b(?!.*\berror=)/i.test(headerIn(response.headers, 'WWW-Authenticate') ?? '');

/**
 * Throws Inconclusive when a supplied key is rejected everywhere: then the candidate does not know it, and nothing can be
 * judged with it. A key that is accepted elsewhere is known, and the rejection is judged.
 */
export async function requireKnownKey(run: Run, exchange: Exchange): Promise<void> {
  const { credential } = exchange.request;
  const { keys, key } = run.manifest;
  if (!rejectsKey(exchange) || !credential || !Object.values(keys).includes(credential.value)) return;
  if (hasSucceeded(run, credential) || (await isKnown(run, credential))) return;
  const sent = `the candidate rejects every request with ${credential.shell}, sent as "${key.header}: ${key.template}"`;
  throw new Inconclusive(
    isWithoutKey(exchange)
      ? `${sent}, as if it had no key: the challenge has no error="invalid_token". Does a gateway drop the header? Squid does without login=PASSTHRU (docs/gateways.md), and Apache in front of PHP without CGIPassAuth On (docs/frameworks.md). Otherwise set it to a key that the candidate knows`
      : `${sent}: set it to a key that the candidate knows`,
    exchange,
  );
}

const hasSucceeded = ({ exchanges }: Run, { value }: Credential): boolean =>
  exchanges.some(
    ({ request, response }) =>
      request.credential?.value === value && response !== undefined && isSuccess(response.status),
  );

/**
 * True when a create or a read is not rejected for its key; the scenario itself judges a missing response. Each has a new
 * connection, because a service may remember the rejection of another key for a connection.
 */
const isKnown = (run: Run, credential: Credential): Promise<boolean> =>
  run.once(`${credential.shell} is known`, async () => {
    const created = await run.send({ ...createWith(credential, run.reference()), racing: true });
    const path = `/cases/${unknownIds[0]}`;
    const read = await run.send({ method: 'GET', path, credential, racing: true });
    return !rejectsKey(created) || !rejectsKey(read);
  });

/**
 * With the sandbox claimed, the keys of both tenants must be sandbox keys, and the live key must not. Throws Inconclusive
 * when this key behaves like the other kind while another key behaves as this one should: then the keys are probably
 * mixed up. When all keys behave alike, the candidate does not distinguish them, which is judged.
 */
export async function requireKeyModes(run: Run, credential: Credential): Promise<void> {
  if (!run.claimsSandbox) return;
  const name = keyNames.find((each) => credential.shell === `$${keyVariables[each]}`)!;
  const accepting = await keysAcceptingSandbox(run);
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
const keysAcceptingSandbox = (run: Run): Promise<Partial<Record<KeyName, boolean>>> =>
  run.once('keys that accept a sandbox reference', async () => {
    const accepting = keyNames.flatMap((name) => {
      const credential = run.suppliedCredential(name);
      return credential ? [acceptsSandbox(run, credential).then((accepts) => [name, accepts] as const)] : [];
    });
    return Object.fromEntries(await Promise.all(accepting));
  });

async function acceptsSandbox(run: Run, credential: Credential): Promise<boolean | undefined> {
  try {
    const created = await run.send(createWith(credential, `sandbox:approve#${run.reference()}`));
    await requireKnownKey(run, created);
    // What a gateway responds while the service is away says nothing of the key.
    return created.interrupted ? undefined : created.response && isSuccess(created.response.status);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
