import type { Parts } from '../../../reference-impl/parts.ts';
import type { Defect } from './fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';

export const far = 32 * 1024 * 1024;

export const limiting =
  (change: Partial<Parts['limits']>): Defect =>
  ({ limits }) => ({ limits: { ...limits, ...change } });

/** Accepts some bodies of any length. */
export const unlimiting =
  (which: 'JSON' | 'uploads', announced: boolean): Defect =>
  ({ piecesOf, readUpload, limits }) => ({
    piecesOf(request, limit, what) {
      const meant =
        (limit === limits.jsonBytes) === (which === 'JSON') &&
        (request.headers['content-length'] !== undefined) === announced;
      return piecesOf(request, meant ? far : limit, what);
    },
    readUpload(request, parts) {
      const meant = which === 'uploads' && (request.headers['content-length'] !== undefined) === announced;
      return readUpload(request, meant ? { ...parts, limits: { ...limits, fileBytes: far } } : parts);
    },
  });

export const demandingLength =
  (type: string): Defect =>
  ({ checkMediaType }) => ({
    checkMediaType(request, expected) {
      if (expected === type && request.headers['content-length'] === undefined)
        throw new Rejected({ ...problem(400, 'malformed-request', 'Announce the length.'), status: 411 as 400 });
      checkMediaType(request, expected);
    },
  });

export const another413 = { status: 413, problem: 'payload-too-large' };
