// What `explore` prints for programs: explore.schema.json.
import type { Finding } from '../oracle/terms.ts';
import type { Capability } from '../../generated/requirements.ts';
import type { Manifest } from '../manifest.ts';
import { scriptOf } from '../explore/script.ts';
import { visible } from '../reports/exchange/exchange.ts';
import { credentialsOf } from '../reports/secrets.ts';
import { version } from '../version.ts';
import type { Exchange } from '../wire/exchange.ts';
import { redactor } from '../wire/redactor.ts';

export interface Failure {
  requirement: string;
  expected: string;
  actual: string;
  /** in how many sequences it occurred */
  seen: number;
  /** for a POSIX shell: sends the shortest sequence that shows it */
  script: string;
}

export interface ExploreDocument {
  suite: { version: string };
  candidate: { bundled: boolean; baseUrl: string; claims: Capability[] };
  /** undefined for a sequence that was sent again */
  seed?: number;
  outcome: { exitCode: number; reason: string };
  requests: number;
  sequences: number;
  milliseconds: number;
  /** pairs of a change and a situation: those that were tried, and all */
  pairs?: { tried: number; of: number };
  failures: Failure[];
}

interface Shown {
  finding: Finding;
  outcome: { exchanges: Exchange[]; tag: string };
  seen: number;
}

export function failureOf({ finding, outcome, seen }: Shown, manifest: Manifest): Failure {
  const { requirement, expected, actual } = finding;
  const redact = redactor(credentialsOf(manifest));
  const clean = (text: string) => visible(redact(text));
  const script = scriptOf(outcome.exchanges, outcome.tag, manifest);
  return { requirement, expected: clean(expected), actual: clean(actual), seen, script };
}

/** @param bundled the reference implementation was explored */
export const documentOf = (
  { baseUrl, claims }: Manifest,
  bundled: boolean,
  found: Omit<ExploreDocument, 'suite' | 'candidate'>,
): ExploreDocument => ({ suite: { version }, candidate: { bundled, baseUrl, claims }, ...found });
