import { numbers } from '../../../generated/limits.ts';
import { isDecided } from './decision.ts';
import type { KnownCase, Upload } from '../history.ts';
import type { Reading } from '../request/reading.ts';
import { isBefore, mayPrecede, type Span } from '../terms.ts';

// Within which the sandbox decides (D54).
const decisionTime = numbers['sandbox-decision'];

/** True when a request that began then meets a decided case. */
export function isSurelyDecided({ views, uploads, directive }: KnownCase, span: Span): boolean {
  if (views.some((view) => isDecided(view.shown) && isBefore(view.span, span))) return true;
  if (directive.outcome !== 'decided') return false;
  return uploads.some(({ effect, reading }) => effect === 'done' && reading.span.end + decisionTime < span.start);
}

/** True when a decision may have been made before the request ended. */
export function mayBeDecided({ views, uploads, directive }: KnownCase, { span, exchange }: Reading): boolean {
  if (directive.outcome === 'open') return true;
  if (views.some((view) => isDecided(view.shown) && mayPrecede(view.span, span))) return true;
  if (directive.outcome !== 'decided') return false;
  // The first copy of a request that was sent twice may have brought the decision about.
  const isOther = ({ reading }: Upload) => reading.exchange !== exchange || exchange.sentTwice;
  return uploads.some((upload) => isOther(upload) && mayPrecede(upload.reading.span, span));
}
