import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';

const hasNoKey = ({ headers }: IncomingMessage) => headers.authorization === undefined;

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

/** A rejected request gets the caller of an earlier one on its connection that had the same of this. */
const callersOfConnections =
  (what: (request: IncomingMessage) => string | undefined): Defect =>
  ({ authenticate }) => {
    const known = new WeakMap<Socket, Map<string, Caller>>();
    return {
      authenticate(request) {
        const callers = known.get(request.socket) ?? new Map<string, Caller>();
        known.set(request.socket, callers);
        const name = what(request);
        const caller = authenticate(request);
        if (typeof caller === 'string') return (name === undefined ? undefined : callers.get(name)) ?? caller;
        callers.set(name ?? 'latest', caller);
        return caller;
      },
    };
  };

const faults: FaultTable = {
  'authentication.key-required': {
    'accepts a cookie that it set itself in place of a key': sessions('only without a key'),
    'prefers a cookie to a key': sessions('always'),
  },
  'authentication.create-needs-key': {
    'uses the previous key of the connection for a request without a key': callersOfConnections((request) =>
      hasNoKey(request) ? 'latest' : undefined,
    ),
  },
  'authentication.unknown-key-rejected': {
    'compares a key with the earlier ones of its connection in any letter case': callersOfConnections(
      ({ headers }) => headers.authorization?.toLowerCase() ?? '',
    ),
  },
};

export default faults;
