import type { ReportedExchange } from '../../generated/report.ts';
import { writtenBy } from '../run/judge/gateways.ts';

/** `413 in text/html from nginx/1.22.1`, if a notice says that a gateway wrote such a response itself. */
export function writtenByGateway(
  { status, headers, body }: NonNullable<ReportedExchange['response']>,
  notices: string[],
): string | undefined {
  const written = writtenBy({ status, headers, text: body?.text ?? '' });
  return written !== undefined && notices.some((notice) => notice.startsWith(`${written}, `)) ? written : undefined;
}
