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
import { type Defect, renderingProblems, failing, type FaultTable, type ExpectedFailure } from '../support/fault.ts';
import { Rejected, invalid } from '../../../reference-impl/http/problems.ts';

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

/** The checks of pointers at a property or a part fail alike. */
const atProperties = (failure: ExpectedFailure) => ({
  'problems.points-at-invalid-member': failure,
  'problems.points-at-missing-member': failure,
  'problems.points-at-unknown-member': failure,
  'problems.points-at-part': failure,
});

/** The checks of rejected sandbox references fail alike. */
const ofReferences = (failure: ExpectedFailure) => ({
  'sandbox.unknown-directive-refused': failure,
  'sandbox.deny-code-checked': failure,
  'sandbox.live-key-refuses': failure,
});

/** Defects that the checks in `conformance/checks/problems/pointers.ts` must find. */
export const problemsPointersFaults: FaultTable = {
  ...failing(
    {
      'problems.errors-listed': { code: 'missing-pointer', actual: 'nothing' },
      'problems.points-at-body': 'missing-pointer',
      ...atProperties('missing-pointer'),
      'problems.escapes-pointer': 'missing-pointer',
      ...ofReferences('missing-pointer'),
    },
    {
      // errors
      'lists no errors': writingProblems((problem) => withoutProperty(problem, 'errors')),
      'lists errors in an undefined property': writingProblems(({ errors, ...rest }) => ({
        ...rest,
        ...(errors !== undefined && { 'invalid-params': errors }),
      })),
    },
  ),
  'lists empty errors': [
    {
      'problems.errors-listed': { code: 'missing-pointer', actual: '[]' },
      'problems.points-at-body': 'missing-pointer',
      ...atProperties('missing-pointer'),
      'problems.escapes-pointer': 'missing-pointer',
      ...ofReferences('missing-pointer'),
    },
    changingErrors(() => null),
  ],
  'lists errors without detail': [
    {
      'problems.errors-listed': 'missing-pointer',
      'problems.members': { code: 'missing-property', pointer: '/errors/0/detail' },
    },
    changingErrors(({ pointer }) => ({ pointer })),
  ],
  'lists errors with an empty detail': [
    { 'problems.errors-listed': { code: 'missing-pointer', actual: '""' } },
    changingErrors(({ pointer }) => ({ pointer, detail: '' })),
  ],
  'lists errors in an object by name': [
    {
      'problems.errors-listed': { code: 'missing-pointer', actual: 'name' },
      'problems.members': { code: 'missing-property', pointer: '/errors/0/pointer' },
      'problems.points-at-body': { code: 'wrong-pointer', actual: 'null' },
      ...atProperties({ code: 'wrong-pointer', actual: 'null' }),
      'problems.escapes-pointer': 'wrong-pointer',
      ...ofReferences('wrong-pointer'),
    },
    changingErrors(({ pointer, detail }) => ({ name: pointer.slice(2), detail })),
  ],
  'lists no errors of a repeated part': [
    {
      'problems.errors-listed': { code: 'missing-pointer', row: 'two kinds' },
      'problems.points-at-part': 'missing-pointer',
    },
    writingProblems((problem, response) =>
      isInvalid(response) && response.errors?.[0]?.detail === 'is repeated'
        ? withoutProperty(problem, 'errors')
        : problem,
    ),
  ],
  // pointers
  'writes pointers without #': [
    {
      'problems.errors-listed': 'missing-pointer',
      'problems.members': { code: 'schema-mismatch', row: 'an empty file' },
      'problems.points-at-body': { code: 'wrong-pointer', actual: '""' },
      ...atProperties('wrong-pointer'),
      'problems.escapes-pointer': 'wrong-pointer',
      ...ofReferences('wrong-pointer'),
    },
    changingErrors(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail })),
  ],
  'writes pointers with dots': [
    {
      ...atProperties({ code: 'wrong-pointer', actual: '#.' }),
      'problems.escapes-pointer': 'wrong-pointer',
      ...ofReferences('wrong-pointer'),
    },
    changingErrors(({ pointer, detail }) => ({ pointer: pointer.replace('#/', '#.'), detail })),
  ],
  'points at the body for every property': [
    {
      ...atProperties({ code: 'wrong-pointer', actual: '["#' }),
      'problems.escapes-pointer': { code: 'wrong-pointer', actual: '["#"]' },
    },
    explaining(() => '#'),
  ],
  'points at the body for a value of a wrong type': [
    { 'problems.points-at-invalid-member': { code: 'wrong-pointer', row: 'a reference that is not a string' } },
    explaining((original, _, keyword) => (keyword === 'type' ? '#' : original)),
  ],
  'points at the type for every invalid value': [
    { 'problems.points-at-invalid-member': { code: 'wrong-pointer', row: 'an empty reference' } },
    explaining((original, place) => (place === '/reference' ? '#/type' : original)),
  ],
  'points at the body for a missing property': [
    {
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '["#"]' },
    },
    explaining((original, _, keyword) => (keyword === 'required' ? '#' : original)),
  ],
  'points below the name of a missing property': [
    {
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '/required' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '/required' },
    },
    explaining((original, _, keyword) => (keyword === 'required' ? `${original}/required` : original)),
  ],
  'points at the body for an unknown property': [
    {
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.escapes-pointer': { code: 'wrong-pointer', actual: '["#"]' },
    },
    explaining((original, _, keyword) => (keyword === 'additionalProperties' ? '#' : original)),
  ],
  ...failing(
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'generated values' } },
    {
      'escapes only the first slash of a name': pointingAt((name) =>
        encodeURIComponent(name.replaceAll('~', '~0').replace('/', '~1')).replaceAll('%2F', '/'),
      ),
      'writes the dots of a name as slashes': pointingAt((name) =>
        encodeURIComponent(escaped(name).replaceAll('.', '/')).replaceAll('%2F', '/'),
      ),
      'treats brackets in a name as an array index': pointingAt((name) =>
        encodeURIComponent(escaped(name).replaceAll(/\[(\d+)\]/g, '/$1')).replaceAll('%2F', '/'),
      ),
    },
  ),
  ...failing(
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a/b' } },
    {
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
    },
  ),
  'does not escape a tilde': [
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a~b' } },
    changingPointers((path, name) => `#${encodeURI(path + at(name?.replaceAll('/', '~1'))).replaceAll('#', '%23')}`),
  ],
  ...failing(
    { 'problems.escapes-pointer': 'wrong-pointer' },
    {
      'does not percent-encode pointers': changingPointers((path, name) => `#${path}${at(name && escaped(name))}`),
      'percent-encodes pointers twice': changingPointers((path, name, original) =>
        original(path, name).replaceAll('%', '%25'),
      ),
    },
  ),
  'percent-encodes pointers as forms do': [
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a b' } },
    changingPointers((path, name) => `#${path}${at(name && encodeURIComponent(escaped(name)).replaceAll('%20', '+'))}`),
  ],
  'does not percent-encode # in a pointer': [
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a#b' } },
    changingPointers((path, name) => `#${encodeURI(path + at(name && escaped(name)))}`),
  ],
  'does not percent-encode non-ASCII letters': [
    { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'ñandú' } },
    changingPointers((path, name, original) =>
      /[^\0-\x7f]/.test(name ?? '') ? `#${path}/${name}` : original(path, name),
    ),
  ],
  'writes pointers below #/body': [
    {
      'problems.points-at-body': { code: 'wrong-pointer', actual: '#/body' },
      ...atProperties({ code: 'wrong-pointer', actual: '#/body' }),
      'problems.escapes-pointer': 'wrong-pointer',
      ...ofReferences('wrong-pointer'),
    },
    changingErrors(({ pointer, detail }) => ({ pointer: pointer.replace('#', '#/body'), detail })),
  ],
  'points at #/ for a body that is not an object': [
    { 'problems.points-at-body': { code: 'wrong-pointer', actual: '["#/"]' } },
    explaining((original) => (original === '#' ? '#/' : original)),
  ],
  'points at the type of a body that is not an object': [
    { 'problems.points-at-body': { code: 'wrong-pointer', actual: '#/type' } },
    explaining((original) => (original === '#' ? '#/type' : original)),
  ],
  'does not point at a part': [
    {
      'problems.points-at-part': 'missing-pointer',
      'problems.errors-listed': { code: 'missing-pointer', row: 'two kinds' },
      'problems.escapes-pointer': { code: 'missing-pointer', row: 'the part a/b~c d' },
    },
    (original) => ({
      readUpload: (request, parts) =>
        original.readUpload(request, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          const { errors: _, ...response } = error.response;
          throw new Rejected(response);
        }),
    }),
  ],
  'points at parts below the body': [
    {
      'problems.points-at-part': { code: 'wrong-pointer', actual: '#/body' },
      'problems.escapes-pointer': { code: 'wrong-pointer', row: 'the part a/b~c d' },
    },
    (original) => ({
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
  ],
  'points at the body for a repeated part': [
    { 'problems.points-at-part': { code: 'wrong-pointer', row: 'two kinds' } },
    changingErrors(({ pointer, detail }) => ({ pointer: detail === 'is repeated' ? '#' : pointer, detail })),
  ],
  'points at the file for an unknown kind': [
    { 'problems.points-at-part': { code: 'wrong-pointer', row: 'an unknown kind' } },
    explaining((original, place) => (place === '/kind' ? '#/file' : original)),
  ],
  'points at the body for an empty file': [
    { 'problems.points-at-part': { code: 'wrong-pointer', row: 'an empty file' } },
    changingErrors(({ pointer, detail }) => ({ pointer: detail === 'is empty' ? '#' : pointer, detail })),
  ],
};
