// The suite inside an implementer's own Vitest suite: `idv-case-contract/vitest`.
import { beforeAll, describe, test } from 'vitest';
import { contract } from '../generated/requirements.ts';
import type { Manifest } from './checks/support/context.ts';
import { docsFrom } from './docs.ts';
import { Receiver } from './engine/receiver.ts';
import { judge } from './run/judge.ts';
import { card, withoutColour } from './reports/console.ts';
import { type Report, type ReportedResult, reportOf } from './reports/report.ts';
import { type Selection, selected, wholeSuite } from './run/selection.ts';
import { version } from './version.ts';
import type { WebhookOptions } from './cli/webhook-options.ts';

/** The candidate, and what part of the suite judges it; only the address is needed. */
export interface Candidate extends Partial<Omit<Manifest, 'baseUrl' | 'webhook'>>, Partial<Omit<Selection, 'known'>> {
  /** a function is called when the tests begin, so that the candidate can be started before */
  baseUrl: string | (() => string | Promise<string>);
  /** where the suite receives events, when `claims` has webhooks and sandbox */
  webhook?: WebhookOptions & { listen: { host: string; port: number }; secret: string };
}

/**
 * Registers a test for each requirement, by its id and sentence. The checks run together before the first of these tests;
 * each test then tells one verdict. `pass` passes, `not-applicable` is skipped, everything else fails.
 */
export function registerConformance(candidate: Candidate): void {
  const selection: Selection = { ...wholeSuite, ...candidate };
  const chosen = selected(selection).filter(({ untestable }) => untestable === null);
  describe(`idv-case-contract ${contract.version}`, () => {
    let report: Report;
    beforeAll(async () => {
      report = await judged(candidate, selection);
    }, selection.deadline + 10_000);
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
  const { baseUrl, keys = {}, claims = keys.live === undefined ? [] : ['live-key'] } = candidate;
  const { key = { header: 'Authorization', template: 'Bearer {key}' }, id = '/id' } = candidate;
  const address = typeof baseUrl === 'string' ? baseUrl : await baseUrl();
  const { webhook, ...rest } = candidate;
  const receiver = webhook && (await Receiver.open(webhook.listen, webhook.url));
  const manifest = { ...rest, baseUrl: address, keys, claims, key, id };
  try {
    const judgement = await judge({ ...manifest, ...(receiver && { webhook: { ...webhook, receiver } }) }, selection);
    return reportOf(judgement, {
      suiteVersion: version,
      command: 'npx idv-conformance',
      docs: docsFrom(),
      bundled: false,
      files: [],
      references: new Map(),
    });
  } finally {
    receiver?.close();
  }
}

/** The failure card is the whole message: a place in this file would tell a reader nothing. */
class NotPassed extends Error {
  constructor(result: ReportedResult, report: Report) {
    const shown =
      result.verdict === 'inconclusive'
        ? open(result)
        : card(result, report.docs, 'the files of npx idv-conformance --report-dir');
    super(withoutColour(shown));
    this.name = 'NotPassed';
    this.stack = '';
  }
}

const open = ({ id, reason, text }: ReportedResult) => `INCONCLUSIVE ${id}\n  ${text}\n  reason    ${reason}`;
