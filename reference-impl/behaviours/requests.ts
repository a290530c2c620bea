import { problem, Rejected } from '../domain/rejections.ts';
import { parseByFormData } from './form-data.ts';
import { readingBy } from './form-parser.ts';
import { asPage, type Freedom, withHeaders } from './support.ts';

const noStore = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export const methods: Record<string, Freedom> = {
  'Allow lists more': withHeaders((headers, status) =>
    status === 405 ? { ...headers, Allow: `OPTIONS,HEAD , ${headers['Allow']}` } : headers,
  ),
  'OPTIONS of a known path is a 200 of another media type': ({ fallback }) => ({
    fallback(method, path) {
      if (method !== 'OPTIONS' || !path.startsWith('/cases')) return fallback(method, path);
      const headers = { Allow: 'GET,HEAD', 'Content-Type': 'text/html; charset=utf-8' };
      return { status: 200, headers, body: {} } as never;
    },
  }),
  'a preflight is a 403 of another media type': (original, baseUrl) => ({
    ...asPage('Invalid CORS request', noStore)(original, baseUrl),
    authenticate(request) {
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
        throw new Rejected({ ...problem(400, 'malformed-request', 'Invalid CORS request'), status: 403 } as never);
      return original.authenticate(request);
    },
  }),
  'HEAD is no method of any path': ({ authenticate }) => ({
    authenticate(request) {
      if (request.method === 'HEAD')
        throw new Rejected(problem(405, 'method-not-allowed', 'Not HEAD.', { headers: { Allow: 'GET, POST' } }));
      return authenticate(request);
    },
  }),
  'a wrong method for a case that is not the own is a 404': ({ authenticate, store }) => {
    const owners = new Map<string, string>();
    return {
      store: {
        ...store,
        openCase(owner, opened, ...rest) {
          owners.set(opened.id, owner.tenant);
          return store.openCase(owner, opened, ...rest);
        },
      },
      authenticate(request) {
        const caller = authenticate(request);
        const [, , id = ''] = request.url!.split('?', 1)[0]!.split('/');
        const isWrong = request.method !== 'GET' && request.method !== 'POST' && id !== '';
        if (isWrong && typeof caller !== 'string' && owners.get(id) !== caller.tenant)
          throw new Rejected(problem(404, 'not-found', 'No case has this id.'));
        return caller;
      },
    };
  },
};

export const authorization: Record<string, Freedom> = {
  'the first of two idempotency keys is read': ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf(request) {
      const [key, other] = request.headersDistinct['idempotency-key'] ?? [];
      return other === undefined ? idempotencyKeyOf(request) : key;
    },
  }),
  'a malformed Authorization is a 400': ({ authenticate }) => ({
    authenticate(request) {
      if (!/^\S+ [\w.~+/-]+=*$/.test(request.headers.authorization ?? 'Bearer x'))
        throw new Rejected(problem(400, 'malformed-request', 'Send "Authorization: Bearer <key>".'));
      return authenticate(request);
    },
  }),
};

export const bodies: Record<string, Freedom> = {
  'the Content-Encoding identity is ignored, however often it is sent': ({ checkMediaType }) => ({
    checkMediaType(request, expected) {
      const { headers } = request;
      if (/^identity(, identity)*$/i.test(headers['content-encoding'] ?? '')) delete headers['content-encoding'];
      checkMediaType(request, expected);
    },
  }),
  'the property __proto__ and a part with an empty name are malformed': (original) => ({
    parseJson(text) {
      if (text.includes('"__proto__"')) throw new Rejected(problem(400, 'malformed-request', 'Not this name.'));
      return original.parseJson(text);
    },
    async *readParts(...call) {
      for await (const part of original.readParts(...call)) {
        if (part.name.length === 0) throw new Rejected(problem(400, 'malformed-request', 'A part has no name.'));
        yield part;
      }
    },
  }),
};

