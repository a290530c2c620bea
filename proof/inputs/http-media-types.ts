// Media types and codings of requests and responses, and the headers by which a client asks for others.
import { both, mediaType } from './requests.ts';
import { sends, sendsHeader, withHeader } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type Is, rejects } from './support/fault.ts';
import type { Input } from './support/input.ts';

/** Bodies that are accepted although their media type or coding is wrong. */
const acceptsBody = (is: Is): InputFault =>
  accepts(
    (input, { status }) => status === 415 && (input.properties !== undefined || input.file !== undefined) && is(input),
  );
const notSupported = (is: Is): InputFault => rejects('415 unsupported-media-type')(is);
const notAcceptable = (is: Is): InputFault => rejects('406 unsupported-media-type')(is);

const coding = ({ header }: Input) => header('Content-Encoding');
const type = ({ header }: Input) => header('Content-Type') ?? '';
const isPlain: Is = (input) => coding(input) === undefined;
const isChunked: Is = ({ chunked }) => chunked;
const json = mediaType(/^application\/json$/, 'create');
const form = mediaType(/^multipart\/form-data;/, 'upload');

/** What a read of a case gets, by its `Accept`. */
const negotiates = (is: (accept: string) => boolean, contentType: string, text?: string): InputFault =>
  sends(
    ({ status }, { operation, header }) =>
      operation === 'read' && [200, 404].includes(status) && is(header('Accept') ?? ''),
    ({ status, headers }) => ({
      headers: withHeader(headers, 'Content-Type', contentType),
      ...(status === 200 && text !== undefined && { text }),
    }),
  );

const asHtml = (is: (response: { status: number }) => boolean, of?: Input['operation']) =>
  sendsHeader(
    'Content-Type',
    'text/html',
    (response, { operation, header }) =>
      is(response) && (of === undefined || operation === of) && header('Accept')?.startsWith('text/html') === true,
  );

const typed = (contentType: string, operation: Input['operation'], status: number) =>
  sendsHeader('Content-Type', contentType, (shown, input) => input.operation === operation && shown.status === status);

