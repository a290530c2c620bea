import type { IncomingMessage } from 'node:http';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Defect } from './fault.ts';

/** Rejects matching requests before all other checks. */
export const rejectingFirst =
  (concerns: (request: IncomingMessage) => boolean, response: Rejected['response']): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      if (concerns(request)) throw new Rejected(response);
      return authenticate(request);
    },
  });

/** Changes the headers of the rejection of a method. */
export const onMethod =
  (name: string, changed: Record<string, string>): Defect =>
  ({ fallback }) => ({
    fallback(method, path) {
      const response = fallback(method, path);
      return method === name ? { ...response, headers: { ...response.headers, ...changed } } : response;
    },
  });
