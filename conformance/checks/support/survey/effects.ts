import { type Exchange, headerIn, type HttpResponse } from '../../../engine/exchange.ts';
import { objectOf } from '../../../engine/expect.ts';
import { memoize } from '../../../engine/memoize.ts';
import { mediaTypeIn } from '../../../oracle/request/media-type.ts';
import { readUpload, type SentArtifact } from '../../../oracle/request/upload-body.ts';
import type { Artifact } from '../case.ts';
import type { Context } from '../context.ts';
import { forEveryAccepted } from './survey.ts';

// Bytes. Separate checks judge large files.
const longest = 1024 * 1024;

/** Compares every accepted upload of the run with its request. */
export const forEveryStored = (
  context: Context,
  judge: (stored: Artifact, sent: SentArtifact, response: HttpResponse) => void,
): Promise<void> =>
  forEveryAccepted(context, /\/artifacts$/, (response) => {
    const sent = uploadIn(response.exchange);
    if (!sent) return;
    judge(objectOf(response) as unknown as Artifact, sent, response);
  });

/** What an upload sent; undefined when parsers may read its body in several ways. */
const uploadIn = memoize(({ request: { headers, body } }: Exchange): SentArtifact | undefined => {
  const boundary = mediaTypeIn(headerIn(headers, 'Content-Type') ?? '')?.parameters.get('boundary');
  const size = body.reduce((sum, piece) => sum + piece.length, 0);
  return boundary === undefined || size > longest ? undefined : readUpload(Buffer.concat(body), boundary).sent;
});
