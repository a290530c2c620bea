// The result of a whole run of the proof for readers: the page docs/proof.md and the table in the README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Requirement, TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';

const [opening, closing] = ['<!-- written by npm run proof -->', '<!-- until here -->'];

/** The page and the README as they must read, by file name, where the files in the project differ. */
export function changedPages(root: string, requirements: Requirement[], proofs: Proof[]): Record<string, string> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const files = {
    'docs/proof.md': proofPage(requirements, proofs),
    'README.md': withTable(readme, proofTable(requirements, proofs)),
  };
  return Object.fromEntries(Object.entries(files).filter(([name, text]) => contentOf(join(root, name)) !== text));
}

/** Each requirement with the faults that make its check fail, in the order of the contract. */
export function proofPage(requirements: Requirement[], proofs: Proof[]): string {
  const families = [...new Set(requirements.map(({ family }) => family))];
  const section = (family: string) =>
    requirements
      .filter((requirement) => requirement.family === family)
      .map((requirement) => entry(requirement, proofs))
      .join('\n');
  return `# What the suite detects

Under each requirement is the list of the faults that its check detects. A fault is the reference implementation with one
deliberate defect. It declares which checks must fail, and with which failure codes. \`npm run proof\` runs the whole suite
against every fault: exactly these checks must fail. Then it writes this page. Faults that affect different checks share a
run.

The page [Explore a candidate](explore.md#what-it-finds) says how many of these faults \`explore\` finds without checks.

${proofTable(requirements, proofs)}
${families.map((family) => `\n## ${family}\n\n${section(family)}\n`).join('')}`;
}

function entry({ id, untestable }: Requirement, proofs: Proof[]): string {
  if (untestable !== null) return `- \`${id}\` has no check: ${untestable}`;
  const faults = proofs.filter(({ caughtBy }) => caughtBy.includes(id as TestableId)).map(({ name }) => name);
  return [`- \`${id}\` (${faults.length})`, ...faults.toSorted().map((name) => `  - ${escaped(name)}`)].join('\n');
}

// The signs with which a name would begin emphasis or a link.
const escaped = (name: string) => name.replaceAll(/[*_[\]<>]/g, String.raw`\$&`);

/** The counts. */
export function proofTable(requirements: Requirement[], proofs: Proof[]): string {
  const testable = requirements.filter(({ untestable }) => untestable === null);
  const failed = new Set(proofs.flatMap(({ caughtBy }) => caughtBy));
  const counts = {
    Requirements: requirements.length,
    'Untestable requirements': requirements.length - testable.length,
    'Checks that a fault causes to fail': `${failed.size} of ${testable.length}`,
    'Faults detected': `${proofs.filter(({ gaps }) => gaps.length === 0).length} of ${proofs.length}`,
  };
  const columns = Object.entries(counts).map(([name, count]) => [name, `${'-'.repeat(name.length - 1)}:`, `${count}`]);
  const row = (at: number) => `| ${columns.map((cells) => cells[at]!.padStart(cells[0]!.length)).join(' | ')} |`;
  return [row(0), row(1), row(2)].join('\n');
}

function withTable(text: string, table: string): string {
  const [before, rest] = text.split(opening);
  const after = rest?.split(closing)[1];
  if (after === undefined) throw new Error(`README.md has no place for the table: add the lines ${opening} ${closing}`);
  return `${before}${opening}\n\n${table}\n\n${closing}${after}`;
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
