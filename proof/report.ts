// What the recordings and the live faults show together.
import type { Services } from './services.ts';
import type { TestableId } from '../generated/requirements.ts';
import { brokenBy, withFewerScenarios } from './frozen.ts';
import type { ShareReport } from './mutation/share.ts';
import { isNeededElsewhere, rules } from './mutation/needed.ts';
import { reasonOf, survivors, unseen } from './mutation/survivors.ts';
import type { LiveProof, Proof } from './prove.ts';
import type { Selection } from './selection.ts';

/** The totals of a run of the proof, for programs: reports/proof.json. */
export interface ProofReport {
  /** false: everything was proven */
  partial: boolean;
  seconds: number;
  /** the live faults that were not detected at first and ran again alone, each with what was missing */
  repeated: string[];
  scenarios: number;
  /** changed responses and events, and how many of them the oracle objects to */
  mutants: number;
  killed: number;
  /** by what allows them: how many mutants the oracle does not object to */
  allowed: Record<string, number>;
  /** faults, and how many of them were detected */
  faults: number;
  caught: number;
  /** tests of whole services that passed, with `--full` */
  services: number;
  /** what tests of whole services need that is missing, once for each test */
  skipped: string[];
  /** what has to be fixed, a line each */
  gaps: string[];
  /** by fault: the requirements that failed */
  failed: Record<string, TestableId[]>;
}

export function reportOf(
  selection: Selection,
  shares: ShareReport[],
  live: LiveProof[],
  services: Services,
  circumstances: Pick<ProofReport, 'partial' | 'seconds' | 'repeated'>,
): ProofReport {
  const sum = (of: (share: ShareReport) => number) => shares.reduce((total, share) => total + of(share), 0);
  const recorded = [...selection.inputs, ...selection.mutants].map((name) => recordedProof(name, shares));
  const proofs = [...recorded, ...live];
  return {
    ...circumstances,
    scenarios: sum(({ scenarios }) => scenarios),
    mutants: sum(({ mutants }) => mutants),
    killed: sum(({ killed }) => killed),
    allowed: allowedIn(shares),
    faults: proofs.length,
    caught: proofs.filter(({ gaps }) => gaps.length === 0).length,
    services: services.passed,
    skipped: services.skipped,
    gaps: [
      ...withFewerScenarios(),
      ...gapsOf(shares),
      ...(circumstances.partial ? [] : [...unusedReasons(shares), ...unneededRules(shares, live)]),
      ...proofs.flatMap(({ name, gaps }) => gaps.map((gap) => `FAULT ${name}: ${gap}`)),
      ...services.failed.map((name) => `SERVICE ${name}`),
    ],
    failed: Object.fromEntries(proofs.map(({ name, caught }) => [name, caught])),
  };
}

export const summaryOf = ({
  scenarios,
  mutants,
  killed,
  faults,
  caught,
  services,
  skipped,
  gaps,
  repeated,
  seconds,
}: ProofReport) =>
  [
    `${mutants} changed responses of ${scenarios} scenarios, ${killed} of them detected and the others allowed`,
    `${caught} of ${faults} faults detected, ${repeated.length} ran again alone`,
    ...(services > 0 ? [`${services} services as they should be`] : []),
    ...(skipped.length > 0 ? [skippedText(skipped)] : []),
    `${gaps.length} gaps`,
    `${seconds} s`,
  ].join('; ');

/** `2 skipped: no nginx` */
const skippedText = (skipped: string[]) => `${skipped.length} skipped: ${[...new Set(skipped)].join(', ')}`;

/** A fault that is a predicate or a mutant breaks what `proof/frozen.json` lists for it. */
function recordedProof(name: string, shares: ShareReport[]): Proof {
  const caught = [...new Set(shares.flatMap(({ faults }) => faults[name] ?? []))];
  const broken = brokenBy(name);
  const missed = broken.filter((id) => !caught.includes(id)).map((id) => `${id} did not fail`);
  const unknown = broken.length === 0 ? ['proof/frozen.json does not list it: add it with --freeze'] : [];
  return { name, caught, gaps: [...unknown, ...missed] };
}

// A property that the table does not know is right in each changed response.
const howToFail =
  'no changed response makes it fail: if it is about a property, add a case with a wrong value of it to `states` in proof/mutation/responses.ts; otherwise it needs a step that a rule judges';

/** Scenarios that cannot fail, and changed responses that nothing detects and nothing allows. */
function gapsOf(shares: ShareReport[]): string[] {
  const survived = new Map(shares.flatMap(({ gaps }) => Object.entries(gaps)));
  const isExcepted = (name: string) => unseen.some(({ scenarios }) => scenarios.test(name));
  return [
    ...shares.flatMap((share) => share.unclean.map((name) => `NOT PASSED ${name}`)),
    ...[...survived].map(([name, scenario]) => `SURVIVES ${name} (${scenario})`),
    ...shares.flatMap((share) =>
      share.unseen.filter((name) => !isExcepted(name)).map((name) => `NEVER FAILS ${name} (${howToFail})`),
    ),
  ];
}

const unusedReasons = (shares: ShareReport[]): string[] =>
  survivors
    .map(reasonOf)
    .filter((reason) => !shares.some(({ allowed }) => allowed[reason] !== undefined))
    .map((reason) => `UNUSED in proof/mutation/survivors.ts: ${reason}`);

/** Those that nothing would miss. */
function unneededRules(shares: ShareReport[], live: LiveProof[]): string[] {
  const needed = new Set([...shares, ...live].flatMap((each) => each.needed));
  return rules()
    .filter(({ place, text }) => !needed.has(place) && !isNeededElsewhere(text))
    .map(({ place }) => `NOT NEEDED conformance/oracle/${place}: no changed response and no fault needs this rule`);
}

function allowedIn(shares: ShareReport[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, count] of shares.flatMap(({ allowed }) => Object.entries(allowed)))
    counts[name] = (counts[name] ?? 0) + count;
  return counts;
}
