import { words } from './texts.ts';

/** Headers that name another method; frameworks obey them unless they are told not to. */
export const overrideHeaders = [
  'X-HTTP-Method-Override',
  'X-HTTP-Method',
  'X-Method-Override',
  'X-Original-Method',
  '_method',
] as const;

/** Query parameters that name another method. */
export const overrideParameters = ['_method', 'method', 'X-HTTP-Method-Override'] as const;

/** Other spellings of the name of a header. */
export const headerSpellings: Record<string, (name: string) => string> = {
  // As HTTP/2 gateways send them.
  'in lower case': (name) => name.toLowerCase(),
  'in upper case': (name) => name.toUpperCase(),
  'in letters of both cases': (name) =>
    name.replaceAll(/[a-z]/gi, (letter, at: number) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())),
};

/** Values of `Range`: that can and that cannot be satisfied, several ranges, and another unit. */
export const ranges = ['bytes=0-9', 'bytes=-5', 'bytes=99999-', 'bytes=0-0,5-9', 'items=0-1'];

/** Headers in which clients and gateways name a request, each with an id in its usual form. */
export const requestIds = {
  'X-Request-Id': '9d1f6a52-0c3b-4e7a-8f21-5b7c9e0d4a01',
  'X-Correlation-Id': '9d1f6a52-0c3b-4e7a-8f21-5b7c9e0d4a02',
  'Request-Id': '9d1f6a52-0c3b-4e7a-8f21-5b7c9e0d4a03',
  'X-Trace-Id': '9d1f6a52-0c3b-4e7a-8f21-5b7c9e0d4a04',
  Traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/**
 * Headers that change no response, each with some values: those that frameworks, servers and gateways read by themselves,
 * and those that browsers and other clients send.
 */
export const ignoredHeaders: Record<string, string[]> = {
  // Languages and character sets.
  'Accept-Language': ['es-MX, es;q=0.9', 'de', '*', 'x'],
  'Accept-Charset': ['utf-16', 'iso-8859-1'],
  'Content-Language': ['de', 'es-MX'],
  // What a proxy says about the client, and another address or version for the request.
  'X-Forwarded-For': ['203.0.113.7, 10.0.0.1', '127.0.0.1', 'unknown'],
  // Not http: a service behind a gateway may redirect what arrived there without TLS.
  'X-Forwarded-Proto': ['https'],
  'X-Forwarded-Host': ['shop.example'],
  'X-Forwarded-Port': ['8443'],
  'X-Forwarded-Prefix': ['/prefix'],
  'X-Real-IP': ['127.0.0.1'],
  'Client-IP': ['198.51.100.1'],
  Forwarded: ['for=198.51.100.1;proto=https'],
  Via: ['1.1 proxy'],
  'X-Original-URL': ['/cases/other', '/no-such-path'],
  'X-Rewrite-URL': ['/no-such-path', '/cases'],
  'X-Api-Version': ['9'],
  'Accept-Version': ['2'],
  // Who asks.
  'X-Tenant': ['two'],
  'X-Tenant-Id': ['two'],
  'X-User-Id': ['1'],
  'X-Role': ['admin'],
  Cookie: ['session=1; tenant=two', `PHPSESSID=x; JSESSIONID=x; csrftoken=x; consent=${'x'.repeat(2000)}`],
  From: ['someone@shop.example'],
  // Names of a request, which must not make two requests one.
  ...Object.fromEntries(Object.entries(requestIds).map(([name, id]) => [name, ['4711', id]])),
  'X-Request-Id': ['4711', requestIds['X-Request-Id'], 'x'.repeat(200)],
  'X-Idempotency-Key': ['4711'],
  // What browsers send.
  Origin: ['https://shop.example', 'null'],
  // Of the requests that have all headers, only the third one has this one without `Origin` and `X-Requested-With`, which
  // make some frameworks ignore it.
  Referer: ['https://shop.example/x', 'https://shop.example/y', 'https://shop.example/z'],
  'Sec-Fetch-Site': ['cross-site'],
  'X-Requested-With': ['XMLHttpRequest'],
  'X-CSRF-Token': ['x'],
  'Upgrade-Insecure-Requests': ['1'],
  DNT: ['1'],
  'User-Agent': ['curl/8', 'Mozilla/5.0'],
  // Services that check signatures read the age of a request from it.
  Date: ['Tue, 15 Nov 1994 08:12:31 GMT'],
  // Wishes that this service does not know.
  Prefer: ['return=minimal', 'respond-async'],
  'Cache-Control': ['no-cache', 'max-age=3600'],
  Pragma: ['no-cache'],
  TE: ['trailers'],
  Priority: ['u=1'],
  'X-Debug': ['1'],
  'X-Trace': ['1'],
};

/** Conditions of a read: that hold, that do not, and on the time. */
export const conditions: Record<string, string[]> = {
  'If-None-Match': ['*', '"x"'],
  'If-Modified-Since': ['Thu, 01 Jan 2037 00:00:00 GMT'],
  'If-Match': ['"x"', '*'],
  'If-Unmodified-Since': ['Thu, 01 Jan 1970 00:00:01 GMT'],
};

/** Only a read may have conditions, and a digest is not compared with the body. */
export const ignoredOnPost: Record<string, string[]> = {
  'If-None-Match': ['"x"', 'W/"x"', '*'],
  'If-Modified-Since': ['Thu, 01 Jan 2037 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:01 GMT'],
  'If-Match': ['"x"'],
  'If-Unmodified-Since': ['Thu, 01 Jan 1970 00:00:01 GMT'],
  'Content-MD5': ['AAAAAAAAAAAAAAAAAAAAAA=='],
  Digest: ['SHA-256=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
};

/** A header that has a meaning for a POST alone. */
export const ignoredOnRead: Record<string, string[]> = {
  'Content-Type': ['application/json', 'text/plain'],
};

/** `Header: value` with the header, for each value of each header. */
export const headerRows = (headers: Record<string, string[]>): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, values]) =>
      values.map((value) => [`${name}: ${value.slice(0, 60)}`, { [name]: value }]),
    ),
  );

const cookieNames = words(
  `token api_key apikey api-key key access_token auth auth_token authorization bearer jwt session session_id sid
  X-API-Key`,
);

/** Headers that other services read a key from. */
const keyHeaders = words(
  `X-API-Key Api-Key ApiKey X-ApiKey X-Key Key X-Client-Key X-Tenant-Key X-Secret-Key Ocp-Apim-Subscription-Key
  X-Goog-Api-Key Private-Token X-Forwarded-Access-Token X-Auth-Token X-Access-Token Access-Token X-API-Token X-Token
  Token X-Auth X-Auth-Key`,
);
const authorizationHeaders = words(
  `X-Authorization Proxy-Authorization X-Forwarded-Authorization X-Original-Authorization Authentication X-Bearer-Token`,
);

/** Headers in which a key has no meaning, each with how clients write it there. */
export const foreignKeyHeaders: Record<string, [header: string, template: string]> = {
  ...Object.fromEntries(keyHeaders.map((header) => [header, [header, '{key}']])),
  ...Object.fromEntries(authorizationHeaders.map((header) => [header, [header, 'Bearer {key}']])),
  ...Object.fromEntries(cookieNames.map((name) => [`the cookie ${name}`, ['Cookie', `${name}={key}`]])),
};

/** Query parameters in which a key has no meaning. */
export const foreignKeyParameters = [
  ...(['access_token', 'api_key', 'key', 'apikey', 'api-key', 'apiKey', 'token', 'auth', 'auth_token'] as const),
  ...(['authorization', 'Authorization', 'bearer', 'X-API-Key'] as const),
] as const;
