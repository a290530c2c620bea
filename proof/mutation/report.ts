// What the shares of the proof by mutants show together.
import { requirements } from '../../generated/requirements.ts';
import { brokenBy } from '../frozen.ts';
import { inputFaults } from './inputs.ts';
import type { ShareReport } from './share.ts';
import { reasonOf, survivors, unseen } from './survivors.ts';

/** Each gap as a line; none when every scenario can fail and every change is found or allowed. */
export function gapsOf(reports: ShareReport[]): string[] {
  const all = <T>(of: (report: ShareReport) => T[]) => reports.flatMap(of);
  const kinds = new Map(all(({ gaps }) => Object.entries(gaps)));
  const open = all((report) => report.unseen);
  const isUsed = (reason: string) => reports.some(({ allowed }) => allowed[reason] !== undefined);
  return [
    ...all(({ unclean }) => unclean).map((name) => `NOT PASSED ${name}`),
    ...[...kinds].map(([name, scenario]) => `SURVIVES ${name} (${scenario})`),
    ...survivors
      .map(reasonOf)
      .filter((reason) => !isUsed(reason))
      .map((reason) => `UNUSED ${reason}`),
    ...open.filter((name) => !isExcepted(name)).map((name) => `NEVER FAILS ${name}`),
    ...Object.keys(inputFaults).flatMap((name) => gapOfInput(name, reports)),
  ];
}

const isExcepted = (name: string) => unseen.some(({ scenarios }) => scenarios.test(name));

/** A service that reads a request wrongly breaks what `proof/frozen.json` lists for it. */
function gapOfInput(name: string, reports: ShareReport[]): string[] {
  const failed = reports.flatMap(({ inputs }) => inputs[name] ?? []);
  const broken = brokenBy(name);
  if (broken.length === 0) return [`INPUT ${name}: proof/frozen.json does not list this fault`];
  const missed = broken.filter((id) => !failed.includes(id));
  return missed.length === 0 ? [] : [`INPUT ${name}: ${missed.join(', ')} did not fail, but ${failed.join(', ')}`];
}

export function summaryOf(reports: ShareReport[], gaps: string[], milliseconds: number): string[] {
  const sum = (of: (report: ShareReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const testable = requirements.filter(({ untestable }) => untestable === null).map(({ id }) => id);
  const not = (of: (report: ShareReport) => Set<string>) => {
    const known = new Set(reports.flatMap((report) => [...of(report)]));
    return testable.filter((id) => !known.has(id));
  };
  const [unnamed, notAlone] = [not(({ named }) => named), not(({ alone }) => alone)];
  const { user, system } = process.cpuUsage();
  return [
    `${unnamed.length} of ${testable.length} requirements are named by no finding: ${unnamed.join(' ')}`,
    `${notAlone.length - unnamed.length} more are never the only finding: ${notAlone.filter((id) => !unnamed.includes(id)).join(' ')}`,
    [
      `${sum(({ mutants }) => mutants)} mutants of ${sum(({ scenarios }) => scenarios)} scenarios`,
      `${sum(({ killed }) => killed)} found`,
      `${Object.keys(inputFaults).length} input faults`,
      `${gaps.length} gaps`,
      `${Math.round(milliseconds / 1000)} s, ${Math.round((user + system) / 1e6)} s of processor time`,
    ].join('; '),
  ];
}

/** By what allows them, how many mutants have no finding. */
export function allowedIn(reports: ShareReport[]): string[] {
  const counts = new Map<string, number>();
  for (const [name, count] of reports.flatMap(({ allowed }) => Object.entries(allowed)))
    counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} allowed by ${name}`);
}
