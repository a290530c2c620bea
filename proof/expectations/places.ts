// Finds every expectation in the source of the checks and makes each one switchable.
import ts from 'typescript';

/** One expectation: it stands in the source as `judging("id", what)`, and what it throws is known by the id. */
export interface Place {
  /** `get-case.ts:45:12` */
  id: string;
  /** the first line of its source */
  text: string;
  /** the check or function that it stands in */
  within: string;
  /** it belongs to a step before what is judged: where it throws the check is inconclusive */
  precondition: boolean;
}

export interface Instrumented {
  /** by file name: the source with every expectation switchable; lines are kept */
  sources: Record<string, string>;
  places: Place[];
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** @param sources by file name: the modules of the checks */
export function instrument(sources: Record<string, string>): Instrumented {
  const files = Object.entries(sources).map(([name, text]) =>
    ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true),
  );
  const judges = judgesIn(files);
  const found = files.map((file) => placesIn(file, judges));
  return {
    sources: Object.fromEntries(files.map((file, at) => [file.fileName, edited(file.text, found[at]!.edits)])),
    places: found.flatMap(({ places }) => places),
  };
}

/** The names of functions that judge: those of `expect…`, and all that call one where it is not arranged. */
function judgesIn(files: ts.SourceFile[]): Set<string> {
  const bodies = new Map<string, ts.Node>();
  const collect = (node: ts.Node): void => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body && node.name)
      bodies.set(node.name.getText(), node.body);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      bodies.set(node.name.getText(), node.initializer.body);
    ts.forEachChild(node, collect);
  };
  files.forEach(collect);
  // What a callback is called where it judges.
  const judges = new Set(['judge']);
  for (const name of bodies.keys()) if (isExpectation(name) || frames.has(name)) bodies.delete(name);
  for (let before = -1; before !== judges.size;) {
    before = judges.size;
    for (const [name, body] of bodies) if (callsJudge(body, judges)) judges.add(name);
  }
  return judges;
}

function callsJudge(node: ts.Node, judges: Set<string>): boolean {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Violation') return true;
  if (ts.isCallExpression(node)) {
    const name = nameOf(node.expression);
    if (name === 'arranged') return false;
    if (name !== undefined && (isExpectation(name) || (judges.has(name) && isStatement(node)))) return true;
  }
  return ts.forEachChild(node, (child) => callsJudge(child, judges) || undefined) ?? false;
}

function placesIn(file: ts.SourceFile, judges: Set<string>): { edits: Edit[]; places: Place[] } {
  const edits: Edit[] = [];
  const places: Place[] = [];
  const add = (node: ts.Node, form: (id: string, text: string) => string) => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    const id = `${file.fileName}:${line + 1}:${character + 1}`;
    edits.push({ from: node.getStart(), to: node.getEnd(), text: form(id, node.getText()) });
    places.push({ id, text: lineOf(node), within: surroundingsOf(node), precondition: isPrecondition(node) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && isExpectation(node.text) && !isDeclared(node))
      add(node, (id, text) => `judging(${JSON.stringify(id)}, ${text})`);
    const called = ts.isCallExpression(node) ? nameOf(node.expression) : undefined;
    if (ts.isCallExpression(node) && called !== undefined && judges.has(called) && isStatement(node))
      add(node.expression, (id, text) => `judging(${JSON.stringify(id)}, (...call) => ${text}(...call))`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { edits, places };
}

// What only surrounds the judging of others.
const frames = new Set(['each', 'eachInTurn', 'labelled', 'throughout', 'patiently']);

const isExpectation = (name: string) => /^expect[A-Z]/.test(name);

/** The name by which something is called, of a method too. */
function nameOf(called: ts.Node): string | undefined {
  if (ts.isIdentifier(called)) return called.text;
  return ts.isPropertyAccessExpression(called) ? called.name.text : undefined;
}

const isDeclared = ({ parent }: ts.Node) => ts.isFunctionDeclaration(parent);

/** Nothing is made of what the call returns: it stands there to judge. */
function isStatement(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return isStatement(parent);
  return (
    ts.isExpressionStatement(parent) ||
    (ts.isArrowFunction(parent) && parent.body === node) ||
    ts.isForStatement(parent)
  );
}

function isPrecondition({ parent }: ts.Node): boolean {
  if (parent === undefined) return false;
  return (ts.isCallExpression(parent) && nameOf(parent.expression) === 'arranged') || isPrecondition(parent);
}

function lineOf(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const from = text.lastIndexOf('\n', node.getStart()) + 1;
  return text.slice(from, text.indexOf('\n', from)).trim();
}

function surroundingsOf(node: ts.Node): string {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (ts.isPropertyAssignment(around) && /^'[a-z-]+\.[a-z0-9-]+'$/.test(around.name.getText()))
      return around.name.getText().slice(1, -1);
    if ((ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around)) && around.name)
      return around.name.getText();
  }
  return '';
}

function edited(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: by }) => changed.slice(0, from) + by + changed.slice(to), text);
}
