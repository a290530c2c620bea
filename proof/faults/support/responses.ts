import type { IncomingMessage } from 'node:http';
import { Rejected } from '../../../reference-impl/http/problems.ts';
import type { Defect } from './fault.ts';

/** Who asks like this is refused before anything else, in this way. */
export const rejectingFirst =
  (concerns: (request: IncomingMessage) => boolean, response: Rejected['response']): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      if (concerns(request)) throw new Rejected(response);
      return authenticate(request);
    },
  });

/** The refusal of a method has other headers. */
export const onMethod =
  (name: string, changed: Record<string, string>): Defect =>
  ({ fallback }) => ({
    fallback(method, path) {
      const response = fallback(method, path);
      return method === name ? { ...response, headers: { ...response.headers, ...changed } } : response;
    },
  });
