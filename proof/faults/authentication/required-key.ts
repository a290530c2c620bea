import type { IncomingMessage } from 'node:http';
import { type Operation, operationOf, first, bearerOf } from '../support/requests.ts';
import type { Socket } from 'node:net';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';

const hasNoKey = ({ headers }: IncomingMessage) => headers.authorization === undefined;

/** A request with an idempotency key that the first tenant has used needs no other key. */
const repeatingFor =
  (operation: Operation, isServed: (request: IncomingMessage) => boolean): Defect =>
  (original) => {
    const used = new Set<string | undefined>();
    return {
      authenticate(request) {
        const caller = original.authenticate(request);
        if (operationOf(request) !== operation) return caller;
        const key = request.headers['idempotency-key']?.toString();
        if (typeof caller !== 'string') used.add(key);
        return typeof caller === 'string' && key && used.has(key) && isServed(request) ? first : caller;
      },
    };
  };

/** Every success sets a cookie, which later requests send instead of a key. */
const sessions =
  (counts: 'always' | 'only without a key'): Defect =>
  ({ authenticate, render }) => {
    const callers = new Map<string, Caller>();
    let latest = '';
    return {
      authenticate(request) {
        const known = callers.get(/session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
        if (known && counts === 'always') return known;
        const caller = authenticate(request);
        if (typeof caller === 'string') return known ?? caller;
        latest = `${caller.tenant}${caller.mode}`;
        callers.set(latest, caller);
        return caller;
      },
      render(...response) {
        const rendered = render(...response);
        const set = rendered.status < 300 && latest !== '' ? { 'Set-Cookie': `session=${latest}; HttpOnly` } : {};
        return { ...rendered, headers: { ...rendered.headers, ...set } };
      },
    };
  };

const faults: FaultTable = {
  'authentication.key-required': {
    'accepts a cookie that it set itself in place of a key': sessions('only without a key'),
    'prefers a cookie to a key': sessions('always'),
    'repeats an upload for a sender without a key': repeatingFor('upload', hasNoKey),
  },
  'authentication.create-needs-key': {
    // faults that need another condition
    'uses the previous key of the connection for a request without a key': ({ authenticate }) => {
      const callers = new WeakMap<Socket, Caller>();
      return {
        authenticate(request) {
          const caller = authenticate(request);
          if (typeof caller !== 'string') callers.set(request.socket, caller);
          return hasNoKey(request) ? (callers.get(request.socket) ?? caller) : caller;
        },
      };
    },
  },
  'authentication.unknown-key-rejected': {
    'compares a key with the earlier ones of its connection in any letter case': ({ authenticate }) => {
      const known = new WeakMap<Socket, Map<string, Caller>>();
      return {
        authenticate(request) {
          const { socket, headers } = request;
          const header = headers.authorization?.toLowerCase() ?? '';
          const caller = authenticate(request);
          if (!known.has(socket)) known.set(socket, new Map());
          if (typeof caller !== 'string') known.get(socket)!.set(header, caller);
          return typeof caller === 'string' ? (known.get(socket)!.get(header) ?? caller) : caller;
        },
      };
    },
    'accepts a key with another character before it in Authorization': ({ authenticate }) => ({
      authenticate(request) {
        const sent = request.headersDistinct['authorization'];
        if (sent?.[0]?.startsWith('Bearer Z')) sent[0] = sent[0].replace(' Z', ' ');
        return authenticate(request);
      },
    }),
    'repeats a create for a sender with any key': repeatingFor('create', (request) => bearerOf(request) !== undefined),
  },
};

export default faults;
