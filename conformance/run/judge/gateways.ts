// Which gateway wrote a response, and what has to be set there.
import { type Exchange, hasProblemType, type Header, headerIn, mediaType } from '../../wire/exchange.ts';
import type { TakenOut } from '../../recording/recording.ts';
import { isAskedError, isOfGateway } from '../../oracle/facts.ts';
import { quantity } from './outcome.ts';
import type { Result } from './verdict.ts';

interface Gateway {
  /** as `docs/gateways.md` has it */
  name: string;
  /** in the headers that name the software, or in a page that it writes */
  sign: RegExp;
  /** nothing has to be set, or nothing was measured, so `docs/gateways.md` has no section about it */
  hasNoSection?: true;
  /** what keeps it from taking a service out after one bad response */
  keeps?: string;
  /** how its own pages differ from those of a service, and what keeps it from putting them in the place of errors */
  page?: RegExp;
  passes?: string;
}

const known: Gateway[] = [
  {
    name: 'nginx',
    sign: /\b(nginx|openresty)\b/i,
    keeps: 'remove http_503, http_429 and non_idempotent from proxy_next_upstream, or set max_fails=0 on each server',
    page: /<center>(nginx|openresty)\b/,
    passes: 'remove proxy_intercept_errors',
  },
  { name: 'Caddy', sign: /\bcaddy\b/i, keeps: 'remove unhealthy_status' },
  {
    name: 'Apache',
    sign: /\bapache\/|\bapache\b(?!.*traffic)/i,
    keeps: 'remove failonstatus',
    page: /^<!DOCTYPE HTML PUBLIC "-\/\/(W3C\/\/DTD HTML 4\.01|IETF\/\/DTD HTML 2\.0)\/\/EN"[^>]*>\n/,
    passes: 'remove ProxyErrorOverride',
  },
  {
    name: 'Varnish',
    sign: /\bvarnish\b|Guru Meditation/i,
    page: /Guru Meditation/,
    passes: 'remove return (retry) for errors',
  },
  { name: 'lighttpd', sign: /\blighttpd\b/i },
  { name: 'h2o', sign: /\bh2o\b/i, hasNoSection: true },
  { name: 'Squid', sign: /\bsquid\b/i },
  { name: 'Traffic Server', sign: /\bATS\b|Traffic ?Server/ },
  { name: 'tinyproxy', sign: /\btinyproxy\b/i, hasNoSection: true },
  { name: 'nghttpx', sign: /\bnghttpx\b/i, hasNoSection: true },
  { name: 'Perlbal', sign: /\bPerlbal\b/i },
  { name: 'Jetty', sign: /\bJetty\b/i },
  { name: 'Pound', sign: /^<!DOCTYPE HTML PUBLIC "-\/\/IETF\/\/DTD HTML 2\.0\/\/EN"><html>/ },
  { name: 'mitmproxy', sign: /\bmitmproxy\b/i, hasNoSection: true },
  // These send `Server: envoy`, `cloudflare` and `awselb/2.0`; they were not measured.
  { name: 'envoy', sign: /\benvoy\b|^upstream connect error/i, hasNoSection: true },
  { name: 'Cloudflare', sign: /\bcloudflare\b/i, hasNoSection: true },
  { name: 'AWS load balancer', sign: /\bawselb\b/i, hasNoSection: true },
  {
    name: 'HAProxy',
    sign: /^<html><body><h1>\d{3} [\w ]+<\/h1>\n[^<]*\n<\/body><\/html>/,
    keeps: 'set a larger error-limit, or remove observe layer7',
  },
];

/** What of a response shows a gateway. */
interface Shown {
  status: number;
  headers: Header[];
  /** the begin of the body */
  text: string;
}

interface Found {
  /** undefined: an unknown one, which `Server` names */
  gateway?: Gateway;
  /** as it calls itself */
  called: string;
}

/** What a response says of who wrote it or sent it on; undefined if it says nothing. */
function gatewayIn(shown: Shown): Found | undefined {
  const { headers, text } = shown;
  const server = headerIn(headers, 'Server');
  for (const each of [server, headerIn(headers, 'Via')]) {
    const gateway = each ? known.find(({ sign }) => sign.test(each)) : undefined;
    if (gateway) return { gateway, called: each!.slice(0, longest) };
  }
  const gateway = isPage(shown) ? known.find(({ sign, page = sign }) => page.test(text)) : undefined;
  if (gateway) return { gateway, called: gateway.name };
  return server ? { called: server.slice(0, longest) } : undefined;
}

export const shownIn = ({ status, headers, body }: NonNullable<Exchange['response']>): Shown => ({
  status,
  headers,
  text: body.toString('latin1', 0, 2000),
});

// Characters.
const longest = 60;

