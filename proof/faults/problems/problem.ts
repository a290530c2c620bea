import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect, rendering, failing, type FaultTable } from '../support/fault.ts';
import { type JsonObject, writingProblems, withoutProperty, writingFor } from '../support/problems.ts';
import { onMethod, rejectingFirst } from '../support/responses.ts';
import { problem } from '../../../reference-impl/http/problems.ts';
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

/** Defects that the checks in `conformance/checks/problems/problem.ts` must find. */
export const problemsProblemFaults: FaultTable = {
  'responds to PUT in plain text': [
    { 'problems.media-type': { code: 'wrong-media-type', status: 405 } },
    onMethod('PUT', { 'Content-Type': 'text/plain' }),
  ],
  'responds to an unknown path in plain text when no key is sent': [
    {
      'problems.media-type': {
        code: 'wrong-media-type',
        row: 'requests of other checks: GET /no-such-path, status 404',
      },
    },
    rejectingFirst(
      ({ headers, url }) => headers.authorization === undefined && url === '/no-such-path',
      problem(404, 'not-found', nothingHere, { headers: { 'Content-Type': 'text/plain' } }),
    ),
  ],
  // media type
  'sends problems as application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', actual: 'application/json' } },
    typed('application/json'),
  ],
  'sends problems as application/problem+xml': [
    { 'problems.media-type': { code: 'wrong-media-type', actual: 'application/problem+xml' } },
    typed('application/problem+xml'),
  ],
  'sends a 401 as application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'a create without a key' } },
    typed('application/json', isAbout('unauthorized')),
  ],
  'responds to an upload to a full case with application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'an upload to a full case' } },
    typed('application/json', isAbout('artifact-limit-reached')),
  ],
  'responds to an upload to a decided case with application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'an upload to a decided case' } },
    typed('application/json', isAbout('case-closed')),
  ],
  'responds to a reused key with application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'a key for another payload' } },
    typed('application/json', isAbout('idempotency-key-reused')),
  ],
  'sends a 503 as text/plain': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'a create when the service is unavailable' } },
    typed('text/plain', isAbout('unavailable')),
  ],
  'responds to a file of an unknown type with application/json': [
    { 'problems.media-type': { code: 'wrong-media-type', row: 'a file of an unknown type' } },
    typed('application/json', isAbout('unsupported-file-type')),
  ],
  'omits title for an id of a wrong form': [
    {
      'problems.members': {
        code: 'missing-property',
        row: 'requests of other checks: GET /cases/{case_id}, status 404',
      },
    },
    (original) => ({
      ...writingWhere(
        ({ detail }) => detail === 'This is no id.',
        ({ title: _, ...body }) => body,
      )(original),
      getCase: async (call, parts) =>
        call.path.case_id.length < 16 ? problem(404, 'not-found', 'This is no id.') : original.getCase(call, parts),
    }),
  ],
  ...failing(
    { 'problems.members': { code: 'missing-property', pointer: '/title' } },
    {
      // properties
      'omits title from problems': writingProblems((problem) => withoutProperty(problem, 'title')),
      'omits title from a 409': writingFor(
        ({ status }) => status === 409,
        (problem) => withoutProperty(problem, 'title'),
      ),
    },
  ),
  'omits status from problems': [
    {
      'problems.members': { code: 'missing-property', pointer: '/status' },
      'problems.status-matches': { code: 'wrong-problem-status', actual: 'nothing' },
    },
    writingProblems((problem) => withoutProperty(problem, 'status')),
  ],
  ...failing(
    { 'problems.members': { code: 'missing-property', pointer: '/detail' } },
    {
      'omits detail from problems': writingProblems((problem) => withoutProperty(problem, 'detail')),
      'omits detail from a 404': writingFor(
        ({ status }) => status === 404,
        (problem) => withoutProperty(problem, 'detail'),
      ),
    },
  ),
  'omits instance from problems': [
    {
      'problems.members': { code: 'missing-property', pointer: '/instance' },
      'problems.instance-fresh': { code: 'wrong-problem-instance', actual: 'nothing' },
    },
    writingProblems((problem) => withoutProperty(problem, 'instance')),
  ],
  ...failing(
    { 'problems.members': { code: 'schema-mismatch', pointer: '/detail' } },
    {
      'omits detail from a 405': writingFor(
        ({ status }) => status === 405,
        (problem) => ({ ...problem, detail: null }),
      ),
      'writes the detail as an array': writingProblems((problem) => ({ ...problem, detail: [problem['detail']] })),
    },
  ),
  // status
  'writes the status of problems as a string': [
    {
      'problems.members': { code: 'schema-mismatch', pointer: '/status' },
      'problems.status-matches': { code: 'wrong-problem-status', actual: '"4' },
    },
    writingProblems((problem) => ({ ...problem, status: String(problem['status']) })),
  ],
  'omits type from a 405': [
    {
      'problems.members': { code: 'missing-property', pointer: '/type' },
      'http.wrong-method-405': { code: 'wrong-problem-type', actual: 'nothing' },
    },
    writingFor(
      ({ status }) => status === 405,
      (problem) => withoutProperty(problem, 'type'),
    ),
  ],
  'writes the status 500 into the rejection of a sandbox reference': [
    {
      'problems.status-matches': {
        code: 'wrong-problem-status',
        row: 'requests of other checks: POST /cases, status 422',
      },
    },
    writingWhere(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, status: 500 }),
    ),
  ],
  ...failing(
    { 'problems.status-matches': { code: 'wrong-problem-status', actual: '400' } },
    {
      'writes the status 400 into every problem': writingProblems((problem) => ({ ...problem, status: 400 })),
      'writes the status 400 into a 409': writingFor(
        ({ status }) => status === 409,
        (problem) => ({ ...problem, status: 400 }),
      ),
      'writes the status 400 into a 415': writingFor(
        ({ status }) => status === 415,
        (problem) => ({ ...problem, status: 400 }),
      ),
    },
  ),
  'writes the status 500 into a 503': [
    { 'problems.status-matches': { code: 'wrong-problem-status', actual: '500' } },
    writingFor(
      ({ status }) => status === 503,
      (problem) => ({ ...problem, status: 500 }),
    ),
  ],
  'writes the status 404 into a 405': [
    { 'problems.status-matches': { code: 'wrong-problem-status', actual: '404' } },
    writingFor(
      ({ status }) => status === 405,
      (problem) => ({ ...problem, status: 404 }),
    ),
  ],
  'sends the same instance in all rejections of a sandbox reference': [
    {
      'problems.instance-fresh': {
        code: 'repeated-problem-instance',
        row: 'requests of other checks: POST /cases, status 422',
      },
    },
    writingWhere(
      ({ errors }) => errors?.some(({ detail }) => detail.includes('sandbox')) === true,
      (body) => ({ ...body, instance: 'urn:uuid:00000000-0000-4000-8000-000000000000' }),
    ),
  ],
  // instance
  'sends the same instance in all problems': [
    { 'problems.instance-fresh': 'repeated-problem-instance' },
    writingProblems((problem) => ({ ...problem, instance: 'urn:uuid:00000000-0000-4000-8000-000000000000' })),
  ],
  'computes the instance from the content of the problem': [
    { 'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'an upload without a key' } },
    writingProblems((problem, { detail }) => {
      const digest = createHash('sha256').update(detail).digest('hex');
      return {
        ...problem,
        instance: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
      };
    }),
  ],
  'sends the same instance for a minute for an unknown case': [
    { 'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'a read that names its request' } },
    (original) => {
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
  ],
  ...failing(
    {
      'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'another read with the same name' },
    },
    {
      'sends X-Request-Id as instance': instanceFrom((headers) => headers['x-request-id']),
      'sends Request-Id as instance': instanceFrom((headers) => headers['request-id']),
      'sends the trace id of the request as instance': instanceFrom(({ traceparent }) =>
        String(traceparent).replace(/^00-(.{8})(.{4})(.{4})(.{4})(.{12})-.*/, '$1-$2-$3-$4-$5'),
      ),
    },
  ),
  ...failing(
    {
      'problems.instance-fresh': 'wrong-problem-instance',
      'problems.members': { code: 'schema-mismatch', pointer: '/instance' },
    },
    {
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
  ),
};
