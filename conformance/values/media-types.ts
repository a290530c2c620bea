import { rowsOf } from './rows-of.ts';
import { words } from './texts.ts';

const boundary = 'boundary=idv-conformance-boundary';

/** Media types that no operation has: other ones, synonyms, near misses, ranges. */
const foreignTypes = rowsOf(
  ...words(
    `text/plain text/html application/xml application/x-www-form-urlencoded application/octet-stream text/json
    application/x-json application/jsonx application/json-patch+json application/problem+json application/vnd.api+json
    application/x-ndjson image/jpeg`,
  ),
  ...['multipart/mixed', 'multipart/related', 'multipart/form-datax'].map((type) => `${type}; ${boundary}`),
);

/** By operation, media types that are wrong for it; neither has that of the other. */
export const wrongMediaTypes: Record<'a create' | 'an upload', Record<string, string>> = {
  'a create': { ...foreignTypes, ...rowsOf(`multipart/form-data; ${boundary}`) },
  'an upload': { ...foreignTypes, ...rowsOf('application/json') },
};

/** Values of `Content-Type` that are no media type. */
export const malformedMediaTypes: Record<string, string> = Object.fromEntries(
  [
    ...words('; json application application/ /json'),
    'application json',
    '; charset=utf-8',
    '*',
    '/',
    'application/json, text/plain',
  ].map((type) => [`the type ${type}`, type]),
);

const alternating = (name: string) =>
  name.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
const ofName = (change: (name: string) => string) => (type: string) => type.replace(/^[^;]+/, change);

/** Unregistered names of the accepted file types, which some programs use. `image/jpg` may be accepted (`file.image-jpg`). */
export const fileTypeAliases: Record<'image/jpeg' | 'image/png' | 'application/pdf', string[]> = {
  'image/jpeg': ['image/pjpeg', 'image/x-jpeg', 'image/jpe', 'image/*'],
  'image/png': ['image/x-png', 'image/apng', '*/*'],
  'application/pdf': ['application/x-pdf', 'image/pdf', 'text/pdf'],
};

/** Types of a part that some clients declare for any file, and that say something else than `application/octet-stream`. */
export const typesLikeOctetStream = ['binary/octet-stream', 'application/x-octet-stream', 'application/unknown'];

/** Other spellings of a media type, made from the valid one. */
export const mediaTypeCases: Record<string, (valid: string) => string> = {
  'in capital letters': ofName((name) => name.toUpperCase()),
  'in letters of both cases': ofName(alternating),
};

/** Parameters behind a media type that have no effect. */
export const mediaTypeParameters = rowsOf(
  '; charset=utf-8',
  ';charset=utf-8',
  '; charset=UTF-8',
  '; Charset=utf-8',
  '; charset="utf-8"',
  '; version=1',
  '; charset=utf-8; profile="x y"',
);
export const spaceBeforeParameter = ' ; charset=utf-8; profile="x y"';

/** Codings of a body that are not `identity`. */
export const codings: Record<string, string | string[]> = {
  ...rowsOf('gzip', 'GZIP', 'br', 'deflate', 'compress', 'X-Own', 'identity, gzip'),
  'identity and gzip in two headers': ['identity', 'gzip'],
  // A service behind FastCGI may see only the last of them.
  'gzip and identity in two headers': ['gzip', 'identity'],
};

/** Values of `Accept`, none of which changes a response. */
export const acceptable = rowsOf(
  ...words(
    `text/html text/plain application/xml application/json application/json;version=9 image/*;q=0.5 application/json;q=0
    application/problem+json application/vnd.api+json */*;q=0 nonsense`,
  ),
  '',
);
