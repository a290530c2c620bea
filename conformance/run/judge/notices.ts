// What a reader must know before the first failure: one cause that explains most of what was not as expected.
import { type Exchange, headerIn, sizeOf } from '../../wire/exchange.ts';
import { show } from '../../wire/json.ts';
import type { Recording } from '../../recording/recording.ts';
import { gatewayNotices, takenOutTexts } from './gateways.ts';
import { interruptionNotices } from './interruptions.ts';
import { quantity } from './outcome.ts';
import type { Result, Sender } from './verdict.ts';

export function noticesOf(recording: Recording, senders: Map<Exchange, Sender>, results: Result[]): string[] {
  const { watched, exchanges, interrupted, facts } = recording;
  const { start, end = start } = watched;
  const found = [
    interrupted && interruptedAfter(end - start),
    bytesNotice(exchanges),
    chunksNotice(exchanges),
    ...(interrupted ? [] : interruptionNotices(recording, senders)),
    recording.takenOut && takenOutTexts(recording.takenOut, exchanges).notice,
    ...gatewayNotices(results, exchanges),
    sameResponseNotice(
      exchanges.filter(({ received }) => !received),
      facts.baseUrl,
    ),
  ];
  return found.filter((notice) => notice !== undefined);
}

/** The rest of the body was taken for another request, and has a response of its own. */
const isBodyAnswered = ({ request, response }: Exchange): boolean =>
  sizeOf(request.body) > 0 && response!.behind!.toString('latin1').startsWith('HTTP/1.');

/** What follows a response can be taken for the response to another request, so that it explains other failures. */
export function bytesNotice(exchanges: Exchange[]): string | undefined {
  const found = exchanges.filter(({ response }) => response?.behind?.length);
  const answered = found.find(isBodyAnswered);
  const first = answered ?? found[0];
  if (!first) return undefined;
  const { request, response } = first;
  const behind = response!.behind!.toString('latin1');
  const { pathname } = new URL(request.url);
  const shown = show(behind.slice(0, shownBehind));
  const example = `after the ${response!.status} to ${request.method} ${pathname}, ${behind.length} bytes: ${shown}`;
  const cause = answered
    ? 'Does the service respond before it has read the body? It takes the rest of it for another request, and responds to that. Let it read the body first, or close the connection.'
    : 'A client takes them for the next response.';
  return [
    `Bytes arrived behind ${quantity(found.length, 'response')} (http.nothing-behind-response), such as ${example}.`,
    `${cause} From then on the suite sent each request on a new connection.`,
  ].join('\n');
}

// Many of the chunked bodies of a run are valid.
const fewestChunked = 10;

/** One cause of many failures: some servers and gateways do not read bodies in chunks. */
export function chunksNotice(exchanges: Exchange[]): string | undefined {
  const posts = exchanges.filter(({ received, request }) => !received && request.method === 'POST');
  const { chunked = [], whole = [] } = Object.groupBy(posts, ({ request }) => (request.chunked ? 'chunked' : 'whole'));
  const isAccepted = ({ response }: Exchange) => response?.status === 201;
  if (chunked.length < fewestChunked || chunked.some(isAccepted) || !whole.some(isAccepted)) return undefined;
  return `None of ${chunked.length} requests with Transfer-Encoding: chunked was accepted, and others were: does the server, or a gateway in front of it, read bodies in chunks?`;
}

// Characters.
const shownBehind = 60;

const interruptedAfter = (milliseconds: number) =>
  `The run was interrupted after ${(milliseconds / 1000).toFixed(1)} s: what had not been judged by then is inconclusive.`;

// Fewer responses can be equal by chance.
const fewest = 3;

/** The same response to every request, also to the creates, comes from something before the service. */
export function sameResponseNotice(exchanges: Exchange[], baseUrl: string): string | undefined {
  const isCreate = ({ request }: Exchange) => request.method === 'POST' && request.url === `${baseUrl}/cases`;
  const creates = exchanges.filter(isCreate);
  if (creates.length === 0) return undefined;
  // A service may check the key first, also at a path that it does not have.
  const withKey = creates.filter(({ response }) => response?.status !== 401);
  const isPathWrong = withKey.every(({ response }) => response?.status === 404 || response?.status === 405);
  const [what, alike] = isPathWrong ? (['create', withKey] as const) : (['request', exchanges] as const);
  const kinds = new Set(alike.map(({ response, failure }) => response?.status ?? failure));
  const [first] = alike;
  if (!first || alike.length < fewest || kinds.size > 1) return undefined;
  const question = questionAbout(first, baseUrl);
  const response = first.response ? `the response ${first.response.status}` : `no response (${first.failure})`;
  return question && `${quantity(alike.length, what)}, and each got ${response}: ${question}`;
}

function questionAbout({ response, failure = '' }: Exchange, baseUrl: string): string | undefined {
  const isRedirect = response && response.status >= 300 && response.status < 400;
  const location = isRedirect ? headerIn(response.headers, 'Location') : undefined;
  const isHttp = baseUrl.startsWith('http:');
  if (response?.status === 404 || response?.status === 405) return `is the path in --base-url ${baseUrl} complete?`;
  if (location !== undefined) return `it redirects to ${location}; is that the address of the service?`;
  if (response?.status === 400 && isHttp) return 'does the service expect https, or a header (--header)?';
  if (response && response.status >= 500) return 'does the service itself run?';
  return failure.startsWith('connection closed') && isHttp ? 'does the service expect https?' : undefined;
}
