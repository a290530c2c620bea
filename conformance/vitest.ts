// The suite inside an implementer's own Vitest suite: `idv-case-contract/vitest`.
import { beforeAll, describe, test } from 'vitest';
import type { Report, ReportedResult } from '../generated/report.ts';
import { contract } from '../generated/requirements.ts';
import type { Manifest, Webhook } from './manifest.ts';
import { deadlineOf } from './run/estimate.ts';
import { docsFrom } from './docs.ts';
import { bearerKey } from './wire/exchange.ts';
import { Receiver } from './wire/receiver.ts';
import { judgeService } from './run/service.ts';
import { cardText } from './reports/card.ts';
import { reportOf } from './reports/report.ts';
import { type Selection, selected, wholeSuite } from './run/selection.ts';
import { version } from './version.ts';
import { shipped } from '../shipped/files.ts';
import type { Values } from './cli/settings/flags.ts';
import { rerunFlags } from './cli/settings/rerun.ts';

/** The candidate, and which part of the suite judges it. Only the address is required. */
export interface Candidate extends Partial<Omit<Manifest, 'baseUrl' | 'webhook'>>, Partial<Omit<Selection, 'known'>> {
  /** the address, or a function that starts the candidate and returns its address */
  baseUrl: string | (() => string | Promise<string>);
  /** where the suite receives events, when `claims` has webhooks and sandbox */
  webhook?: Omit<Webhook, 'receiver'> & { listen: { host: string; port: number }; url?: string };
}

/**
 * Registers a test for each requirement, named by its id and sentence. All scenarios run before the first of these tests;
 * each test then reports one verdict: `pass` passes, `not-applicable` is skipped, everything else fails.
 */
export function registerConformance(candidate: Candidate): void {
  const selection: Selection = { ...wholeSuite, ...candidate };
  const chosen = selected(selection).filter(({ untestable }) => untestable === null);
  describe(`idv-case-contract ${contract.version}`, () => {
    let report: Report;
    beforeAll(
      async () => {
        report = await judged(candidate, selection);
      },
      deadlineOf(selection, candidate.claims ?? [], Infinity) + 10_000,
    );
    for (const [family, list] of Map.groupBy(chosen, (requirement) => requirement.family))
      describe(family, () => {
        for (const { id, text } of list)
          test(`${id}: ${text}`, ({ skip }) => {
            const result = report.results.find((found) => found.id === id)!;
            if (result.verdict === 'not-applicable') skip(result.reason);
            if (result.verdict !== 'pass') throw new NotPassed(result, report);
          });
      });
  });
}

async function judged(candidate: Candidate, selection: Selection): Promise<Report> {
  const { baseUrl, webhook, keys = {}, key = bearerKey, id = '/id', ...rest } = candidate;
  const { claims = keys.live === undefined ? [] : ['live-key'] } = candidate;
  const address = typeof baseUrl === 'string' ? baseUrl : await baseUrl();
  const rate = selection.rate === undefined ? {} : { rate: selection.rate };
  const receiver = webhook && (await Receiver.open(webhook.listen, webhook.url));
  const manifest = { ...rest, baseUrl: address, keys, claims, key, id };
  try {
    const judged = { ...manifest, ...(receiver && { webhook: { ...webhook, receiver } }) };
    const judgement = await judgeService(judged, selection);
    return reportOf(judgement, {
      suite: { version, digest: shipped.digest() },
      command: [shipped.command, ...rerunFlags({ ...valuesOf(judged, selection), ...rate })].join(' '),
      docs: docsFrom(),
      bundled: false,
    });
  } finally {
    receiver?.close();
  }
}

/** The candidate as values of flags, for the command that judges one requirement again. */
function valuesOf(manifest: Manifest, { class: name }: Selection): Partial<Values> {
  const { baseUrl, claims, key, id, headers = [], slow = false, fixtures, webhook } = manifest;
  return {
    'base-url': baseUrl,
    // A live key in the environment claims it.
    claim: claims.filter((claim) => claim !== 'live-key'),
    class: name,
    'key-header': `${key.header}: ${key.template}`,
    'id-from': id,
    slow,
    header: headers.map(([name, value]) => `${name}: ${value}`),
    ...(fixtures?.reference !== undefined && { reference: fixtures.reference }),
    ...(webhook && { 'webhook-listen': webhook.receiver.at, 'webhook-url': webhook.receiver.url }),
  };
}

/** Its message is the failure card; a stack would only point into this file. */
class NotPassed extends Error {
  constructor(result: ReportedResult, report: Report) {
    super(cardText(result, report));
    this.name = 'NotPassed';
    this.stack = '';
  }
}
