// Written by `npm run generate` from openapi.yaml. Never edited.
import type { components } from './types.ts';

/** One fault that a validator found; `instancePath` is a JSON pointer to the parent of a missing property. */
export interface ValidationError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value fits the schema; otherwise `errors` holds every fault until the next call. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: ValidationError[] | null;
}

export const CaseType: Validator<components['schemas']['CaseType']>;
export const CaseStatus: Validator<components['schemas']['CaseStatus']>;
export const Reference: Validator<components['schemas']['Reference']>;
export const CaseIdentifier: Validator<components['schemas']['CaseIdentifier']>;
export const ReasonCode: Validator<components['schemas']['ReasonCode']>;
export const Timestamp: Validator<components['schemas']['Timestamp']>;
export const CreateCase: Validator<components['schemas']['CreateCase']>;
export const Case: Validator<components['schemas']['Case']>;
export const ArtifactKind: Validator<components['schemas']['ArtifactKind']>;
export const FileType: Validator<components['schemas']['FileType']>;
export const UploadArtifact: Validator<components['schemas']['UploadArtifact']>;
export const Artifact: Validator<components['schemas']['Artifact']>;
export const ProblemError: Validator<components['schemas']['ProblemError']>;
export const Problem: Validator<components['schemas']['Problem']>;
export const CaseDecided: Validator<components['schemas']['CaseDecided']>;

/** The validator of each response, by operation and status. */
export const answers: {
  createCase: {
    201: { mediaType: 'application/json'; validate: Validator<components['schemas']['Case']> },
    400: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    401: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    409: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    413: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    415: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    422: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    429: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    500: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    503: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
  },
  getCase: {
    200: { mediaType: 'application/json'; validate: Validator<components['schemas']['Case']> },
    401: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    404: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    429: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    500: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    503: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
  },
  uploadArtifact: {
    201: { mediaType: 'application/json'; validate: Validator<components['schemas']['Artifact']> },
    400: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    401: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    404: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    409: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    413: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    415: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    422: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    429: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    500: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
    503: { mediaType: 'application/problem+json'; validate: Validator<components['schemas']['Problem']> },
  },
};
