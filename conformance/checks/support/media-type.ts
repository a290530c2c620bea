import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectThat, show } from '../../engine/expect.ts';

/** The body has this media type, said once. */
export function expectMediaType(response: HttpResponse, wanted: string): void {
  const types = response.exchange.response!.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  expectThat(
    'wrong-media-type',
    types.length === 1 && mediaType(types[0]![1]) === wanted,
    `the media type ${wanted}`,
    types.length > 0 ? types.map(([, value]) => show(value)).join(' and ') : 'nothing',
    response,
  );
}
