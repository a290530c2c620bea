import type { ReportedFinding, ReportedResult } from '../../generated/report.ts';

// Characters: the beginning of a long JSON value says what it is; a sentence is read to its end.
// What a client did, with its last line, is always a sentence.
const longest = { value: 60, sentence: 240, request: 600, label: 60 };

/** The text without line breaks. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The same, cut behind a whole character. */
export const short = (text: string, limit: number): string => {
  const line = oneLine(text);
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
};

/** A label in quotes, unless it has some. */
function quoted(label: string): string {
  const text = short(label, longest.label);
  return text.includes('"') ? text : `"${text}"`;
}

/** `"empty", "a tab" and 5 more`: the first scenarios, or the one whose exchange shows it in the whole run. */
export function labelsText({ scenarios, sender }: ReportedFinding, most: number): string {
  if (sender) return `${sender.requirement}, ${quoted(sender.scenario)}`;
  return firstOf(scenarios.map(quoted), most);
}

/** `a, b and 5 more`. */
export function firstOf(texts: string[], most: number): string {
  const rest = texts.length - most;
  return texts.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** A finding in one line: `expected status 422, got status 201`. */
export function findingText({ kind, expected, actual }: ReportedFinding): string {
  const shortened = (text: string) => short(text, kind === 'request' ? longest.request : lengthOf(text));
  const [wanted, got] = withoutSame(oneLine(expected), oneLine(actual));
  return `expected ${shortened(wanted)}, got ${shortened(got)}`;
}

/** Two JSON values that begin alike, without the properties that are the same in both: what is cut must not hide what differs. */
function withoutSame(expected: string, actual: string): [string, string] {
  const [at, other] = [expected.indexOf('{'), actual.indexOf('{')];
  const [one, two] = [expected.slice(at), actual.slice(other)];
  let same = 0;
  while (same < one.length && one[same] === two[same]) same += 1;
  const from = one.lastIndexOf(',', same - 1) + 1;
  if (at < 0 || other < 0 || same === one.length || from < longest.value / 2) return [expected, actual];
  return [`${expected.slice(0, at)}{…${one.slice(from)}`, `${actual.slice(0, other)}{…${two.slice(from)}`];
}

const lengthOf = (text: string) => (/[{["<]/.test(text) ? longest.value : longest.sentence);

/** `31 of 40 scenarios pass, 2 could not be judged`; empty if there is only one. */
export function scenariosText({ scenarios }: Pick<ReportedResult, 'scenarios'>): string {
  if (!scenarios) return '';
  const { passed, failed, unjudged } = scenarios;
  const all = passed + failed + unjudged;
  if (all === 1) return '';
  return `${passed} of ${all} scenarios pass${unjudged > 0 ? `, ${unjudged} could not be judged` : ''}`;
}

const joined = (separator: string, parts: string[]): string => parts.filter((part) => part !== '').join(separator);

/** A result in one line: its only finding, or the number of them. */
export function resultText(result: ReportedResult): string {
  const { findings, reason } = result;
  const [first] = findings;
  if (!first) return oneLine(reason);
  if (findings.length > 1) return joined(', ', [`${findings.length} problems`, scenariosText(result)]);
  return joined(' · ', [findingText(first), scenariosText(result), labelsText(first, 1)]);
}

/** A result in a line, and one for each of the first findings where there are several; a card has all of them. */
export function resultLines(result: ReportedResult, most = Infinity): string[] {
  const findings = result.findings.length < 2 ? [] : result.findings.slice(0, most);
  const rest = result.findings.length - findings.length;
  return [
    resultText(result),
    ...findings.map((each) => joined(' · ', [findingText(each), labelsText(each, 2)])),
    ...(findings.length > 0 && rest > 0 ? [`and ${rest} more`] : []),
  ];
}
