import type { Report, ReportedResult } from '../../generated/report.ts';
import { verdicts, type Verdict } from '../run/judge/verdict.ts';
import { count, type Counts, isKnownFailure, quantity } from '../run/judge/outcome.ts';

/** How each verdict is shown: the sign, so that colour is never the only difference. */
export const looks = {
  pass: { word: 'passed', sign: '✓', colour: 'green' },
  fail: { word: 'failed', sign: '✕', colour: 'red' },
  warning: { word: 'warnings', sign: '!', colour: 'yellow' },
  inconclusive: { word: 'inconclusive', sign: '?', colour: 'yellow' },
  'not-applicable': { word: 'not applicable', sign: '–', colour: 'dim' },
  error: { word: 'errors', sign: '⚠', colour: 'red' },
} as const satisfies Record<Verdict, object>;
export type Colour = (typeof looks)[Verdict]['colour'];

/** The verdicts that need attention, the worst first. */
export const verdictsToFix: Verdict[] = ['error', 'fail', 'warning', 'inconclusive'];

/** The origin of a requirement: a section of the source document, or a decision of this project. */
export function originOf({ source }: Pick<ReportedResult, 'source'>): string {
  return source.startsWith('§') ? `stated in ${source}` : `decided in ${source}`;
}

/** The results of each family, with their counts. */
export const familiesOf = (results: ReportedResult[]) =>
  [...Map.groupBy(results, ({ family }) => family)].map(([name, own]) => ({ name, results: own, counts: count(own) }));

/** The verdicts that occur, in the order of the columns of a table. */
export const occurring = (counts: Counts): Verdict[] => verdicts.filter((verdict) => counts[verdict] > 0);

type Paint = (verdict: Verdict, text: string) => string;

/** `3 passed, 1 failed`: the verdicts that occur, or all of them except errors. */
export function countsText(counts: Counts, all = true, paint: Paint = (_, text) => text): string {
  const shown = verdicts.filter((verdict) => counts[verdict] > 0 || (all && verdict !== 'error'));
  const texts = shown.map((verdict) => [verdict, counted(counts, verdict)] as const);
  return texts.map(([verdict, text]) => (counts[verdict] > 0 ? paint(verdict, text) : text)).join(', ');
}

export const totalsText = ({ counts, untestable }: Pick<Report, 'counts' | 'untestable'>, paint?: Paint): string =>
  `${countsText(counts, true, paint)} · ${untestable.length} untestable`;

/** `1 warning`, `2 warnings`. */
export function counted(counts: Counts, verdict: Verdict): string {
  const { word } = looks[verdict];
  return `${counts[verdict]} ${counts[verdict] === 1 ? word.replace(/s$/, '') : word}`;
}

/** Requests, duration, contract and seed of the run in one line. */
export const runText = ({ run, contract }: Report) =>
  `${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, contract ${contract.version}${run.seed === undefined ? '' : `, seed ${run.seed}`}`;

/** Nothing for a client: what its services stored is gone with them. */
export function createdText({ run, candidate }: Report): string {
  if (candidate.party === 'client') return '';
  return `${run.id === undefined ? 'the requests' : `run ${run.id}`} created ${createdThings(run)}`;
}

/** What the run created: the contract has no operation that deletes it. */
export const createdThings = ({ leftBehind: { cases, artifacts } }: Report['run']): string =>
  `${quantity(cases, 'case')} and ${quantity(artifacts, 'artifact')}, which remain in the service`;

/** How a person reads which service was judged. */
export const serviceText = ({ bundled, baseUrl }: Pick<Report['candidate'], 'bundled' | 'baseUrl'>): string =>
  bundled ? 'the bundled reference implementation' : baseUrl;

/** The headline with the service: `CONFORMANT: http://127.0.0.1:8080 (full)`; in a part, which has no name, at its end. */
export function outcomeLine({ outcome: { name, headline }, candidate }: Pick<Report, 'outcome' | 'candidate'>): string {
  const service = serviceText(candidate);
  return name === undefined ? `${headline} · ${service}` : headline.replace(name, () => `${name}: ${service}`);
}

/** `exit code 1: 3 requirements failed`. */
export function exitText({ outcome, repeats }: Pick<Report, 'outcome' | 'repeats'>): string {
  const { exitCode, reason } = repeats ?? outcome;
  return `exit code ${exitCode}: ${reason}`;
}

/** The results that have a card, the worst first; known failures are only listed. */
export const shownCards = (results: ReportedResult[]): ReportedResult[] =>
  (['error', 'fail', 'warning'] as const).flatMap((verdict) =>
    results.filter((result) => result.verdict === verdict && !isKnownFailure(result)),
  );
