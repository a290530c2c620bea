import type { Credential, Exchange, Header } from '../engine/exchange.ts';
import { headerIn } from '../engine/exchange.ts';
import type { KeyHeader } from '../engine/http.ts';
import { valueAt } from '../json-pointer.ts';
import type { Manifest } from '../manifest.ts';

type Candidate = Pick<Manifest, 'baseUrl' | 'key' | 'id'>;

/** The exchanges of one check at one candidate. */
export interface Recorded {
  candidate: Candidate;
  exchanges: Exchange[];
}

/**
 * The exchange of `ours` with the same request as the decisive one of `theirs`, apart from what differs in every run:
 * ids of cases, references and keys. Undefined when no request is the same: another one would explain nothing.
 */
export function sameRequest(decisive: Exchange, theirs: Recorded, ours: Recorded): Exchange | undefined {
  const [formOf, ownFormOf] = [former(theirs), former(ours)];
  const form = formOf(decisive);
  const found = ours.exchanges.filter((exchange) => ownFormOf(exchange) === form);
  const repetition = theirs.exchanges.filter((exchange) => formOf(exchange) === form).indexOf(decisive);
  return found[repetition] ?? found.at(-1);
}

/** Writes requests without what differs in every run. */
function former({ candidate, exchanges }: Recorded): (exchange: Exchange) => string {
  const ids = new Set(exchanges.flatMap((exchange) => openedId(exchange, candidate)));
  const base = candidate.baseUrl.replace(/\/$/, '');
  return ({ request }) => {
    const { method, url, headers, body, credential } = request;
    const path = url.slice(base.length).split('/');
    const sent = headers.map((header) => headerForm(header, credential, candidate.key));
    const text = Buffer.concat(body.map((piece) => piece.subarray(0, longest))).toString('latin1');
    return JSON.stringify([
      method,
      path.map((segment) => (ids.has(segment) ? '{id}' : segment)),
      credential?.shell,
      sent.toSorted(),
      withoutRandom(text),
    ]);
  };
}

// Bytes of a piece of a body: the rest of a large file is filled up.
const longest = 4096;

// References and idempotency keys.
const random = /conformance-[0-9a-f]{8}-\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const withoutRandom = (text: string) => text.replaceAll(random, '{random}');

/** The header with the key is the same when both carry their key as usual. */
function headerForm([name, value]: Header, credential: Credential | undefined, key: KeyHeader): string {
  const lower = name.toLowerCase();
  const written = credential?.value ? value.replaceAll(credential.value, credential.shell) : value;
  const usual = key.template.replace('{key}', () => credential?.shell ?? '');
  if (lower === key.header.toLowerCase() && written === usual) return 'key';
  return `${lower}: ${withoutRandom(written)}`;
}

/** The id of the case that a create opened. */
function openedId({ request, response }: Exchange, { id }: Candidate): string[] {
  if (request.method !== 'POST' || !response || response.status >= 300) return [];
  const found =
    id === 'Location' ? lastSegment(headerIn(response.headers, 'Location')) : valueAt(jsonIn(response.body), id);
  return typeof found === 'string' && found !== '' ? [found] : [];
}

const lastSegment = (location: string | undefined) => location?.split(/[?#]/)[0]!.split('/').at(-1);

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
