import type { IncomingMessage } from 'node:http';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Fault } from './fault.ts';

/** Who asks like this is refused before anything else, in this way. */
const refusing =
  (concerns: (request: IncomingMessage) => boolean, response: Rejected['response']): Fault['parts'] =>
  ({ authenticate }) => ({
    authenticate(request) {
      if (concerns(request)) throw new Rejected(response);
      return authenticate(request);
    },
  });

/** Some problems are written in another way. */
const writing =
  (
    concerns: (response: Parameters<Parts['problemBody']>[0]) => boolean,
    change: (body: Record<string, unknown>) => object,
  ): Fault['parts'] =>
  (original) => ({
    problemBody(response, id) {
      const body = original.problemBody(response, id);
      return (concerns(response) ? change({ ...body }) : body) as typeof body;
    },
  });

/** The refusal of a method has other headers. */
const onMethod =
  (name: string, changed: Record<string, string>): Fault['parts'] =>
  ({ fallback }) => ({
    fallback(method, path) {
      const response = fallback(method, path);
      return method === name ? { ...response, headers: { ...response.headers, ...changed } } : response;
    },
  });

const nothingHere = 'There is nothing at this path.';

/** Answers that only one check asks for, and not for what is wrong with them. */
export const everyAnswer: Fault[] = [
  {
    name: 'challenges nobody who uses another scheme',
    breaks: { 'authentication.challenge': 'missing-header' },
    parts: refusing(
      ({ headers }) => /^(?!bearer)/i.test(headers.authorization ?? 'bearer'),
      problem(401, 'unauthorized', 'Send a key.'),
    ),
  },
  {
    name: 'lets reads with a live key be stored',
    breaks: { 'http.no-store': { code: 'wrong-header', actual: 'private' } },
    parts: (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return call.caller.mode === 'live' ? { ...response, headers: { 'Cache-Control': 'private' } } : response;
      },
    }),
  },
  {
    name: 'lets the answer to OPTIONS be stored',
    breaks: { 'http.no-store': { code: 'wrong-header', row: 'the 405 to OPTIONS /cases' } },
    parts: onMethod('OPTIONS', { 'Cache-Control': 'max-age=600' }),
  },
  {
    name: 'lets browsers sniff the answer to PUT',
    breaks: { 'http.nosniff': 'wrong-header' },
    parts: onMethod('PUT', { 'X-Content-Type-Options': 'none' }),
  },
  {
    name: 'answers PUT in plain text',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', status: 405 } },
    parts: onMethod('PUT', { 'Content-Type': 'text/plain' }),
  },
  {
    name: 'answers an unknown path in plain text when no key is sent',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'the 404 to GET /no-such-path' } },
    parts: refusing(
      ({ headers, url }) => headers.authorization === undefined && url === '/no-such-path',
      problem(404, 'not-found', nothingHere, { headers: { 'Content-Type': 'text/plain' } }),
    ),
  },
  {
    name: 'writes no title for an id of a wrong form',
    breaks: { 'problems.members': { code: 'missing-property', row: "the 404 to GET /cases/x'%20OR%20'1'%3D'1" } },
    parts: (original) => ({
      ...writing(
        ({ detail }) => detail === 'This is no id.',
        ({ title: _, ...body }) => body,
      )(original),
      getCase: async (call, parts) =>
        call.path.case_id.length < 16 ? problem(404, 'not-found', 'This is no id.') : original.getCase(call, parts),
    }),
  },
  {
    name: 'writes the status 500 into the refusal of a sandbox reference',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', row: 'the 422 to POST /cases' } },
    parts: writing(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, status: 500 }),
    ),
  },
  {
    name: 'writes one instance into all refusals of a sandbox reference',
    breaks: { 'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'the 422 to POST /cases' } },
    parts: writing(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, instance: 'urn:uuid:00000000-0000-4000-8000-000000000000' }),
    ),
  },
];
