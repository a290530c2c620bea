// The form of problems.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isDirective, isUnknownCase, parses, query } from './requests.ts';
import { type Of, sends, sendsHeader, withHeader, writes } from './support/changes.ts';
import { faultsOf, type InputFaults, type IsShown } from './support/fault.ts';
import type { Input, Properties } from './support/input.ts';

const showsStack = (is: IsShown) =>
  writes(
    (problem) => ({ ...problem, trace: 'Error: failed\n    at respond (/srv/cases/respond.js:12:3)' }),
    (shown, input) => is(input, shown),
  );

const status =
  (...wanted: number[]): Of =>
  (shown) =>
    wanted.includes(shown.status);
const problem =
  (name: string): Of =>
  (shown) =>
    shown.problem === name;
const asksToWait: Of = ({ body }) => body?.['retry_after'] !== undefined;
const isRejectedDirective: Of = (shown, { properties }) =>
  shown.status === 422 && isDirective(properties?.['reference']);
const isMalformedJson: Of = (shown, { operation, text }) =>
  operation === 'create' && shown.status === 400 && !parses(text);
const typed = (type: string, of: Of = () => true) =>
  sendsHeader('Content-Type', type, (shown, input) => shown.status >= 400 && of(shown, input));

const tells = (detail: string, of: Of) => writes((body) => ({ ...body, detail }), of);
const instance = (change: (body: Properties, input: Input) => string | undefined, of?: Of) =>
  writes((body, input) => {
    const changed = change(body, input);
    return changed === undefined ? undefined : { ...body, instance: changed };
  }, of);
const instanceFrom = (idIn: (input: Input) => string | undefined) =>
  instance((_, input) => {
    const id = idIn(input);
    return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? `urn:uuid:${id}` : undefined;
  }, isUnknownCase);
const constant = 'urn:uuid:00000000-0000-4000-8000-000000000000';
const idIn = (body: Properties) => String(body['instance']).replace('urn:uuid:', '');

const faults: InputFaults = {
  ...faultsOf(showsStack, {
    'shows a stack trace if the query asks for it': (input) => query('trace', input) === 'true',
    'shows a stack trace if a header asks for it': ({ header }, { status }) =>
      status === 422 && header('X-Debug') !== undefined,
  }),
  'shows where a Perl parser failed': tells('Expected a string at lib/Cases/Body.pm line 832.', isMalformedJson),
  'shows where a Rust parser failed': tells("panicked at 'expected a string', src/body.rs:83:5", isMalformedJson),
  'shows where an Elixir parser failed': tells('(cases 0.1.0) lib/cases/body.ex:83: Body.parse/1', isMalformedJson),
  'shows the source file of a parser': tells('Expected a string in /deploy/cases/body.py', isMalformedJson),
  'shows a file path in a 404': tells(`Nothing in ${homedir()}/cases was found.`, status(404)),
  'shows the path where it stores a rejected file': tells(
    'ENOENT: /var/lib/cases/arriving_7',
    problem('unsupported-file-type'),
  ),
  'shows SQL in a 404': tells('No rows: SELECT body FROM cases WHERE id = ?', status(404)),
  'shows SQL in the 404 of an id with a quote': tells(
    'Near a quote: SELECT body FROM cases WHERE id = ?',
    (shown, input) => isUnknownCase(shown, input) && /'|%27/.test(input.target),
  ),
  'shows a database error in a 409': writes(
    (body) => ({ ...body, cause: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: artifacts.id' }),
    status(409),
  ),

  'responds to an unknown path in plain text when no key is sent': sends(
    (_, { target, header }) => target === '/no-such-path' && header('Authorization') === undefined,
    ({ headers, body }) => ({
      status: 404,
      headers: withHeader(headers, 'Content-Type', 'text/plain'),
      body: { ...body, type: '/problems/not-found', status: 404 },
    }),
  ),
  'sends problems as application/json': typed('application/json'),
  'writes the media type of problems in mixed case': typed('Application/Problem+JSON'),
  'writes a space behind the media type of problems': typed('application/problem+json ; charset=utf-8'),
  'sends problems with the charset ISO-8859-1': typed('application/problem+json; charset=iso-8859-1'),
  'sends problems as application/problem+xml': typed('application/problem+xml'),
  'sends a 401 as application/json': typed('application/json', problem('unauthorized')),
  'responds to an upload to a full case with application/json': typed(
    'application/json',
    problem('artifact-limit-reached'),
  ),
  'responds to an upload to a decided case with application/json': typed('application/json', problem('case-closed')),
  'responds to a reused key with application/json': typed('application/json', problem('idempotency-key-reused')),
  'responds to a file of an unknown type with application/json': typed(
    'application/json',
    problem('unsupported-file-type'),
  ),
  ...faultsOf(
    (change: (seconds: number) => unknown) => writes((body) => ({ ...body, retry_after: change(1) }), asksToWait),
    {
      'writes retry_after in milliseconds': (seconds) => seconds * 1000,
      'writes another retry_after than Retry-After': () => 30,
    },
  ),
  'omits retry_after': writes(({ retry_after: _, ...body }) => body, asksToWait),
  'omits retry_after in a 503': writes(({ retry_after: _, ...body }) => body, status(503)),
  'omits title for an id of a wrong form': writes(
    ({ title: _, ...rest }) => rest,
    (shown, input) => isUnknownCase(shown, input) && input.target.length < '/cases/'.length + 16,
  ),
  ...faultsOf(writes, {
    'writes the detail as an array': (body) => ({ ...body, detail: [body['detail']] }),
    'writes the status of problems as a string': (body) => ({ ...body, status: String(body['status']) }),
    'writes the status 400 into every problem': (body) => ({ ...body, status: 400 }),
  }),
  'writes the status 500 into the rejection of a sandbox reference': writes(
    (body) => ({ ...body, status: 500 }),
    isRejectedDirective,
  ),
  ...faultsOf(instance, {
    'sends the same instance in all problems': () => constant,
    'computes the instance from the content of the problem': ({ detail }) => {
      const digest = createHash('sha256').update(String(detail)).digest('hex');
      return `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')}`;
    },
    'writes a bare UUID as instance': idIn,
    'writes a path as instance': (body) => `/problems/instances/${idIn(body)}`,
    'sends a counter as instance': (body) => `urn:uuid:${Number.parseInt(idIn(body), 16)}`,
  }),
  'sends the same instance for a minute for an unknown case': instance(() => constant, isUnknownCase),
  ...faultsOf(instanceFrom, {
    'sends X-Request-Id as instance': ({ header }) => header('X-Request-Id'),
    'sends Request-Id as instance': ({ header }) => header('Request-Id'),
    'sends the trace id of the request as instance': ({ header }) =>
      header('Traceparent')?.replace(/^00-(.{8})(.{4})(.{4})(.{4})(.{12})-.*/, '$1-$2-$3-$4-$5'),
  }),
};

export default faults;
