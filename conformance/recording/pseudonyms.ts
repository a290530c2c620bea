// A recording has no secret: a random text of the same form stands for each, and what was derived from it is derived again, so
// that the recording is judged as the run was.
import { randomInt } from 'node:crypto';
import type { Facts } from '../manifest.ts';
import { signedWithOther } from '../oracle/events/signature.ts';
import { changes } from '../values/changed-keys.ts';
import { type Exchange, type Header, headerIn } from '../wire/exchange.ts';
import { memoize } from '../wire/memoize.ts';
import { valueOf } from '../wire/json.ts';
import { formsOf, replacing } from '../wire/redactor.ts';

/** A secret, and what stands for it. */
interface Pseudonym {
  value: string;
  other: string;
}

/** How the secrets of a run are written. */
export interface Disguise {
  facts: Facts;
  exchange: (exchange: Exchange) => Exchange;
  text: (text: string) => string;
}

/** Writes everything as it is: for what has no secrets. */
export const noDisguise = (facts: Facts): Disguise => ({ facts, exchange: (each) => each, text: (text) => text });

/**
 * Replaces the secrets of a run by random ones.
 *
 * @param more keys that no one supplied, as the traffic of clients has them
 */
export function disguiseOf(facts: Facts, more: readonly string[] = []): Disguise {
  const { keys, webhook, headers = [] } = facts;
  const otherOf = memoizedText(randomLike);
  const of = (value: string): Pseudonym => ({ value, other: otherOf(value) });
  const keysOf = [...Object.values(keys), ...more].map(of);
  const secrets = [webhook?.secret, webhook?.otherSecret].flatMap((secret) => (secret ? [of(secret)] : []));
  const secretHeaders = headers.filter(([name]) => !isPublic.test(name));
  const ofHeaders = secretHeaders.flatMap(([, value]) => (value.length < shortest ? [] : [of(value)]));
  const forms = [...ofHeaders.flatMap(formsOfBoth), ...secrets.flatMap(formsOfSecret), ...keysOf.flatMap(formsOfKey)];
  const replace = replacing(new Map(forms));
  const excerpts = excerptsOf(keysOf);
  const hidden = new Set(secretHeaders.map(([name]) => name.toLowerCase()));
  const header = ([name, value]: Header): Header =>
    hidden.has(name.toLowerCase()) && value.length < shortest ? [name, otherOf(value)] : [name, replace(value)];
  const bytes = memoize((body: Uint8Array): Buffer => {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
    const replaced = replace(text);
    return replaced === text ? (body as Buffer) : Buffer.from(replaced, 'latin1');
  });
  const origin = facts.baseUrl.replace(/\/$/, '');
  const url = (text: string) => (text.startsWith(origin) ? origin + replace(text.slice(origin.length)) : replace(text));
  return {
    facts: {
      ...facts,
      keys: Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, otherOf(value)])),
      ...(facts.headers && { headers: headers.map(header) }),
      ...(webhook && { webhook: { ...webhook, ...secretsOf(webhook, otherOf) } }),
    },
    text: replace,
    exchange: (exchange) => {
      const { request, response, interim } = exchange;
      const { credential } = request;
      const written: Exchange = {
        ...exchange,
        request: {
          ...request,
          url: url(request.url),
          headers: request.headers.map(header),
          body: request.body.map(bytes),
          credential: credential && { ...credential, value: replace(credential.value) },
        },
        ...(interim && { interim: interim.map((each) => ({ ...each, headers: each.headers.map(header) })) }),
        ...(response && {
          response: withoutExcerpts(
            {
              ...response,
              headers: response.headers.map(header),
              body: bytes(response.body),
              ...(response.behind && { behind: bytes(response.behind) }),
            },
            excerpts,
          ),
        }),
      };
      return exchange.received ? signedAgain(exchange, written, secrets) : written;
    },
  };
}

// They say what a message is, and tell nobody's secret.
const isPublic =
  /^(accept(-.*)?|content-.*|user-agent|host|date|via|forwarded|x-forwarded-.*|x-request-id|traceparent)$/i;

// Characters: what is shorter may be an ordinary word.
const shortest = 8;

const memoizedText = (make: (text: string) => string) => {
  const known = new Map<string, string>();
  return (text: string): string => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
};

const secretsOf = (
  { secret, otherSecret }: { secret: string; otherSecret?: string },
  of: (text: string) => string,
) => ({
  secret: of(secret),
  ...(otherSecret !== undefined && { otherSecret: of(otherSecret) }),
});

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXY', '0123456789'];

