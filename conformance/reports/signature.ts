import type { ReportedBody, ReportedExchange } from './exchange/exchange.ts';

// Values that differ in every run, although they mean the same.
const changing: [RegExp, string][] = [
  [/conformance-[0-9a-f]{8}-\d+/g, '{reference}'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '{time}'],
  [/(?<=\/cases\/)(?=[^/?#]*\d)[^/?#]{8,}/g, '{id}'],
];

/** The text without what differs in every run: ids, references and times. */
export const stable = (text: string): string =>
  changing.reduce((changed, [pattern, word]) => changed.replaceAll(pattern, word), text);

/** `GET /cases/{id}`: the method and the path, without what differs in every run. */
export function lineOf({ request }: ReportedExchange): string {
  const { pathname, search } = new URL(request.url);
  return stable(`${request.method} ${pathname}${search}`);
}

/** Two exchanges with the same form sent the same request, apart from ids, references and times. */
export function requestForm(exchange: ReportedExchange): string {
  const { headers, body } = exchange.request;
  const sent = headers.map(([name, value]) => {
    const isKey = name.toLowerCase() === 'idempotency-key';
    return `${name.toLowerCase()}: ${isKey ? '' : stable(value)}`;
  });
  return [lineOf(exchange), ...sent.toSorted(), stable(textOf(body))].join('\n');
}

const beginning = 60;

/**
 * The rejection in short: status, media type and the beginning of the body. Undefined for an accepted request, because
 * accepted requests all have similar responses.
 */
export function rejectionOf({ response, failure }: ReportedExchange): string | undefined {
  if (!response) return failure;
  if (response.status < 400) return undefined;
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'no media type';
  const body = stable(textOf(response.body));
  const text = (type.includes('html') ? withoutMarkup(body) : body).replaceAll(/\s+/g, ' ').trim();
  const shown = text.length > beginning ? `${text.slice(0, beginning)}…` : text;
  return `${response.status} ${type.split(';')[0]!} ${shown}`.trim();
}

const withoutMarkup = (page: string) =>
  page.replaceAll(/<(style|script|title)\b.*?<\/\1>/gis, ' ').replaceAll(/<[^>]*>/g, ' ');

/** `422 /problems/invalid-request` for a problem; for any other rejection, its short form. */
export function rejectionLabel({ response }: ReportedExchange, rejection: string): string {
  const type = /"type":\s*"(?<path>[^"\s]{1,80})"/.exec(response?.body?.text ?? '')?.groups?.['path'];
  return type !== undefined && rejection.includes('problem+json') ? `${response!.status} ${stable(type)}` : rejection;
}

/** Equal for rejections by the same code: numbers in a message may differ. */
export const rejectionForm = (rejection: string): string =>
  rejection.slice(0, 3) + rejection.slice(3).replaceAll(/\d+/g, '0');

/** The lines of a body that are text. */
function textOf(body: ReportedBody | undefined): string {
  if (!body) return '';
  if (body.text !== undefined) return body.text;
  const lines = Buffer.from(body.base64!, 'base64').toString('latin1').split('\r\n');
  return lines.filter((line) => /^[\x20-\x7e]*$/.test(line)).join('\n');
}
