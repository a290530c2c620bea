// `npm run where <id>`: the places of a requirement: its sentence, decision, scenarios, rule, faults and reference implementation.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Requirement, requirements, type TestableId } from '../generated/requirements.ts';
import { scenarios } from '../conformance/scenarios/families.ts';
import { mentionsIn } from './lint/requirements.ts';
import { near } from '../conformance/cli/settings/near.ts';
import { UsageError } from '../conformance/usage-error.ts';
import { brokenBy, frozen } from '../proof/frozen.ts';
import { expectFormat, formatOption, runProgram } from './program.ts';
import { root } from './root.ts';

const help = `npm run where <requirement id>
npm run --silent where -- [--format json|jsonl] <requirement id>

Prints where a requirement is: its sentence and its decision in openapi.yaml, its scenarios, the rule of the oracle, the
faults that break it, and where the reference implementation names its decision. Each place is a file and a line.

--format json   one document, which where.schema.json describes; jsonl: a line for each place

Exit codes: 0, or 2 if there is no such requirement.
`;

/** A line of a file, and what it says. */
export interface Place {
  at: string;
  text: string;
}

/** Every line of these files. */
const linesOf = (...patterns: string[]): Place[] =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/(\.test|\/testing)\.ts$/.test(file))
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, at) => ({ at: `${file}:${at + 1}`, text: line.trim() })),
    );

const placesIn = (lines: Place[], fits: (line: string) => boolean): Place[] => lines.filter(({ text }) => fits(text));

const contract = linesOf('openapi.yaml');
const oracle = linesOf('conformance/oracle/**/*.ts');
const families = linesOf('conformance/scenarios/*.ts');
const tables = linesOf('proof/inputs/*.ts', 'proof/faults/*.ts');
const reference = linesOf('reference-impl/{*,{domain,http,stores,webhooks}/**/*}.ts');

/** True for a line that names the id, in code or in a comment. */
function names(id: string): (line: string) => boolean {
  const whole = new RegExp(`(?<![\\w.-])${id.replaceAll('.', String.raw`\.`)}(?![\\w-])`);
  return (line) => whole.test(line);
}

/** True for a line with a template that may stand for the id: \`sandbox.error-\${status}\`. */
function mayName(id: string): (line: string) => boolean {
  const template = /`([a-z]+(?:-[a-z]+)*\.[a-z0-9-]*)\$\{[^}]*\}([a-z0-9-]*)`/;
  return (line) => {
    const [, before, after] = template.exec(line) ?? [];
    return before !== undefined && id.startsWith(before) && id.endsWith(after!);
  };
}

/** The rule: where the oracle names the requirement, or those under which its scenarios say that it reports. */
export function ruleOf(id: TestableId): Place[] {
  const others = [...new Set(scenarios[id].flatMap(({ reportedAs }) => reportedAs))];
  for (const fits of [names(id), mayName(id)]) {
    const places = placesIn(oracle, fits);
    if (places.length > 0) return places;
  }
  return others.flatMap((other) => placesIn(oracle, names(other)));
}

/** By requirement: the names of the faults that break it. */
const faultsOf = new Map<string, Set<string>>();
for (const name of Object.keys(frozen.faults))
  for (const id of brokenBy(name)) faultsOf.set(id, (faultsOf.get(id) ?? new Set()).add(name));

const isEntry = (id: string) => (line: string) => line === `- id: ${id}`;

/** The places of a requirement, by what they are. */
export function placesOf({ id, source, untestable }: Requirement): Record<string, Place[]> {
  const decisions = source.match(/D\d+/g) ?? [];
  const isDecision = (line: string) => decisions.some((decision) => isEntry(decision)(line));
  const isFault = (line: string) => faultsOf.get(id)?.has(/^(['"])(.*)\1:/.exec(line)?.[2] ?? '') === true;
  return {
    sentence: placesIn(contract, isEntry(id)),
    decision: placesIn(contract, isDecision),
    scenarios: placesIn(families, (line) => line.startsWith(`'${id}':`)),
    rule: untestable === null ? ruleOf(id as TestableId) : [],
    faults: placesIn(tables, isFault),
    'reference implementation': placesIn(reference, (line) =>
      decisions.some((decision) => mentionsIn(line).includes(decision)),
    ),
  };
}

function textOf(requirement: Requirement): string {
  const { id, level, text, source, untestable } = requirement;
  const why = untestable === null ? '' : `\nno scenario: ${untestable}`;
  const groups = Object.entries(placesOf(requirement)).map(([what, places]) =>
    [`${what}:`, ...(places.length === 0 ? ['  none'] : places.map(({ at, text }) => `  ${at}  ${text}`))].join('\n'),
  );
  return `${id} (${level}, ${source}): ${text}${why}\n\n${groups.join('\n\n')}\n`;
}

/** The places for programs. */
export const documentOf = (requirement: Requirement) => {
  const { id, level, source, text, untestable } = requirement;
  const places = Object.entries(placesOf(requirement)).flatMap(([what, found]) =>
    found.map((each) => ({ what, ...each })),
  );
  return { id, level, source, sentence: text, ...(untestable !== null && { untestable }), places };
};

const forms: Record<string, (requirement: Requirement) => string> = {
  text: textOf,
  json: (requirement) => `${JSON.stringify(documentOf(requirement))}\n`,
  jsonl: (requirement) =>
    documentOf(requirement)
      .places.map((place) => `${JSON.stringify(place)}\n`)
      .join(''),
};

if (import.meta.main)
  await runProgram(help, formatOption, async ({ format }, [id = '']) => {
    expectFormat(format);
    const found = requirements.find((each) => each.id === id);
    if (found) process.stdout.write(forms[format]!(found));
    else {
      const ids = requirements.map((each): string => each.id);
      throw new UsageError(
        `where needs the id of a requirement, and "${id}" is none.${near(id, ids)} conformance --list prints all of them.`,
      );
    }
    return 0;
  });
