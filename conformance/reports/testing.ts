import type { Report } from '../../generated/report.ts';
import { readFileSync } from 'node:fs';
import type { SchemaObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type RequirementId, requirements } from '../../generated/requirements.ts';
import type { Facts } from '../manifest.ts';
import { bearerKey, type Exchange } from '../wire/exchange.ts';
import type { Failure, Result, ScenarioResult } from '../run/judge/verdict.ts';
import { outcomeOf, type Scope } from '../run/judge/outcome.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { resultOf } from '../testing.ts';
import type { Repeats } from '../run/repeat.ts';
import { type ReportContext, reportOf } from './report.ts';

/** A key with every character that a shell would interpret. */
export const secret = "s3cr$t`key'";
export const key = { value: secret, shell: '$IDV_API_KEY' };

/** The response of a hostile candidate: it would end a script, begin a command, colour a terminal or break XML. */
export const hostile =
  '</script></pre><img src=x onerror="document.title=1"> ]]> ::error::x \u001b[2J \u009b \u0000 ``` | \\ & %0A <!-- --!>\r\n::stop';

export const context: ReportContext = {
  suite: { version: '1.2.3', digest: 'f'.repeat(64) },
  command: 'idv-conformance --claim sandbox',
  docs: 'docs-site/',
  bundled: false,
};

export function exchange(request: Partial<Exchange['request']>, response = '{}'): Exchange {
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:1/cases',
      headers: [],
      body: [],
      credential: undefined,
      chunked: false,
      ...request,
    },
    response: { status: 200, headers: [['Content-Type', 'application/json']], body: Buffer.from(response) },
    milliseconds: 1.23,
  };
}

export function judgement(
  results: Result[],
  scope: Scope = { class: 'full', claimed: ['sandbox'], leftOut: [], partial: false },
): Judgement {
  const facts: Facts = {
    baseUrl: 'http://127.0.0.1:1',
    claims: scope.claimed,
    keys: { tenant: secret },
    key: bearerKey,
    id: '/id',
  };
  const outcome = outcomeOf(results, scope);
  const times = { startedAt: new Date(0), milliseconds: 1234 };
  // Not the real one, so that the samples stay the same when the contract changes.
  const contract = { version: '9.8.7', digest: 'd'.repeat(64) };
  const subject = { party: 'service', name: facts.baseUrl } as const;
  return {
    contract,
    subject,
    source: 'run',
    facts,
    run: { id: 'ab12', seed: 7 },
    ...times,
    scope,
    results,
    outcome,
  };
}

/** A failure that an exchange shows: by default a wrong status. */
export const failureOf = (requirement: RequirementId, shown: Exchange, more: Partial<Failure> = {}): Failure => ({
  requirement,
  kind: 'answer',
  expected: 'e',
  actual: 'a',
  exchange: shown,
  allowed: [],
  setting: [],
  ...more,
});

const authorized = { headers: [['Authorization', `Bearer ${secret}`] as [string, string]], credential: key };

