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

/** A line end after every response with the status, except to OPTIONS and HEAD. */
const endingEvery = (status: number) =>
  endingWithLine(({ method }, { statusCode }) => statusCode === status && method !== 'OPTIONS' && method !== 'HEAD');

const faults: FaultTable = {
  'http.nothing-behind-response': {
    'sends a line end after every response': endingWithLine(() => true),
    'sends a line end some time after the response to a read': endingWithLine(
      ({ method }, { statusCode }) => method === 'GET' && statusCode === 200,
      20,
    ),
    'sends a line end after the response to an upload': endingWithLine(
      ({ url }, { statusCode }) => url!.endsWith('/artifacts') && statusCode === 201,
    ),
    'sends a line end after the headers of HEAD': endingWithLine(({ method }) => method === 'HEAD'),
    'sends a line end after the response to OPTIONS': endingWithLine(({ method }) => method === 'OPTIONS'),
    'sends a line end after every 401': endingEvery(401),
    'sends a line end after every 404': endingEvery(404),
    'sends a line end after every 400': endingEvery(400),
    'sends a line end after every 405': endingEvery(405),
  },
};

export default faults;
