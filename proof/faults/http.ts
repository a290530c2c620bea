import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultTable } from './support/fault.ts';

const faults: FaultTable = {
  'http.nothing-behind-response': {
    // A client that reads the next response skips the line end, so nothing else fails.
    'sends a line end some time after the response to a read': ({ authenticate }) => ({
      authenticate(request) {
        const { _httpMessage: response } = request.socket as Socket & { _httpMessage: ServerResponse };
        const write = () => request.socket.writable && request.socket.write('\r\n');
        response.once('finish', () => {
          if (request.method === 'GET' && response.statusCode === 200) setTimeout(write, 20);
        });
        return authenticate(request);
      },
    }),
  },
};

export default faults;
