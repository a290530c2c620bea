// Media types and codings of requests and responses, and the headers by which a client asks for others.
import type { InputFault, InputFaults } from './input-fault.ts';
import { both, type Is, mediaType } from './requests.ts';
import { sends, sendsHeader, withHeader } from './support/changes.ts';
import type { Input } from './support/input.ts';

/** Bodies that are accepted although their media type or coding is wrong. */
const accepts = (is: Is): InputFault => ({
  accepts: (input, { status }) =>
    status === 415 && (input.properties !== undefined || input.file !== undefined) && is(input),
});
const notSupported = (is: Is): InputFault => ({ rejects: is, as: '415 unsupported-media-type' });
const notAcceptable = (is: Is): InputFault => ({ rejects: is, as: '406 unsupported-media-type' });

const coding = ({ header }: Input) => header('Content-Encoding');
const type = ({ header }: Input) => header('Content-Type') ?? '';
const isPlain: Is = (input) => coding(input) === undefined;
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

const faults: InputFaults = {
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
  'responds with 406 to a client that does not accept JSON': notAcceptable(({ header }) =>
    /^(?!.*(json|\*\/\*))./.test(header('Accept') ?? ''),
  ),
  'responds with 406 to a version of the media type': notAcceptable(
    ({ header }) => header('Accept')?.includes('version=') === true,
  ),
  'responds with 406 to an upload that accepts only problems': notAcceptable(
    ({ operation, header }) => operation === 'upload' && header('Accept') === 'application/problem+json',
  ),
  'responds with 400 to an Accept that does not parse': {
    rejects: ({ header }) => header('Accept')?.includes('/') === false,
    as: '400 malformed-request',
  },

  'rejects a charset': notSupported(mediaType(/charset/i, 'create', 'upload')),
  'compares the media type of a create case-sensitively': notSupported(
    mediaType(/^(?!application\/json).*[Jj][Ss][Oo][Nn]/, 'create'),
  ),
  'compares the media type of an upload case-sensitively': notSupported(
    mediaType(/^(?!multipart\/form-data).*[Ff][Oo][Rr][Mm]/, 'upload'),
  ),
  'accepts utf-8 only in lower case': notSupported(mediaType(/UTF-8/, 'create')),
  'rejects unknown parameters of a media type': notSupported(mediaType(/version|profile/, 'create')),
  'rejects a media type with a space after it': notSupported(mediaType(/^application\/json ;/, 'create')),
  'accepts charset only in lower case': notSupported(mediaType(/Charset/, 'create', 'upload')),
  'accepts a charset only without quotes': notSupported(mediaType(/charset="/, 'create', 'upload')),
  'treats parameters after the boundary as a part of it': {
    rejects: mediaType(/boundary=(".*|[^;]*;.*)/, 'upload'),
    as: '400 malformed-request',
  },

  'accepts every media type that ends in +json': accepts(mediaType(/^[^;]+\+json *(;|$)/i, 'create')),
  'accepts JSON with the media type text/plain': accepts(mediaType(/^text\/plain/i, 'create')),
  'accepts a create without a media type': accepts(mediaType(/^$/, 'create')),
  'responds with 400 to an upload without a media type': {
    rejects: mediaType(/^$/, 'upload'),
    as: '400 malformed-request',
  },
  'accepts a create of any media type': accepts(both(mediaType(/^(?!x|.*text.plain).*\w\/\w/, 'create'), isPlain)),
  'accepts JSON with the media type of a form': accepts(mediaType(/^application\/x-www-form-urlencoded$/, 'create')),
  'accepts every media type that begins with application/json': accepts(
    both(mediaType(/^application\/json[^,]*$/, 'create'), isPlain),
  ),
  'accepts every multipart body': accepts(both(mediaType(/^multipart\//, 'upload'), isPlain)),
  'responds with 422 to an upload in JSON': { rejects: mediaType(/^application\/json$/, 'upload') },
  'responds with 422 to an upload as application/x-www-form-urlencoded': {
    rejects: mediaType(/^application\/x-www-form-urlencoded$/, 'upload'),
  },
  'accepts a create whose media type is the word json': accepts(mediaType(/^json$/, 'create')),
  'accepts the first of several media types': accepts(mediaType(/^application\/json,/, 'create')),
  'accepts a create whose Content-Type is not a media type': accepts(mediaType(/^;( charset=utf-8)?$/, 'create')),
  'fails at an upload whose Content-Type is not a media type': {
    rejects: mediaType(/^application\/$/, 'upload'),
    as: '500',
  },
  'responds with 406 to a Content-Type that is not a media type': notAcceptable((input) => type(input) === 'json'),

  'decodes a create in gzip': { accepts: both(json, (input) => coding(input) === 'gzip') },
  'decodes an upload in gzip': { accepts: both(form, (input) => coding(input) === 'gzip') },
  'reads only the last Content-Encoding of a create': accepts(
    both(json, (input) => /^gzip, ?identity$/.test(coding(input) ?? '')),
  ),
  'reads only the last Content-Encoding of an upload': accepts(
    both(form, (input) => /^gzip, ?identity$/.test(coding(input) ?? '')),
  ),
  'ignores an unknown Content-Encoding of a create': accepts(
    both(json, (input) => !['gzip', undefined].includes(coding(input))),
  ),
  'rejects only gzip as a Content-Encoding': accepts(both(form, (input) => coding(input) !== 'gzip')),
  'checks only the first of several content encodings of a create': accepts(
    both(json, ({ headers }) => headers.find(([name]) => name === 'Content-Encoding')?.[1] === 'identity'),
  ),
  'ignores unknown content encodings': accepts((input) => /^(?!gzip|deflate|br|identity)./.test(coding(input) ?? '')),
  'checks only the first of several content encodings': accepts(
    (input) => coding(input)?.startsWith('identity,') === true,
  ),
  'ignores the Content-Encoding of a create': accepts(both(json, (input) => !isPlain(input))),
};

export default faults;
