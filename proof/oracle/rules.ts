// Finds every rule in the source of the oracle and makes each one removable.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A finding that the oracle reports, or a rejection that it demands. */
export interface Rule {
  /** `response/form.ts:45:12` */
  id: string;
  /** the function that contains it and the requirement or the call: stable while lines move */
  key: string;
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

export interface InstrumentedOracle {
  /** by file name: the source in which every rule has an id; lines are kept */
  sources: Record<string, string>;
  rules: Rule[];
}

export const oracleFolder = new URL('../../conformance/oracle/', import.meta.url);

// What conformance/oracle/request/rejections.ts exports, apart from `optional`.
/** How the functions of the oracle name what takes their findings, by kind where they make several. */
const reports = new Set(['report', 'answer', 'form', 'state', 'set']);

const demands = new Set(['demanded', 'demandedAt', 'like', 'oneOf']);

/** The modules of the oracle, by their path in its folder. */
export function readOracle(): Record<string, string> {
  const names = readdirSync(oracleFolder, { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !/(\.test|testing)\.ts$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, oracleFolder), 'utf8')]));
}

/**
 * A rule becomes `reporting("id", () => report(…))` or `demanding("id", malformed(…))`. Rejections that are alternatives
 * of one demand, in one list, are one rule.
 */
export function instrumentOracle(sources: Record<string, string>): InstrumentedOracle {
  const rules = new Map<string, Rule>();
  const changed = Object.entries(sources).map(([name, text]) => {
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    const imported = importedDemands(text);
    const edits: Edit[] = [];
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      const form = ts.isCallExpression(node) ? formOf(node, imported) : undefined;
      if (form === undefined) return;
      const { line, character } = file.getLineAndCharacterOfPosition(listOf(node).getStart());
      const id = `${name}:${line + 1}:${character + 1}`;
      const own = nameOf(node as ts.CallExpression);
      const known = rules.get(id);
      rules.set(id, { id, key: known ? `${known.key} or ${own}` : `${surroundingsOf(node)}: ${own}` });
      const before = form === 'report' ? `reporting("${id}", () => ` : `demanding("${id}", `;
      edits.push({ from: node.getStart(), to: node.getStart(), text: before });
      edits.push({ from: node.getEnd(), to: node.getEnd(), text: ')' });
    };
    visit(file);
    return [name, edited(text, edits)] as const;
  });
  return { sources: Object.fromEntries(changed), rules: [...rules.values()] };
}

function importedDemands(text: string): string[] {
  const names = /import \{([^}]*)\} from '[^']*rejections\.ts'/.exec(text)?.[1] ?? '';
  return names.split(',').map((name) => name.trim());
}

function formOf({ expression, parent }: ts.CallExpression, imported: string[]): 'report' | 'demand' | undefined {
  const [, namespace, name] = /^(reject\.)?(\w+)$/.exec(expression.getText()) ?? [];
  if (name === undefined) return undefined;
  if (reports.has(name)) return 'report';
  const isDemand = demands.has(name) && (namespace !== undefined || imported.includes(name));
  return isDemand && !isOptional(parent) ? 'demand' : undefined;
}

/** The list that contains the call as an element, also as a changed copy; the call itself when there is none. */
function listOf(node: ts.Node): ts.Node {
  const parent = ts.isSpreadElement(node.parent) ? node.parent.parent : node.parent;
  if (ts.isArrayLiteralExpression(parent) || isCallOf(parent, 'only')) return parent;
  const isCopied = ts.isSpreadAssignment(parent) && ts.isArrayLiteralExpression(parent.parent.parent);
  return isCopied ? parent.parent.parent : node;
}

const isCallOf = (node: ts.Node, name: string) => ts.isCallExpression(node) && node.expression.getText() === name;

/** An argument of `optional(…)` is allowed and not demanded. */
function isOptional(node: ts.Node | undefined): boolean {
  if (node === undefined || ts.isStatement(node)) return false;
  if (ts.isCallExpression(node) && /^(reject\.)?optional$/.test(node.expression.getText())) return true;
  return isOptional(node.parent);
}

/** The call with its requirement, or with the beginning of what it says. */
function nameOf({ expression, arguments: given }: ts.CallExpression): string {
  const first = given.map((each) => each.getText().replaceAll(/\s+/g, ' ').slice(0, 60)).slice(0, 2);
  const literal = given.find((each) => ts.isStringLiteral(each) && each.text.includes('.'));
  return `${expression.getText()}(${literal ? literal.getText() : first.join(', ')})`;
}

/** The name of the function around a piece of code. */
function surroundingsOf(node: ts.Node): string {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if ((ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around)) && around.name)
      return around.name.getText();
    if (ts.isVariableDeclaration(around) && around.initializer && ts.isArrowFunction(around.initializer))
      return around.name.getText();
  }
  return '';
}

function edited(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: by }) => changed.slice(0, from) + by + changed.slice(to), text);
}