/** A run with every verdict, against a hostile candidate. */
export function everyVerdict(): Report {
  const first = exchange({ method: 'GET', url: 'http://127.0.0.1:1/cases/a', ...authorized });
  const asked = exchange(
    { ...authorized, body: [Buffer.from('{"reference":"x"}')] },
    hostile.replaceAll(/[\u0000\u001b\u009b]/g, ''),
  );
  asked.response!.headers.push(['X-Hostile', hostile]);
  asked.response!.behind = Buffer.from(hostile);
  asked.interim = [{ status: 103, headers: [['X-Hostile', hostile]] }];
  const cut: Exchange = { request: asked.request, failure: 'connection reset', milliseconds: 2 };
  const controls = exchange({ ...authorized }, hostile);
  const bytes = exchange({ body: [Buffer.from([0xff, 0xd8, 0xff, 0x0d, 0x0a]), Buffer.alloc(5000)], inPieces: 20 });
  const of = (id: RequirementId, verdict: Result['verdict'], rest: Partial<Result> = {}): Result => {
    const seen = { exchanges: [first], milliseconds: 5.55, decisive: first };
    return resultOf(id, verdict, { reason: verdict === 'pass' ? '' : hostile, ...seen, ...rest });
  };
  const found = { exchanges: [first, controls, asked], decisive: asked };
  const wrong = failureOf('get-case.unknown-404', controls, { kind: 'form', expected: 'a', actual: hostile });
  const scenarios: ScenarioResult[] = [
    { label: 'a create', reason: hostile, verdict: 'fail', failure: { ...wrong, setting: [first] } },
    { label: `again ${hostile}`, reason: hostile, verdict: 'fail', failure: wrong },
    {
      label: 'an upload',
      reason: hostile,
      verdict: 'fail',
      failure: { ...wrong, kind: 'answer', exchange: first, allowed: ['404 not-found'] },
    },
    { label: hostile, verdict: 'inconclusive', reason: hostile, blockedBy: 'create-case.location' },
    { label: 'a read', verdict: 'pass', reason: '' },
  ];
  const results = [
    of('create-case.responds-with-201', 'pass'),
    of('create-case.location', 'fail', {
      ...found,
      failures: [
        {
          ...wrong,
          requirement: 'create-case.location',
          place: 'Location',
          exchange: asked,
          sender: { id: 'get-case.unknown-404', label: hostile },
        },
      ],
    }),
    of('create-case.responds-with-case', 'inconclusive', {
      blockedBy: 'create-case.location',
      exchanges: [cut],
      decisive: cut,
    }),
    of('get-case.unknown-404', 'fail', { ...found, scenarios, unlisted: ['an upload'] }),
    of('tenancy.ids-unique', 'fail', { ...found, known: 'accepted until spring' }),
    of('tenancy.apart-under-load', 'inconclusive', {
      blockedBy: 'tenancy.ids-unique',
      known: 'blocked by tenancy.ids-unique: accepted until spring',
    }),
    of('http.no-store', 'pass', { known: 'fixed meanwhile', fixed: ['a read'] }),
    of('http.nosniff', 'warning', found),
    of('problems.form', 'error', {
      stack: `Error: ${hostile}\n    at somewhere`,
      exchanges: [bytes, cut],
      decisive: { ...bytes, received: true },
    }),
    of('sandbox.rejected-without-capability', 'not-applicable', {
      reason: 'only applicable if the capability sandbox is not claimed',
      exchanges: [],
    }),
  ];
  const given = judgement(results);
  const { headline, exitCode, reason } = given.outcome;
  const repeats: Repeats = {
    runs: [1, 2].map((seed) => ({ id: given.run!.id, seed, headline, exitCode })),
    changed: [{ id: 'http.no-store', verdicts: ['pass', 'fail'] }],
    exitCode,
    reason,
  };
  const notices = [`The service stopped: ${hostile}`];
  return { ...reportOf({ ...given, notices }, { ...context, repeats }), earlier: { 'get-case.status': 'pass' } };
}

/** A run in which every requirement fails in the same way, or each in its own when the text differs. */
export function allFailed(actual: string | ((at: number) => string), only?: string): Report {
  const decisive = exchange({ headers: [['Content-Type', 'application/json']], body: [Buffer.from('{}')] });
  const failed = requirements
    .filter(({ family, untestable }) => untestable === null && (only === undefined || family === only))
    .map(({ id }, at) =>
      resultOf(id, 'fail', {
        reason: 'r',
        failures: [
          typeof actual === 'string'
            ? failureOf('create-case.responds-with-201', decisive, { kind: 'state', expected: 'status 422', actual })
            : failureOf(id, decisive, { expected: 'status 422', actual: actual(at) }),
        ],
        exchanges: [decisive],
        decisive,
      }),
    );
  return reportOf(judgement(failed), context);
}

/** `report.schema.json`, as it is published. */
export const schema = JSON.parse(
  readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8'),
) as SchemaObject;

const ajv = new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
const fits = ajv.compile(schema);

/** The mismatches of a report with the published schema. */
export function schemaErrors(report: unknown): string[] {
  return fits(report) ? [] : fits.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
