// Which rules of the oracle are needed. A rule is a place in its source that reports; it is needed if it is the only one
// that objects to some wrong response.
import { AsyncLocalStorage } from 'node:async_hooks';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { RequirementId } from '../../generated/requirements.ts';
import { observer } from '../../conformance/oracle/terms.ts';

const folder = fileURLToPath(new URL('../../conformance/oracle/', import.meta.url));

// What no recording of the reference implementation shows; tests of the oracle do.
const elsewhere = [
  // of a read of a case that an unclear request may have opened
  "'no failure of the service'",
  // of an upload whose response was lost
  'the artifacts ${show(known)}',
];

export const isNeededElsewhere = (text: string) => elsewhere.some((each) => text.includes(each));

/** Every rule: its place, `response/view.ts:50`, and its source. */
export function rules(): { place: string; text: string }[] {
  const program = ts.createProgram([join(folder, 'oracle.ts')], { allowImportingTsExtensions: true });
  const checker = program.getTypeChecker();
  const isReport = ({ expression }: ts.CallExpression) =>
    checker.getTypeAtLocation(expression).aliasSymbol?.name === 'Report';
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .flatMap((file) =>
      callsIn(file)
        .filter(isReport)
        .map((call) => ({
          place: `${relative(folder, file.fileName)}:${lineOf(call, file)}`,
          text: call.getText(file),
        })),
    );
}

const lineOf = ({ expression }: ts.CallExpression, file: ts.SourceFile) =>
  ts.getLineAndCharacterOfPosition(file, expression.getEnd()).line + 1;

const callsIn = (node: ts.Node): ts.CallExpression[] => {
  const within: ts.CallExpression[] = ts.isCallExpression(node) ? [node] : [];
  ts.forEachChild(node, (child) => void within.push(...callsIn(child)));
  return within;
};

/** The rules that reported, and what. */
export type Reported = Map<string, Set<RequirementId>>;

const noted = new AsyncLocalStorage<Reported>();

observer.onReport = function noteRule(requirement) {
  const trace: { stack?: string } = {};
  Error.stackTraceLimit = 3;
  Error.captureStackTrace(trace, noteRule);
  Error.stackTraceLimit = 10;
  // Of the calls below this one, the first takes the report and the second is the rule.
  const place = trace.stack!.split('\n')[2]!;
  const known = noted.getStore();
  known?.set(place, (known.get(place) ?? new Set()).add(requirement));
};

/** Judges something, and says which rules objected. */
export async function withRules<Result>(judge: () => Result | Promise<Result>): Promise<[Result, Reported]> {
  const reported: Reported = new Map();
  return [await noted.run(reported, judge), reported];
}

/** The rules of which one is the only one that objects, or that reports what a fault has to break. */
export class Needed {
  readonly #places = new Set<string>();

  noteMutant(reported: Reported): void {
    if (reported.size === 1) for (const place of reported.keys()) this.#places.add(place);
  }

  noteFault(reported: Reported, breaks: readonly RequirementId[]): void {
    for (const id of breaks) {
      const [place, ...others] = [...reported.keys()].filter((each) => reported.get(each)!.has(id));
      if (place !== undefined && others.length === 0) this.#places.add(place);
    }
  }

  /** As in `rules()`. */
  get rules(): string[] {
    return [...this.#places].map((place) => /oracle\/(.+:\d+):\d+\)?$/.exec(place)![1]!);
  }
}
