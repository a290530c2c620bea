import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { valueOf } from '../../wire/json.ts';
import { valueAt } from '../../json-pointer.ts';

/**
 * The case id in the response to a create; undefined when it has none.
 *
 * @param place a JSON pointer, or `Location`
 */
export function caseIdIn({ headers, body }: NonNullable<Exchange['response']>, place: string): string | undefined {
  const found = place === 'Location' ? lastSegment(headerIn(headers, 'Location')) : valueAt(valueOf(body), place);
  const text = typeof found === 'number' ? String(found) : found;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function lastSegment(location: string | undefined): string | undefined {
  return location?.split(/[?#]/)[0]!.replace(/\/$/, '').split('/').at(-1);
}
