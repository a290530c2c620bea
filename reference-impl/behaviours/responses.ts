import { randomUUID } from 'node:crypto';
import { malformed } from '../domain/rejections.ts';
import { everyNth, type Freedom, withBody, withHeaders } from './support.ts';

export const locations: Record<string, Freedom> = {
  'Location is absolute': (original) => ({
    locationOf: (opened) => `https://cases.example${original.locationOf(opened)}`,
  }),
  'an upload is answered with a Location': withHeaders((headers, status) =>
    status === 201 ? { Location: '/x', ...headers } : headers,
  ),
};

const encodePointer = (entry: { pointer: string }) => ({
  ...entry,
  pointer: `#${encodeURIComponent(decodeURIComponent(entry.pointer.slice(1)))}`,
});

export const problemTypes: Record<string, Freedom> = {
  'the problem type is absolute': (original, baseUrl) => ({
    problemBody: (...response) => {
      const body = original.problemBody(...response);
      return { ...body, type: `${baseUrl()}${body.type}` };
    },
  }),
};

export const problemTexts: Record<string, Freedom> = {
  'pointers are percent-encoded as a whole': withBody((body) =>
    Array.isArray(body['errors']) ? { ...body, errors: body['errors'].map(encodePointer) } : body,
  ),
  // As ASP.NET does by default.
  'problems show the trace of the request': ({ authenticate, getCase, problemBody }) => {
    const traces = new WeakMap<object, unknown>();
    return {
      authenticate(request) {
        const caller = authenticate(request);
        if (typeof caller === 'string') return caller;
        const own = { ...caller };
        traces.set(own, request.headers['traceparent']);
        return own;
      },
      async getCase(call, parts) {
        const response = { ...(await getCase(call, parts)) };
        traces.set(response, traces.get(call.caller));
        return response;
      },
      problemBody: (response, id) => Object.assign(problemBody(response, id), { traceId: traces.get(response) }),
    };
  },
  'details are other words': withBody((body) =>
    'detail' in body
      ? { ...body, title: 'Fehler', detail: 'Das geht so nicht. Bitte select another value from the list.' }
      : body,
  ),
  // As Go does.
  'a problem shows the character at which JSON is malformed': ({ parseJson }) => ({
    parseJson(text) {
      try {
        return parseJson(text);
      } catch (error) {
        const character = unexpectedIn(text);
        throw character === undefined ? error : malformed(`invalid character '${character}' in JSON`);
      }
    },
  }),
  'instances are in upper case': withBody((body) =>
    'instance' in body
      ? { ...body, instance: String(body['instance']).replace(/[0-9a-f-]{36}$/, (uuid) => uuid.toUpperCase()) }
      : body,
  ),
};

/** The character at which Node cannot read JSON further; undefined at its end. */
function unexpectedIn(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { token, position } =
      /^Unexpected token '(?<token>.)'|at position (?<position>\d+)/su.exec((error as Error).message)?.groups ?? {};
    return token ?? (position && /./su.exec(text.slice(Number(position)))?.[0]);
  }
}

export const properties: Record<string, Freedom> = {
  'responses have extra properties, also in artifacts and problems': withBody((body) => ({
    ...body,
    trace: randomUUID(),
    links: { self: '/x' },
    ...(Array.isArray(body['artifacts']) && {
      artifacts: body['artifacts'].map((artifact) => ({ ...(artifact as object), age: Math.random() })),
    }),
    ...(Array.isArray(body['errors']) && {
      errors: body['errors'].map((entry) => ({ ...(entry as object), code: 'x' })),
    }),
  })),
  'properties are in another order': withBody((body) => Object.fromEntries(Object.entries(body).toReversed())),
};

export const headers: Record<string, Freedom> = {
  'every response sets a cookie that means nothing': withHeaders((headers) => ({
    ...headers,
    'Set-Cookie': `session=${randomUUID()}; HttpOnly`,
  })),
  'responses have extra headers': withHeaders((headers) => ({
    ...headers,
    'X-Request-Id': randomUUID(),
    Vary: 'Origin',
    Server: 'x',
    ETag: '"x"',
  })),
  'every tenth response has the header of a trace': (...service) => {
    const isTraced = everyNth(10);
    return withHeaders((headers) => (isTraced() ? { ...headers, Traceparent: randomUUID() } : headers))(...service);
  },
};

export const mediaTypes: Record<string, Freedom> = {
  'media types have a charset': withHeaders((headers) => ({
    ...headers,
    'Content-Type': `${headers['Content-Type']}; charset=utf-8`,
  })),
  'media types have a charset in quotes and capital letters, and a parameter without meaning': withHeaders(
    (headers) => ({
      ...headers,
      'Content-Type': `${headers['Content-Type']};Charset="UTF-8" ; profile=x`,
    }),
  ),
};

export const cacheHeaders: Record<string, Freedom> = {
  'Cache-Control has more directives': withHeaders((headers) => ({
    ...headers,
    'Cache-Control': 'private, max-age=0, No-Store, no-cache',
  })),
  'a proxy adds the headers of every response again': withHeaders((headers) => ({
    ...headers,
    'Cache-Control': 'no-store, no-store',
    'X-Content-Type-Options': 'nosniff, nosniff',
  })),
};

export const challenges: Record<string, Freedom> = {
  'several challenges share a header': withHeaders((headers, status) =>
    status === 401
      ? {
          ...headers,
          'WWW-Authenticate':
            'Basic realm="a, Bearer b", bearer Scope="x, y", Realm=cases , error="invalid_token", , Bearer',
        }
      : headers,
  ),
};

export const connections: Record<string, Freedom> = {
  'connections are closed after each response': withHeaders((headers) => ({ ...headers, Connection: 'close' })),
};
