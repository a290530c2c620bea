import type { ProblemError } from '../../../reference-impl/domain/contract.ts';
import {
  type JsonObject,
  type AnyProblem,
  pointingAt,
  escaped,
  writingProblems,
  withoutProperty,
  changingPointers,
} from '../support/problems.ts';
import { type Defect, renderingProblems, type FaultTable } from '../support/fault.ts';
import { Rejected, invalid } from '../../../reference-impl/domain/rejections.ts';

/** Entries of errors that are written in another way. */
const changingErrors = (
  change: (entry: ProblemError, at: number) => object | null,
  concerns: (problem: JsonObject) => boolean = () => true,
): Defect =>
  renderingProblems((problem) =>
    Array.isArray(problem['errors']) && concerns(problem)
      ? { ...problem, errors: (problem['errors'] as ProblemError[]).map(change).filter((entry) => entry !== null) }
      : problem,
  );

/** The findings of a validator, reported in another way; the third parameter is the place of the error, the fourth its value. */
const explaining =
  (pointerOf: (original: string, place: string, keyword: string, name: string | undefined) => string): Defect =>
  (original) => ({
    explain: (errors, pointer) =>
      original.explain(errors, pointer).map((entry, at) => {
        const { instancePath, keyword, params } = errors[at]!;
        return {
          ...entry,
          pointer: pointerOf(
            entry.pointer,
            instancePath,
            keyword,
            (params['missingProperty'] ?? params['additionalProperty']) as string | undefined,
          ),
        };
      }),
  });

const at = (name: string | undefined) => (name === undefined ? '' : `/${name}`);

const isInvalid = ({ problem }: AnyProblem) => problem === 'invalid-request';

const faults: FaultTable = {
  'problems.errors-listed': {
    // errors
    'lists no errors': writingProblems((problem) => withoutProperty(problem, 'errors')),
    'lists errors in an undefined property': writingProblems(({ errors, ...rest }) => ({
      ...rest,
      ...(errors !== undefined && { 'invalid-params': errors }),
    })),
    'lists empty errors': changingErrors(() => null),
    'lists errors without detail': changingErrors(({ pointer }) => ({ pointer })),
    'lists errors with an empty detail': changingErrors(({ pointer }) => ({ pointer, detail: '' })),
    'lists errors in an object by name': changingErrors(({ pointer, detail }) => ({ name: pointer.slice(2), detail })),
    'lists no errors of a repeated part': writingProblems((problem, response) =>
      isInvalid(response) && response.errors?.[0]?.detail === 'is repeated'
        ? withoutProperty(problem, 'errors')
        : problem,
    ),
    // pointers
    'writes pointers without #': changingErrors(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail })),
  },
  'problems.points-at-property': {
    'writes pointers with dots': changingErrors(({ pointer, detail }) => ({
      pointer: pointer.replace('#/', '#.'),
      detail,
    })),
    'points at the body for every property': explaining(() => '#'),
    'points at the body for a value of a wrong type': explaining((original, _, keyword) =>
      keyword === 'type' ? '#' : original,
    ),
    'points at the type for every invalid value': explaining((original, place) =>
      place === '/reference' ? '#/type' : original,
    ),
    'points at the body for a missing property': explaining((original, _, keyword) =>
      keyword === 'required' ? '#' : original,
    ),
    'points below the name of a missing property': explaining((original, _, keyword) =>
      keyword === 'required' ? `${original}/required` : original,
    ),
    'points at the body for an unknown property': explaining((original, _, keyword) =>
      keyword === 'additionalProperties' ? '#' : original,
    ),
    'writes pointers below #/body': changingErrors(({ pointer, detail }) => ({
      pointer: pointer.replace('#', '#/body'),
      detail,
    })),
    'points at #/ for a body that is not an object': explaining((original) => (original === '#' ? '#/' : original)),
    'points at the type of a body that is not an object': explaining((original) =>
      original === '#' ? '#/type' : original,
    ),
  },
  'problems.escapes-pointer': {
    'escapes only the first slash of a name': pointingAt((name) =>
      encodeURIComponent(name.replaceAll('~', '~0').replace('/', '~1')).replaceAll('%2F', '/'),
    ),
    'writes the dots of a name as slashes': pointingAt((name) =>
      encodeURIComponent(escaped(name).replaceAll('.', '/')).replaceAll('%2F', '/'),
    ),
    'treats brackets in a name as an array index': pointingAt((name) =>
      encodeURIComponent(escaped(name).replaceAll(/\[(\d+)\]/g, '/$1')).replaceAll('%2F', '/'),
    ),
    'does not escape names in pointers': changingPointers(
      (path, name) => `#${encodeURI(path + at(name)).replaceAll('#', '%23')}`,
    ),
    'escapes tilde after slash': changingPointers(
      (path, name) =>
        `#${encodeURI(path + at(name?.replaceAll('/', '~1').replaceAll('~', '~0'))).replaceAll('#', '%23')}`,
    ),
    'percent-encodes a slash instead of escaping it': changingPointers(
      (path, name) => `#${path}${at(name && encodeURIComponent(name.replaceAll('~', '~0')))}`,
    ),
    'does not escape a tilde': changingPointers(
      (path, name) => `#${encodeURI(path + at(name?.replaceAll('/', '~1'))).replaceAll('#', '%23')}`,
    ),
    'does not percent-encode pointers': changingPointers((path, name) => `#${path}${at(name && escaped(name))}`),
    'percent-encodes pointers twice': changingPointers((path, name, original) =>
      original(path, name).replaceAll('%', '%25'),
    ),
    'percent-encodes pointers as forms do': changingPointers(
      (path, name) => `#${path}${at(name && encodeURIComponent(escaped(name)).replaceAll('%20', '+'))}`,
    ),
    'does not percent-encode # in a pointer': changingPointers(
      (path, name) => `#${encodeURI(path + at(name && escaped(name)))}`,
    ),
    'does not percent-encode non-ASCII letters': changingPointers((path, name, original) =>
      /[^\0-\x7f]/.test(name ?? '') ? `#${path}/${name}` : original(path, name),
    ),
  },
  'problems.points-at-part': {
    'does not point at a part': (original) => ({
      readUpload: (request, parts) =>
        original.readUpload(request, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          const { errors: _, ...response } = error.response;
          throw new Rejected(response);
        }),
    }),
    'points at parts below the body': (original) => ({
      readUpload: (request, parts) =>
        original.readUpload(request, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected) || !error.response.errors) throw error;
          throw new Rejected(
            invalid(
              error.response.errors.map(({ pointer, detail }) => ({ pointer: pointer.replace('#', '#/body'), detail })),
            ),
          );
        }),
    }),
    'points at the body for a repeated part': changingErrors(({ pointer, detail }) => ({
      pointer: detail === 'is repeated' ? '#' : pointer,
      detail,
    })),
    'points at the file for an unknown kind': explaining((original, place) =>
      place === '/kind' ? '#/file' : original,
    ),
    'points at the body for an empty file': changingErrors(({ pointer, detail }) => ({
      pointer: detail === 'is empty' ? '#' : pointer,
      detail,
    })),
  },
};

export default faults;
