import type { ReportedExchange } from '../../generated/report.ts';
import { explainedBy } from '../run/judge/gateways.ts';

/** `413 in text/html from nginx/1.22.1`, if a notice says that a gateway wrote such a response itself. */
export function writtenByGateway(
  { status, headers, body }: NonNullable<ReportedExchange['response']>,
  notices: string[],
): string | undefined {
  return explainedBy({ status, headers, text: body?.text ?? '' }, notices);
}
