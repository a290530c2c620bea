import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Defect, FaultTable } from '../support/fault.ts';

/** Some responses are followed by a line end. A client that reads the next response skips it, so nothing else fails. */
const endingWithLine =
  (concerns: (request: IncomingMessage, response: ServerResponse) => boolean, milliseconds = 0): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      const { _httpMessage: response } = request.socket as Socket & { _httpMessage: ServerResponse };
      response.once('finish', () => {
        const write = () => request.socket.writable && request.socket.write('\r\n');
        if (concerns(request, response)) setTimeout(write, milliseconds);
      });
      return authenticate(request);
    },
  });

/** Defects that the checks in `conformance/checks/http/response-end.ts` must find. */
export const httpResponseEndFaults: FaultTable = {
  'sends a line end after every response': [
    { 'http.nothing-behind-response': { code: 'bytes-behind-response', row: 'a create', actual: '2 more bytes' } },
    endingWithLine(() => true),
  ],
  'sends a line end some time after the response to a read': [
    { 'http.nothing-behind-response': { code: 'bytes-behind-response', row: 'a read' } },
    endingWithLine(({ method }, { statusCode }) => method === 'GET' && statusCode === 200, 20),
  ],
  'sends a line end after the response to an upload': [
    { 'http.nothing-behind-response': { code: 'bytes-behind-response', row: 'an upload' } },
    endingWithLine(({ url }, { statusCode }) => url!.endsWith('/artifacts') && statusCode === 201),
  ],
  'sends a line end after the headers of HEAD': [
    { 'http.nothing-behind-response': { code: 'bytes-behind-response', row: 'HEAD' } },
    endingWithLine(({ method }) => method === 'HEAD'),
  ],
  'sends a line end after the response to OPTIONS': [
    { 'http.nothing-behind-response': { code: 'bytes-behind-response', row: 'OPTIONS' } },
    endingWithLine(({ method }) => method === 'OPTIONS'),
  ],
  ...Object.fromEntries(
    Object.entries({
      401: 'a read without a key',
      404: 'an unknown case',
      400: 'malformed JSON',
      405: 'a wrong method',
    }).map(([status, row]): [string, FaultTable[string]] => [
      `sends a line end after every ${status}`,
      [
        { 'http.nothing-behind-response': { code: 'bytes-behind-response', row } },
        endingWithLine(
          ({ method }, { statusCode }) => statusCode === Number(status) && method !== 'OPTIONS' && method !== 'HEAD',
        ),
      ],
    ]),
  ),
};
