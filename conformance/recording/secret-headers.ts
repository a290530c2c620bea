import type { Header } from '../wire/exchange.ts';

// The contract has no such header, and clients may send what opens another service.
const secret = /^((set-)?cookie2?|proxy-authorization|.*(api-?key|token|secret|session).*)$/i;

/** The header without a value that may be a secret. */
export const withoutSecret = ([name, value]: Header): Header => [name, secret.test(name) ? 'hidden' : value];
