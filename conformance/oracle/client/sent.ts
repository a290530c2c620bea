import { createHash } from 'node:crypto';
import { type Exchange, headerIn, sizeOf } from '../../wire/exchange.ts';
import { mediaTypeIn } from '../request/media-type.ts';
import type { Reading } from '../request/reading.ts';
import type { Sent } from './session.ts';

/** A request of a client, with what must be known of its body when its bytes are forgotten. */
export const sentIn = (exchange: Exchange, reading: Reading, served?: number): Sent => ({
  exchange,
  reading,
  payload: payloadOf(exchange, reading),
  ...(served !== undefined && { served }),
});

/** As D42 and D56 compare, or else by the bytes without their boundary. */
function payloadOf({ request }: Exchange, { create, upload }: Reading): string {
  if (sizeOf(request.body) === 0) return '';
  const fingerprint = create?.fingerprint ?? (upload?.sent === undefined ? undefined : upload.fingerprint);
  if (fingerprint !== undefined) return fingerprint;
  const boundary = mediaTypeIn(headerIn(request.headers, 'Content-Type') ?? '')?.parameters.get('boundary');
  const text = Buffer.concat(request.body).toString('latin1');
  return createHash('sha256')
    .update(boundary ? text.replaceAll(boundary, '') : text)
    .digest('hex');
}
