// Written by `npm run generate` from openapi.yaml. Never edited.
import type { components, operations } from './types.ts';

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
export const createCase_201: Validator<operations['createCase']['responses']['201']['content']['application/json']>;
export const createCase_400: Validator<operations['createCase']['responses']['400']['content']['application/problem+json']>;
export const createCase_401: Validator<operations['createCase']['responses']['401']['content']['application/problem+json']>;
export const createCase_409: Validator<operations['createCase']['responses']['409']['content']['application/problem+json']>;
export const createCase_413: Validator<operations['createCase']['responses']['413']['content']['application/problem+json']>;
export const createCase_415: Validator<operations['createCase']['responses']['415']['content']['application/problem+json']>;
export const createCase_422: Validator<operations['createCase']['responses']['422']['content']['application/problem+json']>;
export const createCase_429: Validator<operations['createCase']['responses']['429']['content']['application/problem+json']>;
export const createCase_500: Validator<operations['createCase']['responses']['500']['content']['application/problem+json']>;
export const createCase_503: Validator<operations['createCase']['responses']['503']['content']['application/problem+json']>;
export const getCase_200: Validator<operations['getCase']['responses']['200']['content']['application/json']>;
export const getCase_401: Validator<operations['getCase']['responses']['401']['content']['application/problem+json']>;
export const getCase_404: Validator<operations['getCase']['responses']['404']['content']['application/problem+json']>;
export const getCase_429: Validator<operations['getCase']['responses']['429']['content']['application/problem+json']>;
export const getCase_500: Validator<operations['getCase']['responses']['500']['content']['application/problem+json']>;
export const getCase_503: Validator<operations['getCase']['responses']['503']['content']['application/problem+json']>;
export const uploadArtifact_201: Validator<operations['uploadArtifact']['responses']['201']['content']['application/json']>;
export const uploadArtifact_400: Validator<operations['uploadArtifact']['responses']['400']['content']['application/problem+json']>;
export const uploadArtifact_401: Validator<operations['uploadArtifact']['responses']['401']['content']['application/problem+json']>;
export const uploadArtifact_404: Validator<operations['uploadArtifact']['responses']['404']['content']['application/problem+json']>;
export const uploadArtifact_409: Validator<operations['uploadArtifact']['responses']['409']['content']['application/problem+json']>;
export const uploadArtifact_413: Validator<operations['uploadArtifact']['responses']['413']['content']['application/problem+json']>;
export const uploadArtifact_415: Validator<operations['uploadArtifact']['responses']['415']['content']['application/problem+json']>;
export const uploadArtifact_422: Validator<operations['uploadArtifact']['responses']['422']['content']['application/problem+json']>;
export const uploadArtifact_429: Validator<operations['uploadArtifact']['responses']['429']['content']['application/problem+json']>;
export const uploadArtifact_500: Validator<operations['uploadArtifact']['responses']['500']['content']['application/problem+json']>;
export const uploadArtifact_503: Validator<operations['uploadArtifact']['responses']['503']['content']['application/problem+json']>;
export const answers: {
  createCase: {
    201: { mediaType: 'application/json'; validate: typeof createCase_201 };
    400: { mediaType: 'application/problem+json'; validate: typeof createCase_400 };
    401: { mediaType: 'application/problem+json'; validate: typeof createCase_401 };
    409: { mediaType: 'application/problem+json'; validate: typeof createCase_409 };
    413: { mediaType: 'application/problem+json'; validate: typeof createCase_413 };
    415: { mediaType: 'application/problem+json'; validate: typeof createCase_415 };
    422: { mediaType: 'application/problem+json'; validate: typeof createCase_422 };
    429: { mediaType: 'application/problem+json'; validate: typeof createCase_429 };
    500: { mediaType: 'application/problem+json'; validate: typeof createCase_500 };
    503: { mediaType: 'application/problem+json'; validate: typeof createCase_503 };
  };
  getCase: {
    200: { mediaType: 'application/json'; validate: typeof getCase_200 };
    401: { mediaType: 'application/problem+json'; validate: typeof getCase_401 };
    404: { mediaType: 'application/problem+json'; validate: typeof getCase_404 };
    429: { mediaType: 'application/problem+json'; validate: typeof getCase_429 };
    500: { mediaType: 'application/problem+json'; validate: typeof getCase_500 };
    503: { mediaType: 'application/problem+json'; validate: typeof getCase_503 };
  };
  uploadArtifact: {
    201: { mediaType: 'application/json'; validate: typeof uploadArtifact_201 };
    400: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_400 };
    401: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_401 };
    404: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_404 };
    409: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_409 };
    413: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_413 };
    415: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_415 };
    422: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_422 };
    429: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_429 };
    500: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_500 };
    503: { mediaType: 'application/problem+json'; validate: typeof uploadArtifact_503 };
  };
};
