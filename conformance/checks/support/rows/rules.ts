import { overrideHeaders, overrideParameters } from '../../../values/headers.ts';
import {
  acceptable,
  codings,
  malformedMediaTypes,
  mediaTypeCases,
  mediaTypeParameters,
  wrongMediaTypes,
} from '../../../values/media-types.ts';
import { rowsOf } from '../../../values/rows-of.ts';
import { type Cells, cells, onEach } from './cells.ts';
import { invalidRequests } from '../fixtures/invalid-requests.ts';
import { eachOperation, type OperationName, withBody } from './operations.ts';

type WithBody = (typeof withBody)[number];
const byOperation = <T>(values: Record<WithBody, Record<string, T>>): Cells<WithBody, T> => ({
  operations: withBody,
  values: (name) => values[name],
});

/**
 * By rule, the classes of values that it is tried with on each operation that it binds. A check takes its rows from here.
 */
export const rules = {
  'http.wrong-content-type-415': {
    types: byOperation(wrongMediaTypes),
  },
  'http.malformed-content-type': { types: cells(withBody, malformedMediaTypes) },
  'http.content-encoding-415': { codings: cells(withBody, codings) },
  'http.media-type-any-case': { cases: cells(withBody, mediaTypeCases) },
  'http.media-type-parameters-ignored': { parameters: cells(withBody, mediaTypeParameters) },
  'http.missing-content-type-415': { types: cells(withBody, { 'no media type': [] as [] }) },
  'http.accept-ignored': { types: cells(eachOperation, acceptable) },
  'http.header-names-any-case': { spellings: onEach() },
  'http.range-ignored': { ranges: onEach() },
  'http.no-method-override': {
    headers: cells(eachOperation, rowsOf(...overrideHeaders)),
    queries: cells(eachOperation, rowsOf(...overrideParameters)),
  },
  'http.case-before-other-refusals': { rejections: cells(['an upload'], invalidRequests['an upload']) },
} as const satisfies Record<string, Record<string, Cells<OperationName, unknown>>>;