/** A random text with a letter for each letter and a digit for each digit. A prefix such as `sk_test_` tells nothing, and is kept. */
function randomLike(value: string): string {
  const [prefix = ''] = /^([a-z]{2,8}[_-]){1,2}(?=.{8})/.exec(value) ?? [];
  const random = Array.from(value.slice(prefix.length), (letter) => {
    const letters = classes.find((each) => each.includes(letter));
    return letters === undefined ? letter : letters[randomInt(letters.length)]!;
  });
  const made = prefix + random.join('');
  // A short key may come out as it was.
  return made === value && /[A-Za-z0-9]/.test(value.slice(prefix.length)) ? randomLike(value) : made;
}

type Pair = readonly [form: string, other: string];

/** The forms of the secret, each with the same form of what stands for it. */
function formsOfBoth({ value, other }: Pseudonym): Pair[] {
  const others = formsOf({ value: other, shell: '' });
  return formsOf({ value, shell: '' }).map(([form], at) => [form, others[at]![0]] as const);
}

/** The key itself, in other letters, and changed as scenarios change it. */
function formsOfKey({ value, other }: Pseudonym): Pair[] {
  const derive = (key: string) => [
    key.toLowerCase(),
    key.toUpperCase(),
    ...Object.values(changes).map((change) => change(key, '$').value),
    key.slice(Math.floor(key.length / 2)),
  ];
  const others = derive(other);
  const derived = derive(value).map((each, at) => ({ value: each, other: others[at]! }));
  const usable = derived.filter((each) => each.value.length >= shortest);
  return [...usable, { value, other }].flatMap(formsOfBoth);
}

/** The secret as it is written, without its prefix, and its bytes. */
function formsOfSecret({ value, other }: Pseudonym): Pair[] {
  const derive = (secret: string) => {
    const bare = secret.replace(/^whsec_/, '');
    const bytes = Buffer.from(bare, 'base64');
    return [secret, bare, bytes.toString('base64url'), bytes.toString('hex'), bytes.toString('latin1')];
  };
  const others = derive(other);
  const derived = derive(value).map((each, at) => ({ value: each, other: others[at]! }));
  return derived.filter((each) => each.value.length >= shortest).flatMap(formsOfBoth);
}

// Characters: so long is a part of a value that the oracle recognises (D77).
const excerpt = 6;

/** The parts of keys that a service may show, each with the same part of what stands for the key. */
function excerptsOf(keys: Pseudonym[]): Map<string, string> {
  const parts = new Map<string, string>();
  for (const { value, other } of keys)
    for (let at = 0; at + excerpt <= value.length; at += 1) {
      const part = value.slice(at, at + excerpt);
      if (/\d/.test(part) && /[A-Za-z]/.test(part)) parts.set(part, other.slice(at, at + excerpt));
    }
  return parts;
}

/** A rejection may show a part of the key. */
function withoutExcerpts(response: Exchange['response'] & {}, parts: Map<string, string>): Exchange['response'] & {} {
  if (response.status < 400 || parts.size === 0) return response;
  const replace = (text: string) => withoutParts(text, parts);
  const text = response.body.toString('latin1');
  const replaced = replace(text);
  return {
    ...response,
    headers: response.headers.map(([name, value]): Header => [name, replace(value)]),
    ...(replaced !== text && { body: Buffer.from(replaced, 'latin1') }),
  };
}

function withoutParts(text: string, parts: Map<string, string>): string {
  let written = text;
  for (let at = 0; at + excerpt <= text.length; at += 1) {
    const other = parts.get(text.slice(at, at + excerpt));
    // Parts overlap, and each letter of a key has one letter that stands for it.
    if (other !== undefined) written = written.slice(0, at) + other + written.slice(at + excerpt);
  }
  return written;
}

/** The event as its sender would have signed it with what stands for the secret. */
function signedAgain(exchange: Exchange, written: Exchange, secrets: Pseudonym[]): Exchange {
  const [before, after] = [exchange, written].map((each) => {
    const { headers, body } = each.request;
    const bytes = Buffer.concat(body);
    const named = (name: string) => headerIn(headers, name);
    return {
      exchange: each,
      id: named('webhook-id'),
      timestamp: named('webhook-timestamp'),
      body: bytes,
      shown: valueOf(bytes),
    };
  }) as [Parameters<typeof signedWithOther>[1], Parameters<typeof signedWithOther>[1]];
  const sent = headerIn(exchange.request.headers, 'webhook-signature');
  if (sent === undefined) return written;
  const signatures = secrets.map(({ value, other }) => signedWithOther(value, before, other, after));
  const signature = signatures.find((each) => each !== sent);
  if (signature === undefined) return written;
  const headers = written.request.headers.map(([name, value]): Header =>
    name.toLowerCase() === 'webhook-signature' ? [name, signature] : [name, value],
  );
  return { ...written, request: { ...written.request, headers } };
}
