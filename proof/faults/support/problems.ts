import type { Defect } from './fault.ts';
import type { ProblemResponse, ProblemStatus } from '../../../reference-impl/domain/contract.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';

export const pointingAt = (change: (name: string) => string): Defect =>
  changingPointers((path, name, original) => (name === undefined ? original(path, name) : `#${path}/${change(name)}`));

export type AnyProblem = ProblemResponse<ProblemStatus>;

export type JsonObject = Record<string, unknown>;

/** Changes problems; `rejection` is the rejection of which the problem is made. */
export const writingProblems =
  (change: (problem: JsonObject, response: AnyProblem, id: string) => JsonObject): Defect =>
  (original) => ({
    problemBody: (response, id) =>
      change({ ...original.problemBody(response, id) }, response, id) as ReturnType<Parts['problemBody']>,
  });

export const writingFor = (
  concerns: (response: AnyProblem) => boolean,
  change: (problem: JsonObject) => JsonObject,
): Defect => writingProblems((problem, response) => (concerns(response) ? change(problem) : problem));

export const withoutProperty = (problem: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(problem).filter(([known]) => known !== name));

export const changingPointers =
  (toPointer: (path: string, name: string | undefined, original: Parts['toPointer']) => string): Defect =>
  (original) => ({ toPointer: (path, name) => toPointer(path, name, original.toPointer) });

export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Changes the detail of the rejection of malformed JSON. */
export const malformed =
  (words: (text: string) => string): Defect =>
  (original) => ({
    parseJson(text) {
      try {
        return original.parseJson(text);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        throw new Rejected({ ...error.response, detail: words(text) });
      }
    },
  });
