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
