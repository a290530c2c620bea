import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect, rendering, type FaultTable } from '../support/fault.ts';
import { type JsonObject, writingProblems, withoutProperty, writingFor } from '../support/problems.ts';
import { onMethod, rejectingFirst } from '../support/responses.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import { seeing } from '../support/http.ts';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Some problems are written in another way. */
const writingWhere =
  (
    concerns: (response: Parameters<Parts['problemBody']>[0]) => boolean,
    change: (body: Record<string, unknown>) => object,
  ): Defect =>
  (original) => ({
    problemBody(response, id) {
      const body = original.problemBody(response, id);
      return (concerns(response) ? change({ ...body }) : body) as typeof body;
    },
  });

/** A rejected read has the id that a header of its request names as instance. */
const instanceFrom = (idIn: (headers: IncomingHttpHeaders) => unknown): Defect =>
  seeing((original, requestOf) => {
    const ids = new WeakMap<object, string>();
    return {
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        const id = idIn(requestOf(call.caller).headers);
        if (!('problem' in response) || typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return response;
        const named = { ...response };
        ids.set(named, id);
        return named;
      },
      render(response, id, parts) {
        const named = ids.get(response);
        return original.render(response, named === undefined ? id : () => named, parts);
      },
    };
  });

const nothingHere = 'There is nothing at this path.';

/** Problems of another media type. */
const typed = (type: string, concerns: (problem: JsonObject) => boolean = () => true): Defect =>
  rendering(({ status, headers, body }) =>
    status >= 400 && concerns(JSON.parse(body) as JsonObject) ? { headers: { ...headers, 'Content-Type': type } } : {},
  );

const isAbout =
  (...types: string[]) =>
  ({ type }: JsonObject) =>
    types.some((known) => type === `/problems/${known}`);

const faults: FaultTable = {
  'problems.form': {
    'responds to PUT in plain text': onMethod('PUT', { 'Content-Type': 'text/plain' }),
    'responds to an unknown path in plain text when no key is sent': rejectingFirst(
      ({ headers, url }) => headers.authorization === undefined && url === '/no-such-path',
      problem(404, 'not-found', nothingHere, { headers: { 'Content-Type': 'text/plain' } }),
    ),
    // media type
    'sends problems as application/json': typed('application/json'),
    'sends problems as application/problem+xml': typed('application/problem+xml'),
    'sends a 401 as application/json': typed('application/json', isAbout('unauthorized')),
    'responds to an upload to a full case with application/json': typed(
      'application/json',
      isAbout('artifact-limit-reached'),
    ),
    'responds to an upload to a decided case with application/json': typed('application/json', isAbout('case-closed')),
    'responds to a reused key with application/json': typed('application/json', isAbout('idempotency-key-reused')),
    'sends a 503 as text/plain': typed('text/plain', isAbout('unavailable')),
    'responds to a file of an unknown type with application/json': typed(
      'application/json',
      isAbout('unsupported-file-type'),
    ),
    'omits title for an id of a wrong form': (original) => ({
      ...writingWhere(
        ({ detail }) => detail === 'This is no id.',
        ({ title: _, ...body }) => body,
      )(original),
      getCase: async (call, parts) =>
        call.path.case_id.length < 16 ? problem(404, 'not-found', 'This is no id.') : original.getCase(call, parts),
    }),
    // properties
    'omits title from problems': writingProblems((problem) => withoutProperty(problem, 'title')),
    'omits title from a 409': writingFor(
      ({ status }) => status === 409,
      (problem) => withoutProperty(problem, 'title'),
    ),
    'omits status from problems': writingProblems((problem) => withoutProperty(problem, 'status')),
    'omits detail from problems': writingProblems((problem) => withoutProperty(problem, 'detail')),
    'omits detail from a 404': writingFor(
      ({ status }) => status === 404,
      (problem) => withoutProperty(problem, 'detail'),
    ),
    'omits instance from problems': writingProblems((problem) => withoutProperty(problem, 'instance')),
    'omits detail from a 405': writingFor(
      ({ status }) => status === 405,
      (problem) => ({ ...problem, detail: null }),
    ),
    'writes the detail as an array': writingProblems((problem) => ({ ...problem, detail: [problem['detail']] })),
    // status
    'writes the status of problems as a string': writingProblems((problem) => ({
      ...problem,
      status: String(problem['status']),
    })),
    'omits type from a 405': writingFor(
      ({ status }) => status === 405,
      (problem) => withoutProperty(problem, 'type'),
    ),
    'writes the status 500 into the rejection of a sandbox reference': writingWhere(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, status: 500 }),
    ),
    'writes the status 400 into every problem': writingProblems((problem) => ({ ...problem, status: 400 })),
    'writes the status 400 into a 409': writingFor(
      ({ status }) => status === 409,
      (problem) => ({ ...problem, status: 400 }),
    ),
    'writes the status 400 into a 415': writingFor(
      ({ status }) => status === 415,
      (problem) => ({ ...problem, status: 400 }),
    ),
    'writes the status 500 into a 503': writingFor(
      ({ status }) => status === 503,
      (problem) => ({ ...problem, status: 500 }),
    ),
    'writes the status 404 into a 405': writingFor(
      ({ status }) => status === 405,
      (problem) => ({ ...problem, status: 404 }),
    ),
    'sends the same instance in all rejections of a sandbox reference': writingWhere(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, instance: 'urn:uuid:00000000-0000-4000-8000-000000000000' }),
    ),
    // instance
    'sends the same instance in all problems': writingProblems((problem) => ({
      ...problem,
      instance: 'urn:uuid:00000000-0000-4000-8000-000000000000',
    })),
    'computes the instance from the content of the problem': writingProblems((problem, { detail }) => {
      const digest = createHash('sha256').update(detail).digest('hex');
      return {
        ...problem,
        instance: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
      };
    }),
    'sends the same instance for a minute for an unknown case': (original) => {
      let last = { id: () => '', at: -Infinity };
      return {
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          return 'problem' in response ? { ...response, detail: 'There is no such case.' } : response;
        },
        render(response, id, parts) {
          if (!('problem' in response) || response.detail !== 'There is no such case.')
            return original.render(response, id, parts);
          if (performance.now() - last.at > 60_000) last = { id, at: performance.now() };
          return original.render(response, last.id, parts);
        },
      };
    },
    'sends X-Request-Id as instance': instanceFrom((headers) => headers['x-request-id']),
    'sends Request-Id as instance': instanceFrom((headers) => headers['request-id']),
    'sends the trace id of the request as instance': instanceFrom(({ traceparent }) =>
      String(traceparent).replace(/^00-(.{8})(.{4})(.{4})(.{4})(.{12})-.*/, '$1-$2-$3-$4-$5'),
    ),
    'writes a bare UUID as instance': writingProblems((problem, _, id) => ({ ...problem, instance: id })),
    'writes a path as instance': writingProblems((problem, _, id) => ({
      ...problem,
      instance: `/problems/instances/${id}`,
    })),
    'sends a counter as instance': (original) => {
      let count = 0;
      return writingProblems((problem) => ({ ...problem, instance: `urn:uuid:${(count += 1)}` }))(original);
    },
  },
};

export default faults;