/** Rejects uploads whose multipart body, as ISO-8859-1, has such a beginning. */
const rejectingForms =
  (unwanted: RegExp, rejection: Rejected['response']): Freedom =>
  ({ readParts }) => ({
    async *readParts(body, ...rest) {
      const first = await body.next();
      if (unwanted.test(first.done ? '' : first.value.toString('latin1', 0, 1000))) throw new Rejected(rejection);
      yield* readParts(withFirst(first, body), ...rest);
    },
  });

async function* withFirst(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Reads uploads, as ISO-8859-1, as others: the forms of the suite arrive at once. */
const readingForms =
  (change: (form: string) => string): Freedom =>
  ({ readParts }) => ({
    async *readParts(body, ...rest) {
      const first = await body.next();
      const text = first.done ? '' : first.value.toString('latin1');
      yield* readParts(withFirst({ done: false, value: Buffer.from(change(text), 'latin1') }, body), ...rest);
    },
  });

export const forms: Record<string, Freedom> = {
  'forms are read by formData() of Node': readingBy(parseByFormData),
  'white space behind a boundary is malformed': rejectingForms(
    /--idv-conformance-boundary[ \t]/,
    problem(400, 'malformed-request', 'The body does not parse.'),
  ),
  'parts that say how they are encoded are a 415': rejectingForms(
    /\n(content-)?(transfer-)?encoding: (?!7bit|8bit|binary)/i,
    problem(415, 'unsupported-media-type', 'Send parts as they are.'),
  ),
  'a file name that is empty, only dots and slashes, or more than 400 bytes, is no file': rejectingForms(
    /filename="(?:[./\\]*"|[^"]{401})/,
    problem(422, 'invalid-request', 'There is no file.', { errors: [{ pointer: '#/file', detail: 'is required' }] }),
  ),
  'a file name only in filename*, and an empty type of a part, are malformed': rejectingForms(
    /form-data; name="file"; filename\*=|content-type: *\r/i,
    problem(400, 'malformed-request', 'A part is malformed.'),
  ),
  'parts without a name, a Content-Disposition or a chosen file, and those that name a charset, are skipped, and spaces around a name dropped':
    readingForms((form) =>
      form
        .replace(/(?<=^|\r\n)--[^\r]+\r\n(?:(?!content-disposition:)[^\r]+\r\n)+\r\n.*?\r\n(?=--)/is, '')
        .replace(
          /(?<=\r\n)--[^\r]+\r\nContent-Disposition: form-data(?:(?:; name="")?\r\n\r\nx|; name="_charset_"\r\n\r\n.*|; name="selfie"; filename=""\r\n.*\r\n\r\n)\r\n(?=--)/,
          '',
        )
        .replaceAll(/name=" ?(\w+) ?"/g, 'name="$1"'),
    ),
  'parts in base64 are decoded, and a kind of JSON is parsed': readingForms((form) =>
    form
      .replace(
        /(encoding: base64\r\n(?:.+\r\n)*\r\n)([\w+/=]+)(?=\r\n--)/i,
        (_, head: string, content: string) => head + Buffer.from(content, 'base64').toString('latin1'),
      )
      .replace(/(json\r\n\r\n)"(\w+)"/, '$1$2'),
  ),
  'a form that ends after any boundary is complete': readingForms((form) =>
    form.replace(/(--idv-conformance-boundary)(\r\n|-)?$/, '$1--\r\n'),
  ),
  'names that objects have, a kind that is no text, and the text of the boundary in a part, are malformed':
    rejectingForms(
      /name="(constructor|toString|valueOf|hasOwnProperty|__proto__)"|name="kind"\r\nContent-Type: application|(?<![=\n]|\n--|^--)idv-conformance-boundary/,
      problem(400, 'malformed-request', 'The body does not parse.'),
    ),
  'a form without a body has no parts': rejectingForms(
    /^$/,
    problem(422, 'invalid-request', 'There are no parts.', { errors: [{ pointer: '#/file', detail: 'is required' }] }),
  ),
};

/** The ends of whole files: a service that decodes rejects a file without them. */
const ends = { 'image/jpeg': '\xff\xd9', 'image/png': 'IEND', 'application/pdf': '%%EOF' };
const beginnings = { 'image/jpeg': '\xff\xd8', 'image/png': '\x89PNG', 'application/pdf': '%PDF' } as const;
const foreignBeginning = /^(<|PK|GIF8|RIFF|II\*|MM\0|MZ|\xff\n|.{4}(ftyp|jP|JXL))/s;

export const files: Record<string, Freedom> = {
  'files are decoded, and those that do not open are rejected': ({ receiveFile }) => ({
    async receiveFile(part, parts) {
      const pieces: Buffer[] = [];
      async function* kept() {
        for await (const piece of part.content) {
          pieces.push(piece);
          yield piece;
        }
      }
      const received = await receiveFile({ ...part, content: kept() }, parts);
      if (Buffer.concat(pieces).includes(Buffer.from(ends[received.type], 'latin1'))) return received;
      await received.discard();
      throw new Rejected(problem(415, 'unsupported-file-type', 'No decoder opens this file.'));
    },
  }),
  'a part of a signature is enough, and a PDF may begin behind other bytes': ({ recogniseFileType }) => ({
    recogniseFileType(head) {
      const text = head.toString('latin1');
      const near = (Object.keys(beginnings) as (keyof typeof beginnings)[]).find((type) =>
        text.startsWith(beginnings[type]),
      );
      const isPdf = text.includes('%PDF-') && !foreignBeginning.test(text);
      return recogniseFileType(head) ?? near ?? (isPdf ? 'application/pdf' : undefined);
    },
  }),
  'text/plain on a file is no type, as busboy reports it': ({ typeAgrees }) => ({
    typeAgrees: (declared, recognised) => declared === 'text/plain' || typeAgrees(declared, recognised),
  }),
  'an empty file is a 415': (original) => ({
    receiveFile: async (part, parts) => {
      try {
        return await original.receiveFile(part, parts);
      } catch (error) {
        const { response } = error as { response?: { status: number } };
        if (response?.status !== 422) throw error;
        throw Object.assign(error as Error, { response: problem(415, 'unsupported-file-type', 'The file is empty.') });
      }
    },
  }),
};

const isUndecodable = (url: string) => /[;[]|%(?![0-9a-f]{2})|%ff/i.test(url.split('?')[1] ?? '');

export const paths: Record<string, Freedom> = {
  'what is behind a semicolon in a path is dropped': ({ authenticate }) => ({
    authenticate(request) {
      request.url = request.url!.replaceAll(/;[^/?]*/g, '');
      return authenticate(request);
    },
  }),
  'a server rejects TRACE, queries that do not decode and long bodies with a page, before it knows the key': (
    original,
    baseUrl,
  ) => ({
    ...asPage('below the service')(original, baseUrl),
    authenticate(request) {
      const reject = (status: 400 | 413 | 501) => {
        throw new Rejected({ ...problem(400, 'malformed-request', 'below the service'), status } as never);
      };
      if (request.method === 'TRACE') reject(501);
      if (isUndecodable(request.url!)) reject(400);
      if (Number(request.headers['content-length']) > 16 * 1024 * 1024) reject(413);
      return original.authenticate(request);
    },
  }),
  'two slashes are redirected, and a malformed Content-Type is a 400': (original, baseUrl) => ({
    ...asPage('below the service', { Location: '/cases' })(original, baseUrl),
    authenticate(request) {
      if (request.url!.includes('//'))
        throw new Rejected({ ...problem(400, 'malformed-request', 'below the service'), status: 308 } as never);
      return original.authenticate(request);
    },
    checkMediaType(request, expected) {
      if (!/^\w+\/\w/.test(request.headers['content-type'] ?? 'x/x'))
        throw new Rejected(problem(400, 'malformed-request', 'Not a media type.'));
      original.checkMediaType(request, expected);
    },
  }),
  'paths that do not decode or contain %25 are answered with a page, and those with control characters not at all': (
    original,
    baseUrl,
  ) => ({
    ...asPage('below the service')(original, baseUrl),
    authenticate(request) {
      if (/%25|%ff/.test(request.url!)) throw new Rejected(problem(400, 'malformed-request', 'below the service'));
      if (/%[01]/.test(request.url!.split('?')[0]!)) request.destroy();
      return original.authenticate(request);
    },
  }),
};
