// `npm run coverage:rules`: which values each rule is tried with on each operation that it binds.
import { styleText } from 'node:util';
import { runProgram } from '../program.ts';
import { judgedRows, type Line, linesOf } from './cells.ts';
import { requirementsExplained } from './explained.ts';

const help = `npm run coverage:rules

Runs the suite against the reference implementation. For each rule that applies to several operations, it prints how many
values were judged on each operation. Exit codes: 0 each operation has judged values or an explanation, 1 at least one
has neither.
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

function textOf({ rule, values, operation, total, empty, explained }: Line): string {
  const filled = explained === undefined ? `${total - empty.length}/${total}` : '-';
  const line = [rule.padEnd(40), values.padEnd(12), operation.padEnd(18), filled.padStart(7), explained ?? ''].join(
    ' ',
  );
  return empty.length > 0 ? styleText('red', `${line} empty: ${empty.join(' | ')}`) : line.trimEnd();
}

await runProgram(help, {}, async () => {
  const lines = linesOf(await judgedRows());
  for (const line of lines) print(textOf(line));
  print('');
  for (const [id, reason] of Object.entries(requirementsExplained)) print(`${id.padEnd(45)} ${reason}`);
  const cells = lines.filter(({ explained }) => explained === undefined);
  const total = cells.reduce((sum, each) => sum + each.total, 0);
  const empty = cells.reduce((sum, each) => sum + each.empty.length, 0);
  const explained = lines.length - cells.length + Object.keys(requirementsExplained).length;
  print(`\n${total} cells, ${total - empty} filled, ${empty} empty; ${explained} explained`);
  return empty === 0 ? 0 : 1;
});
