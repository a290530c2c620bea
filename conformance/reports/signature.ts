import type { ReportedExchange } from '../../generated/report.ts';
import { headerIn } from '../wire/exchange.ts';

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

/**
 * A rejection in short: the status with the problem type, or else with the media type; why there is no response.
 * Undefined for an accepted request.
 */
export function rejectionOf({ response, failure }: ReportedExchange): string | undefined {
  if (!response) return failure && `no response: ${failure.replaceAll(/[\d.]+/g, 'N')}`;
  if (response.status < 400) return undefined;
  const mediaType = headerIn(response.headers, 'Content-Type')?.split(';')[0]!.trim() ?? 'without a media type';
  const problem = /"type":\s*"(?<type>[^"\s]{1,80})"/.exec(response.body?.text ?? '')?.groups?.['type'];
  return `${response.status} ${problem === undefined || !mediaType.endsWith('json') ? mediaType : stable(problem)}`;
}
