import type { IncomingMessage } from 'node:http';
import {
  type Operation,
  otherwise,
  operationOf,
  first,
  authorizationOf,
  bearerOf,
  rejectedFirst,
  alsoFrom,
} from '../support/requests.ts';
import { demoKeys } from '../../../reference-impl/demo-keys.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import type { Socket } from 'node:net';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Defect, FaultTable } from '../support/fault.ts';

const isSent = ({ headers }: IncomingMessage) => headers.authorization !== undefined;

/** One operation treats a request without a key as one of the first tenant. */
const open = (operation: Operation) =>
  otherwise((request) => (operationOf(request) === operation && !isSent(request) ? first : undefined));

/** One operation accepts any text as a key. */
const presence = (operation: Operation) =>
  otherwise((request) => (operationOf(request) === operation && bearerOf(request) ? first : undefined));

/** What is sent need only be like an issued key. */
const like = (resembles: (sent: string, key: string) => boolean) =>
  otherwise((request) => {
    const sent = bearerOf(request);
    return sent === undefined ? undefined : demoKeys.find(({ key }) => resembles(sent, key));
  });

const keyForbidden = () => new Rejected({ status: 403 as never, problem: 'unauthorized', detail: 'This key may not.' });

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
    'creates a case without a key': open('create'),
    'stores evidence without a key': open('upload'),
    'repeats an upload for a sender without a key': repeatingFor('upload', hasNoKey),
    'rejects the media type of a form before it checks the key': rejectedFirst(({ headers }) =>
      headers['content-type'] === 'application/x-www-form-urlencoded'
        ? new Rejected(problem(415, 'unsupported-media-type', 'Send another media type.'))
        : undefined,
    ),
    'responds with 403 to a read without a key': rejectedFirst((request) =>
      operationOf(request) === 'read' && !bearerOf(request) ? keyForbidden() : undefined,
    ),
    'responds with 400 to an upload without a key': rejectedFirst((request) =>
      operationOf(request) === 'upload' && !isSent(request)
        ? new Rejected(problem(400, 'malformed-request', 'A key is missing.'))
        : undefined,
    ),
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
    'accepts the beginning of a key': like((sent, key) => sent.length > 8 && key.startsWith(sent)),
    'accepts a longer text that begins with a key': like((sent, key) => sent.startsWith(key)),
    'accepts the end of a key': like((sent, key) => sent.length > 8 && key.endsWith(sent)),
    'ignores quotes around a key': like((sent, key) => sent === `"${key}"`),
    'percent-decodes a key before it compares it': like(
      (sent, key) => sent.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) === key,
    ),
    'cuts a key at a comma': like((sent, key) => sent.split(',')[0] === key),
    'compares keys in lower case': like((sent, key) => sent.toLowerCase() === key.toLowerCase()),
    'compares only the length of keys': like((sent, key) => sent.length === key.length),
    'does not compare the last four characters of a key': like((sent, key) => sent.slice(0, -4) === key.slice(0, -4)),
    'compares only the first eight and the last four characters of a key': like(
      (sent, key) => sent.length === key.length && sent.slice(0, 8) === key.slice(0, 8) && sent.endsWith(key.slice(-4)),
    ),
    'ignores equals signs at the end of a key': alsoFrom(
      (request) => /^Bearer (.*?)=+$/.exec(authorizationOf(request))?.[1],
    ),
    'compares only the first twelve characters of a key on an upload': (original) => {
      const { authenticate } = like((sent, key) => sent.slice(0, 12) === key.slice(0, 12))(original) as Parts;
      return {
        authenticate: (request) =>
          operationOf(request) === 'upload' ? authenticate(request) : original.authenticate(request),
      };
    },
    'takes a hyphen and an underscore in a key for the same character': like(
      (sent, key) => sent.replaceAll('-', '_') === key.replaceAll('-', '_'),
    ),
    'compares live keys in lower case': otherwise((request) =>
      demoKeys.find(({ key, mode }) => mode === 'live' && key.toLowerCase() === bearerOf(request)?.toLowerCase()),
    ),
    'ignores text after the key in Authorization': otherwise((request) => {
      const word = /^bearer (\S+)/i.exec(authorizationOf(request))?.[1];
      return demoKeys.find(({ key }) => key === word);
    }),
    'accepts a key with another character before it in Authorization': ({ authenticate }) => ({
      authenticate(request) {
        const sent = request.headersDistinct['authorization'];
        if (sent?.[0]?.startsWith('Bearer Z')) sent[0] = sent[0].replace(' Z', ' ');
        return authenticate(request);
      },
    }),
    'repeats a create for a sender with any key': repeatingFor('create', (request) => bearerOf(request) !== undefined),
    'responds with 403 to an unknown key': rejectedFirst((request) => (bearerOf(request) ? keyForbidden() : undefined)),
    'responds with 500 to a long unknown key': otherwise((request) => {
      if ((bearerOf(request)?.length ?? 0) > 255) throw new Error('value too long for type character varying(255)');
      return undefined;
    }),
    'treats the word null as a key': otherwise((request) => (bearerOf(request) === 'null' ? first : undefined)),
    'compares keys with SQL LIKE, so that % matches any key': like((sent, key) =>
      new RegExp(`^${sent.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&').replaceAll('%', '.*')}$`).test(key),
    ),
    'accepts property names inherited from Object.prototype as keys': ({ authenticate }) => ({
      authenticate: (request) =>
        /^Bearer (constructor|__proto__)$/.test(request.headers.authorization ?? '')
          ? { tenant: 'nobody', mode: 'live' }
          : authenticate(request),
    }),
  },
  'authentication.create-needs-issued-key': {
    'creates a case with any key': presence('create'),
    'creates a tenant for every unknown key': otherwise((request) => {
      const tenant = bearerOf(request);
      return tenant === undefined ? undefined : { tenant, mode: 'sandbox' };
    }),
  },
  'authentication.upload-needs-issued-key': {
    'stores evidence with any key': presence('upload'),
  },
  'authentication.read-needs-issued-key': {
    'shows a case with any key': presence('read'),
  },
  'http.left-open-responses': {
    'shows a case without a key': open('read'),
  },
};

export default faults;
