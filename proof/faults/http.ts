import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Caller } from '../../reference-impl/ports.ts';
import type { FaultTable } from './support/fault.ts';
import {
  idempotencyKeyInVariable,
  mediaTypeInVariable,
  problemInVariable,
  rejectedKeyInVariable,
} from './support/variables.ts';

function responseTo({ socket }: IncomingMessage): ServerResponse {
  const { _httpMessage: response } = socket as Socket & { _httpMessage: ServerResponse };
  return response;
}

const anotherResponse = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const faults: FaultTable = {
  'http.unknown-input-ignored': {
    // Only a request to the Location shows that nothing is there.
    'begins Location with X-Forwarded-Prefix': ({ readJson, newCase, locationOf }) => {
      const prefixes = new WeakMap<object, string>();
      return {
        async readJson(request, parts) {
          const body = await readJson(request, parts);
          prefixes.set(body, request.headers['x-forwarded-prefix']?.toString() ?? '');
          return body;
        },
        newCase(body, parts) {
          const opened = newCase(body, parts);
          prefixes.set(opened, prefixes.get(body)!);
          return opened;
        },
        locationOf: (opened) => prefixes.get(opened)! + locationOf(opened),
      };
    },
  },
  'http.apart-under-load': {
    'keeps the idempotency key in a variable while the body arrives': idempotencyKeyInVariable,
    'keeps in a variable whether the key is known while the body of a create arrives': rejectedKeyInVariable,
    'responds with the problem of the latest rejection': problemInVariable,
    'declares the media type of the latest response': mediaTypeInVariable,
  },
  'http.closes-when-asked': {
    // Its scenarios ask for it. Only behind a rejection may another response follow (D93).
    'sends another response behind a success, before the connection is closed': ({ authenticate }) => ({
      authenticate(request) {
        const { socket } = request;
        const response = responseTo(request);
        const close = () => {
          if (response.statusCode < 300) socket.write(anotherResponse);
          Socket.prototype.destroySoon.call(socket);
        };
        if (request.headers.connection?.toLowerCase() === 'close') socket.destroySoon = close;
        return authenticate(request);
      },
    }),
    'keeps a connection open that the client asks to close': ({ authenticate }) => ({
      authenticate(request) {
        responseTo(request).shouldKeepAlive = true;
        return authenticate(request);
      },
    }),
  },
  'http.responds-before-closing': {
    'ends a connection instead of the response to a create, after five requests': ({ authenticate, createCase }) => {
      const requests = new WeakMap<Socket, number>();
      const ending = new WeakMap<Caller, Socket>();
      return {
        authenticate(request) {
          const found = authenticate(request);
          if (typeof found === 'string') return found;
          const count = (requests.get(request.socket) ?? 0) + 1;
          requests.set(request.socket, count);
          if (count <= 5) return found;
          const caller = { ...found };
          ending.set(caller, request.socket);
          return caller;
        },
        async createCase(call, parts) {
          const response = await createCase(call, parts);
          ending.get(call.caller)?.destroy();
          return response;
        },
      };
    },
  },
  'http.nothing-behind-response': {
    // A client that reads the next response skips the line end, so nothing else fails.
    'sends a line end some time after the response to a read': ({ authenticate }) => ({
      authenticate(request) {
        const response = responseTo(request);
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