const faults: InputFaults = {
  'writes the media type of a case in mixed case': typed('Application/JSON', 'read', 200),
  'writes a space behind the media type of a case': typed('application/json ; charset=utf-8', 'read', 200),
  // As servlets do that set no charset of their own.
  'sends a case with the charset ISO-8859-1': typed('application/json;charset=ISO-8859-1', 'read', 200),
  'sends a new case with the charset US-ASCII': typed('application/json; Charset="us-ascii"', 'create', 201),
  'sends an artifact as application/problem+json': sendsHeader(
    'Content-Type',
    'application/problem+json',
    ({ status }, { operation }) => operation === 'upload' && status === 201,
  ),
  'sends a case in XML if the request accepts XML': negotiates(
    (accept) => accept === 'application/xml',
    'application/xml',
    '<case/>',
  ),
  'sends HTML to browsers': negotiates((accept) => accept.startsWith('text/html'), 'text/html', '<h1>Case</h1>'),
  'sends a problem as application/json if the request accepts only JSON': negotiates(
    (accept) => accept === 'application/json',
    'application/json',
  ),
  'sends a rejected create as HTML to browsers': asHtml(({ status }) => status >= 400, 'create'),
  'sends a rejected upload as HTML to browsers': asHtml(({ status }) => status === 422, 'upload'),
  'sends a wrong method as HTML to browsers': asHtml(({ status }) => status === 405),
  'sends problems as plain text if the request accepts only that': negotiates(
    (accept) => accept === 'text/plain',
    'text/plain',
  ),
  'sends two media types': sends(
    ({ status }) => status === 200,
    ({ headers }) => ({ headers: [...headers, ['Content-Type', 'text/html']] }),
  ),
  ...faultsOf(notAcceptable, {
    'responds with 406 to a client that does not accept JSON': ({ header }) =>
      /^(?!.*(json|\*\/\*))./.test(header('Accept') ?? ''),
    'responds with 406 to a version of the media type': ({ header }) => header('Accept')?.includes('version=') === true,
    'responds with 406 to an upload that accepts only problems': ({ operation, header }) =>
      operation === 'upload' && header('Accept') === 'application/problem+json',
    'responds with 406 to a Content-Type that is not a media type': (input) => type(input) === 'json',
  }),
  ...faultsOf(rejects('400 malformed-request'), {
    'responds with 400 to an Accept that does not parse': ({ header }) => header('Accept')?.includes('/') === false,
    'treats parameters after the boundary as a part of it': mediaType(/boundary=(".*|[^;]*;.*)/, 'upload'),
    'responds with 400 to an upload without a media type': mediaType(/^$/, 'upload'),
    'responds with 400 to an upload in text/plain whose length is not announced': both(
      mediaType(/^text\/plain$/, 'upload'),
      isChunked,
    ),
  }),
  ...faultsOf(notSupported, {
    'rejects a charset': mediaType(/charset/i, 'create', 'upload'),
    'compares the media type of a create case-sensitively': mediaType(
      /^(?!application\/json).*[Jj][Ss][Oo][Nn]/,
      'create',
    ),
    'compares the media type of an upload case-sensitively': mediaType(
      /^(?!multipart\/form-data).*[Ff][Oo][Rr][Mm]/,
      'upload',
    ),
    'accepts utf-8 only in lower case': mediaType(/UTF-8/, 'create'),
    'rejects unknown parameters of a media type': mediaType(/version|profile/, 'create'),
    'rejects a media type with a space after it': mediaType(/^application\/json ;/, 'create'),
    'accepts charset only in lower case': mediaType(/Charset/, 'create', 'upload'),
    'accepts a charset only without quotes': mediaType(/charset="/, 'create', 'upload'),
  }),
  ...faultsOf(acceptsBody, {
    'accepts every media type that ends in +json': mediaType(/^[^;]+\+json *(;|$)/i, 'create'),
    'accepts JSON with the media type text/plain': mediaType(/^text\/plain/i, 'create'),
    'accepts a create without a media type': mediaType(/^$/, 'create'),
    'accepts a create without a media type if its length is not announced': both(mediaType(/^$/, 'create'), isChunked),
    'accepts a create in text/plain if its length is not announced': both(
      mediaType(/^text\/plain$/, 'create'),
      isChunked,
    ),
    'ignores the Content-Encoding of a body whose length is not announced': (input) =>
      !isPlain(input) && isChunked(input),
    'accepts a create of any media type': both(mediaType(/^(?!x|.*text.plain).*\w\/\w/, 'create'), isPlain),
    'accepts JSON with the media type of a form': mediaType(/^application\/x-www-form-urlencoded$/, 'create'),
    'accepts every media type that begins with application/json': both(
      mediaType(/^application\/json[^,]*$/, 'create'),
      isPlain,
    ),
    'accepts every multipart body': both(mediaType(/^multipart\//, 'upload'), isPlain),
    'accepts a create whose media type is the word json': mediaType(/^json$/, 'create'),
    'accepts the first of several media types': mediaType(/^application\/json,/, 'create'),
    'accepts a create whose Content-Type is not a media type': mediaType(/^;( charset=utf-8)?$/, 'create'),
    'ignores an unknown Content-Encoding of a create': both(
      json,
      (input) => !['gzip', undefined].includes(coding(input)),
    ),
    'rejects only gzip as a Content-Encoding': both(form, (input) => coding(input) !== 'gzip'),
    'checks only the first of several content encodings of a create': both(
      json,
      ({ headers }) => headers.find(([name]) => name === 'Content-Encoding')?.[1] === 'identity',
    ),
    'reads only the last Content-Encoding of a create': both(json, (input) =>
      /^gzip, ?identity$/.test(coding(input) ?? ''),
    ),
    'reads only the last Content-Encoding of an upload': both(form, (input) =>
      /^gzip, ?identity$/.test(coding(input) ?? ''),
    ),
    'ignores unknown content encodings': (input) => /^(?!gzip|deflate|br|identity)./.test(coding(input) ?? ''),
    'checks only the first of several content encodings': (input) => coding(input)?.startsWith('identity,') === true,
    'ignores the Content-Encoding of a create': both(json, (input) => !isPlain(input)),
  }),
  'responds with 422 to an upload in JSON': { rejects: mediaType(/^application\/json$/, 'upload') },
  'responds with 422 to an upload as application/x-www-form-urlencoded': {
    rejects: mediaType(/^application\/x-www-form-urlencoded$/, 'upload'),
  },
  'fails at an upload whose Content-Type is not a media type': rejects('500')(mediaType(/^application\/$/, 'upload')),

  'decodes a create in gzip': accepts(both(json, (input) => coding(input) === 'gzip')),
  'decodes an upload in gzip': accepts(both(form, (input) => coding(input) === 'gzip')),
};

export default faults;
