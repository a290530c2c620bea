import { createHash } from 'node:crypto';
import { type Credential, type Exchange, type Header, headerIn } from '../wire/exchange.ts';
import { keyVariables, type Facts } from '../manifest.ts';

/** The supplied keys, each with the variable that holds it. */
export function credentialsOf({ keys }: Pick<Facts, 'keys'>): Credential[] {
  return (Object.keys(keyVariables) as (keyof typeof keyVariables)[]).flatMap((which) => {
    const value = keys[which];
    return value === undefined ? [] : [{ value, shell: `$${keyVariables[which]}` }];
  });
}

/** A key that was not supplied has a name too, so that no report shows it. */
export function credentialIn(facts: Pick<Facts, 'keys'>): (headers: Header[]) => Credential | undefined {
  const supplied = credentialsOf(facts);
  return (headers) => {
    const value = /^bearer +(\S+)$/i.exec(headerIn(headers, 'Authorization') ?? '')?.[1];
    if (value === undefined) return undefined;
    const digest = createHash('sha256').update(value).digest('hex').slice(0, 8);
    return supplied.find((each) => each.value === value) ?? { value, shell: `$KEY_${digest}` };
  };
}

/** The key of a request if it is no ordinary word, and the value of its header: of a short key, only that is certain. */
export function carriedCredentials({ credential, headers }: Exchange['request']): Credential[] {
  if (!credential) return [];
  const { value, shell } = credential;
  const carrying = headers
    .filter(([, text]) => value !== '' && text.includes(value))
    .map(([, text]) => ({ value: text, shell: text.replaceAll(value, () => shell) }));
  return value.length > 3 ? [credential, ...carrying] : carrying;
}

/** The secrets of the webhook endpoints, with and without their prefix. */
export function secretCredentials({ webhook }: Facts): Credential[] {
  const secrets = { IDV_WEBHOOK_SECRET: webhook?.secret, IDV_OTHER_WEBHOOK_SECRET: webhook?.otherSecret };
  return Object.entries(secrets).flatMap(([variable, value = '']) =>
    formsOfSecret(value).map((each) => ({ value: each, shell: `$${variable}` })),
  );
}

// Characters: what is shorter may be a part of something else.
const shortest = 8;

function formsOfSecret(secret: string): string[] {
  const bare = secret.replace(/^whsec_/, '');
  const bytes = Buffer.from(bare, 'base64');
  const others = [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
  ];
  return [secret, bare, ...others.filter(({ length }) => length >= shortest)];
}

/** The headers of every request: a value may be a secret. */
export const headerCredentials = ({ headers = [] }: Pick<Facts, 'headers'>): Credential[] =>
  headers.flatMap(credentialsIn);

/** The whole line is always replaced; the value alone only where it is not short enough to be an ordinary word. */
function credentialsIn([name, value]: Header): Credential[] {
  const line = { value: `${name}: ${value}`, shell: `${name}: ${variableOf(name)}` };
  return value.length < 8 ? [line] : [line, { value, shell: variableOf(name) }];
}

/** The shell variable that replaces the value of a header. */
export const variableOf = (name: string) => `$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
