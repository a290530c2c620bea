import type { IncomingMessage } from 'node:http';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { type Defect, type FaultTable, rendering } from '../support/fault.ts';
import { rejecting, seeing, unsupported } from '../support/http.ts';

/** Whether the request has a header with exactly this spelling of its name. */
const sends = ({ rawHeaders }: IncomingMessage, name: string) => rawHeaders.includes(name);

/** A header is only known by some of its names. */
const knowing =
  (name: string, ...spellings: string[]) =>
  ({ headers, rawHeaders }: IncomingMessage): boolean =>
    headers[name] === undefined || rawHeaders.some((each) => spellings.includes(each));

const rangeNotSatisfiable = () =>
  new Rejected({ ...problem(400, 'malformed-request', 'No such range.'), status: 416 } as never);

/** Responds to a `Range` with a part of the body, as some proxies do for every 200. */
const servingRanges =
  (
    concerns: (range: string, status: number) => boolean,
    partial: (body: string) => { status: number; body: string },
  ): Defect =>
  (original) => {
    let range: string | undefined;
    return {
      authenticate(request) {
        range = request.headers.range;
        return original.authenticate(request);
      },
      ...rendering((rendered) => (range && concerns(range, rendered.status) ? partial(rendered.body) : {}))(original),
      mismatchOf: () => undefined,
    };
  };

const faults: FaultTable = {
  'http.header-names-any-case': {
    'accepts only the usual spelling of Authorization': ({ authenticate }) => ({
      authenticate: (request) =>
        knowing('authorization', 'Authorization')(request) ? authenticate(request) : ('no key' as never),
    }),
    'accepts Content-Type only in the usual spelling and in lower case': ({ checkMediaType }) => ({
      checkMediaType(request, expected) {
        if (!knowing('content-type', 'Content-Type', 'content-type')(request)) throw unsupported();
        checkMediaType(request, expected);
      },
    }),
    'ignores Content-Type of an upload in lower case': ({ checkMediaType }) => ({
      checkMediaType(request, expected) {
        if (expected === 'multipart/form-data' && sends(request, 'content-type')) throw unsupported();
        checkMediaType(request, expected);
      },
    }),
    'fails at a read whose key has a header in upper case': rejecting((request) => {
      if (request.method === 'GET' && sends(request, 'AUTHORIZATION')) throw new Error('no such header');
      return undefined;
    }),
    'ignores an Idempotency-Key in lower case': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (sends(request, 'idempotency-key') ? undefined : idempotencyKeyOf(request)),
    }),
    'ignores an Idempotency-Key in upper case on an upload': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) =>
        sends(request, 'IDEMPOTENCY-KEY') && request.url!.includes('artifacts') ? undefined : idempotencyKeyOf(request),
    }),
  },
  'http.range-ignored': {
    'responds to a read with a Range with 206': servingRanges(
      (range, status) => range === 'bytes=0-9' && status === 200,
      (body) => ({ status: 206, body: body.slice(0, 10) }),
    ),
    'responds to a read with a Range with 416': rejecting(({ method, headers }) =>
      method === 'GET' && headers.range === 'bytes=99999-' ? rangeNotSatisfiable() : undefined,
    ),
    'rejects a create with a range': rejecting(({ url, headers }) =>
      url === '/cases' && headers.range === 'items=0-1' ? rangeNotSatisfiable() : undefined,
    ),
    'sends Content-Range in the response to an upload': seeing((original, requestOf) => ({
      async uploadArtifact(call, parts) {
        const response = await original.uploadArtifact(call, parts);
        if (requestOf(call.caller).headers.range === undefined || response.status !== 201) return response;
        return { ...response, headers: { 'Content-Range': 'bytes 0-9/10' } };
      },
    })),
    'responds to a rejected request with a Range with 206': servingRanges(
      (range, status) => range === 'bytes=-5' && status === 404,
      (body) => ({ status: 404, body: body.slice(-5) }),
    ),
  },
};

export default faults;