const isPage = ({ headers }: Shown) => !/json/.test(mediaType(headerIn(headers, 'Content-Type')) ?? 'none');

/** `docs/gateways.md#nginx` */
const placeOf = (gateway?: Gateway) =>
  `docs/gateways.md${!gateway || gateway.hasNoSection ? '' : `#${gateway.name.toLowerCase().replaceAll(' ', '-')}`}`;

/**
 * One line for each kind of response that a gateway wrote itself and that fails something, while errors of the service are
 * problems: `413 in text/html from nginx/1.22.1, 14 failures: see docs/gateways.md#nginx`. One that has put its page in the
 * place of an error that the sandbox was asked for does so with other errors too, and has one line.
 */
export function gatewayNotices(results: Result[], exchanges: Exchange[]): string[] {
  const replacing = new Set<Gateway | undefined>(exchanges.flatMap((each) => replacingIn(each) ?? []));
  const problems = exchanges.flatMap(({ response }) =>
    response && hasProblemType(response.headers) ? [response] : [],
  );
  const ofService = new Set(problems.map(({ headers }) => headerIn(headers, 'Server')));
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning');
  const kindOf = (shown: Shown) =>
    replacing.has(gatewayIn(shown)?.gateway) && writtenBy(shown) !== undefined ? replacedBy(shown) : writtenBy(shown);
  const kinds = Map.groupBy(failed, ({ decisive }) => decisive?.response && kindOf(shownIn(decisive.response)));
  return [...kinds].flatMap(([kind, list]) => {
    if (kind === undefined) return [];
    const shown = shownIn(list[0]!.decisive!.response!);
    const { gateway } = gatewayIn(shown)!;
    const { status, headers } = shown;
    const failures = quantity(list.length, 'failure');
    if (gateway && replacing.has(gateway))
      return [
        `${kind}, ${failures}: ${gateway.passes} (docs/gateways.md#settings-that-replace-errors-of-the-service).`,
      ];
    if (problems.length === 0 || (!gateway && ofService.has(headerIn(headers, 'Server')))) return [];
    const hint =
      status === 429 || status === 503
        ? ' If it is a rate limit, let it send Retry-After, and set --rate of a run to what it allows.'
        : '';
    return [`${kind}, ${failures}: see ${placeOf(gateway)}.${hint}`];
  });
}

/** The gateway whose page has the status that the sandbox was asked for, as only the service can respond. */
function replacingIn(exchange: Exchange): Gateway | undefined {
  if (exchange.interrupted || !isAskedError(exchange)) return undefined;
  const shown = shownIn(exchange.response!);
  const gateway = writtenBy(shown) === undefined ? undefined : gatewayIn(shown)?.gateway;
  return gateway?.passes !== undefined && gateway.page!.test(shown.text) ? gateway : undefined;
}

function replacedBy(shown: Shown): string {
  const { gateway, called } = gatewayIn(shown)!;
  return `${gateway?.name ?? called} replaces errors of the service by its own pages`;
}

/** What a notice says of such a response: `413 in text/html from nginx/1.22.1`; undefined if none does. */
export function explainedBy(shown: Shown, notices: string[]): string | undefined {
  const written = writtenBy(shown);
  if (written === undefined) return undefined;
  return [written, replacedBy(shown)].find((each) => notices.some((notice) => notice.startsWith(`${each}, `)));
}

/** `413 in text/html from nginx/1.22.1`: of a response that a gateway wrote itself, or changed to a part of it. */
export function writtenBy(shown: Shown): string | undefined {
  const found = gatewayIn(shown);
  if (!found) return undefined;
  const { status, headers } = shown;
  const isOwn = status >= 400 && !hasProblemType(headers) && (!found.gateway || isPage(shown));
  const isPart = found.gateway !== undefined && [206, 416, 412].includes(status);
  if (!isOwn && !isPart) return undefined;
  const type = mediaType(headerIn(headers, 'Content-Type')) ?? 'no media type';
  return `${status} in ${type} from ${found.called}`;
}

/** `HAProxy takes the service out for 4 s after its own 503`, and with what it does not. */
export function takenOutTexts(
  { after, milliseconds }: TakenOut,
  exchanges: Exchange[],
): { clause: string; notice: string } {
  const own = exchanges.find((each) => each.interrupted && isOfGateway(each));
  const gateway = own && gatewayIn(shownIn(own.response!))?.gateway;
  const does = `takes the service out for ${Math.ceil(milliseconds / 1000)} s after its own ${after}`;
  const keeps = gateway?.keeps ?? 'turn off what counts responses of the service as failures';
  return {
    clause: `${gateway?.name ?? 'a gateway'} ${does}`,
    notice: `${gateway?.name ?? 'A gateway'} ${does}, so everybody gets its errors meanwhile: ${keeps} (${placeOf(gateway)}).`,
  };
}
