import type { OpenFreedomId } from '../../../generated/freedoms.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { bearerKey, type Exchange } from '../../wire/exchange.ts';
import { demanded, oneOf } from './rejections.ts';
import { type Caller, isSameCaller, type Rejection, type World } from '../terms.ts';

/** Who sends a request: a caller, or why there is none. */
export interface Authorization {
  caller?: Caller;
  rejections: Rejection[];
  /** true when no `Authorization` is sent */
  absent?: true;
  /** true when a token is sent that is no key */
  rejected?: true;
  unclear?: true;
  /** of an unclear one: what it means if it is read, and the freedom that says so; none if nobody can know */
  means?: Authorization;
  freedom?: OpenFreedomId;
}

// RFC 6750 §2.1.
const isToken = /^[\w.~+/-]+=*$/;

/** For what some servers take for a malformed header. */
const malformed = (requirement?: RequirementId) => oneOf('key.malformed-authorization', requirement);

const openTo = (freedom: OpenFreedomId, means: Authorization): Authorization => ({
  unclear: true,
  rejections: [],
  means,
  freedom,
});

/** Reads the key of a request (D19, D26, D58). */
export function authorizationOf({ headers }: Exchange['request'], world: World): Authorization {
  const values = headers
    .filter(([name]) => name.toLowerCase() === world.key.header.toLowerCase())
    .map(([, value]) => value);
  // So authentication.create-needs-key, authentication.upload-needs-key and authentication.read-needs-key fail too.
  if (values.length === 0) return { absent: true, rejections: demanded('authentication.key-required') };
  if (values.length === 1) return authorizationIn(values[0]!.trim(), world);
  const read = values.map((value) => authorizationIn(value.trim(), world));
  if (read.some(({ unclear }) => unclear)) return { unclear: true, rejections: [] };
  const [own, other] = read.filter(({ caller }) => caller);
  if (own && other && !isSameCaller(own.caller!, other.caller!)) return { unclear: true, rejections: [] };
  return openTo('key.repeated-authorization', own ?? read[0]!);
}

/** Reads the value of the header. */
function authorizationIn(value: string, world: World): Authorization {
  if (!/^[\x20-\x7e]*$/.test(value)) return { rejections: malformed('authentication.unknown-key-rejected') };
  if (world.key.template !== bearerKey.template || world.key.header !== bearerKey.header)
    return tokenRead(keyInTemplate(value, world.key.template) ?? value, world);
  const [, scheme, token] = /^(\S+) (\S+)$/.exec(value) ?? [];
  if (scheme === undefined || token === undefined) {
    const [, spaced] = /^bearer {2,}(\S+)$/i.exec(value) ?? [];
    if (spaced !== undefined) return openTo('key.two-spaces', tokenRead(spaced, world));
    return { rejections: malformed(value.includes(' ') ? 'authentication.unknown-key-rejected' : undefined) };
  }
  if (scheme.toLowerCase() !== 'bearer') return { rejections: demanded('authentication.key-required') };
  return tokenRead(token, world);
}

/** The text in the place of `{key}`; undefined when the value does not have the form of the template. */
function keyInTemplate(value: string, template: string): string | undefined {
  const [before, after] = template.split('{key}') as [string, string];
  const fits = value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after);
  return fits ? value.slice(before.length, value.length - after.length) : undefined;
}

/** Whose key a token is, or why it is none. */
function tokenRead(token: string, world: World): Authorization {
  if (world.foreignKeys.has(token)) return { unclear: true, rejections: [] };
  const caller = world.callers.get(token);
  if (caller) return { caller, rejections: [] };
  if (world.since !== undefined) return { unclear: true, rejections: [] };
  const demand = isToken.test(token) ? demanded : malformed;
  // So authentication.create-needs-issued-key, authentication.upload-needs-issued-key and authentication.read-needs-issued-key
  // fail too.
  return { rejected: true, rejections: demand('authentication.unknown-key-rejected') };
}
