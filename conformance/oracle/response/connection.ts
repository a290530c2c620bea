import type { Exchange } from '../../wire/exchange.ts';
import type { Finding } from '../terms.ts';

/**
 * The connection ended instead of a response, although the response to the request before had just arrived (D105). Once, that
 * may be a server that is restarted.
 */
export const closedInstead = (exchange: Exchange): Finding => ({
  requirement: 'http.responds-before-closing',
  kind: 'answer',
  expected: 'a response on the connection of the request before',
  actual: 'a connection that was closed without one, so that the suite sent the request again',
  exchange,
});
