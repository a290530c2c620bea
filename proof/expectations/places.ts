// Finds every expectation in the source of the checks and makes each one switchable.
import ts from 'typescript';

/**
 * One expectation. In the instrumented source it is `judging("id", expectation)`, which drops its failures on demand, or
 * `calling("id", judge)` for a function that runs several expectations, which is not called on demand.
 */
export interface Place {
  /** `get-case/index.ts:45:12` */
  id: string;
  /** the check or function that contains it */
  within: string;
  /** `get-case.score: expectThat('wrong-score')`: what contains it, and the call; not unique */
  key: string;
  /** it belongs to a step before the judgement: when it throws, the check is inconclusive */
  isPrecondition: boolean;
}

export interface Instrumented {
  /** by file name: the source in which every expectation can be switched off; lines are kept */
  sources: Record<string, string>;
  places: Place[];
}

// These functions run the steps that a check needs before it can judge.
const preconditions = new Set(['precondition', 'rejectedPrecondition']);

// These functions, and those called forEach…, only run the expectations of others, which are places of their own.
const frames = new Set(['repeatUntilRunEnds', 'retryWhileOverloaded']);
const isFrame = (name: string) => frames.has(name) || /^forEach[A-Z]/.test(name);

export interface Edit {
  from: number;
  to: number;
  text: string;
}

/**
 * @param sources by file name: the modules of the checks
 * @throws when a function that is known here by its name is not declared there: without it most places are missed
 */
export function instrument(sources: Record<string, string>): Instrumented {
  const files = Object.entries(sources).map(([name, text]) =>
    ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true),
  );
  const bodies = bodiesIn(files);
  for (const name of [...preconditions, ...frames])
    if (!bodies.has(name)) throw new Error(`no check or helper declares ${name}: adapt the names in places.ts`);
  const judges = judgesIn(bodies);
  const found = files.map((file) => placesIn(file, judges));
  return {
    sources: Object.fromEntries(files.map((file, at) => [file.fileName, edited(file.text, found[at]!.edits)])),
    places: found.flatMap(({ places }) => places),
  };
}

/** The bodies of all functions and methods, by name. */
function bodiesIn(files: ts.SourceFile[]): Map<string, ts.Node> {
  const bodies = new Map<string, ts.Node>();
  const collect = (node: ts.Node): void => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body && node.name)
      bodies.set(node.name.getText(), node.body);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      bodies.set(node.name.getText(), node.initializer.body);
    ts.forEachChild(node, collect);
  };
  files.forEach(collect);
  return bodies;
}

/** The names of functions that judge: those that call an `expect…` or another judge outside a precondition. */
function judgesIn(bodies: Map<string, ts.Node>): Set<string> {
  const candidates = [...bodies].filter(([name]) => !isExpectation(name) && !isFrame(name));
  // Checks give this name to a callback that judges.
  const judges = new Set(['judge']);
  for (let before = -1; before !== judges.size;) {
    before = judges.size;
    for (const [name, body] of candidates) if (callsJudge(body, judges)) judges.add(name);
  }
  return judges;
}

function callsJudge(node: ts.Node, judges: Set<string>): boolean {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Violation') return true;
  if (ts.isCallExpression(node)) {
    const name = nameOf(node.expression);
    if (name !== undefined && preconditions.has(name)) return false;
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
    const within = surroundingsOf(node);
    places.push({ id, within, key: `${within}: ${callOf(node)}`, isPrecondition: isPrecondition(node) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && isExpectation(node.text) && !isDeclared(node))
      add(node, (id, text) => `judging(${JSON.stringify(id)}, ${text})`);
    const called = ts.isCallExpression(node) ? nameOf(node.expression) : undefined;
    if (ts.isCallExpression(node) && called !== undefined && judges.has(called) && isStatement(node))
      add(node.expression, (id, text) => `calling(${JSON.stringify(id)}, (...call) => ${text}(...call))`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { edits, places };
}

const isExpectation = (name: string) => /^expect[A-Z]/.test(name);

/** The name by which something is called, of a method too. */
function nameOf(called: ts.Node): string | undefined {
  if (ts.isIdentifier(called)) return called.text;
  return ts.isPropertyAccessExpression(called) ? called.name.text : undefined;
}

const isDeclared = (node: ts.Node) =>
  (ts.isFunctionDeclaration(node.parent) || ts.isVariableDeclaration(node.parent)) && node.parent.name === node;

/** The value of the call is not used: its only purpose is to judge. */
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
  if (ts.isCallExpression(parent) && preconditions.has(nameOf(parent.expression) ?? '')) return true;
  return isPrecondition(parent);
}

const printer = ts.createPrinter({ removeComments: true });

/** The call that the expectation is part of: by its failure code where it has one, else its first line. */
function callOf(node: ts.Node): string {
  let call = node.parent;
  while (!ts.isCallExpression(call) && !ts.isSourceFile(call.parent)) call = call.parent;
  if (ts.isCallExpression(call)) {
    const [code] = call.arguments;
    if (code && ts.isStringLiteral(code)) return `${call.expression.getText()}(${code.getText()})`;
  }
  return printer.printNode(ts.EmitHint.Unspecified, call, node.getSourceFile()).split('\n')[0]!;
}

export function surroundingsOf(node: ts.Node): string {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (ts.isPropertyAssignment(around) && /^'[a-z-]+\.[a-z0-9-]+'$/.test(around.name.getText()))
      return around.name.getText().slice(1, -1);
    if ((ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around)) && around.name)
      return around.name.getText();
    if (ts.isVariableDeclaration(around) && around.initializer && ts.isArrowFunction(around.initializer))
      return around.name.getText();
  }
  return '';
}

export function edited(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: by }) => changed.slice(0, from) + by + changed.slice(to), text);
}
