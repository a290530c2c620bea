import type { operations } from '../../generated/operations.ts';
import type { components, operations as Api } from '../../generated/types.ts';

type Schemas = components['schemas'];
export type Case = Schemas['Case'];
export type Artifact = Schemas['Artifact'];
export type CaseDecided = Schemas['CaseDecided'];
export type CreateCase = Schemas['CreateCase'];
export type FileType = Schemas['FileType'];
export type Problem = Schemas['Problem'];
export type ProblemError = Schemas['ProblemError'];

/** The operations that a client may call; the webhook is none. */
export type OperationId = keyof typeof operations;

/** The values that the path of an operation holds. */
export type PathOf<Id extends OperationId> = Api[Id]['parameters'] extends { path: infer Path } ? Path : unknown;

/** A success with its own headers; those of every response are added by `render`. */
export interface Success {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** The problems of the contract by their status (D25 to D38). */
export interface ProblemTypes {
  400: 'malformed-request';
  401: 'unauthorized';
  404: 'not-found';
  405: 'method-not-allowed';
  409: 'case-closed' | 'artifact-limit-reached' | 'idempotency-key-in-use';
  413: 'content-too-large';
  415: 'unsupported-media-type' | 'unsupported-file-type';
  422: 'invalid-request' | 'idempotency-key-reused';
  429: 'rate-limited';
  500: 'internal-error';
  503: 'unavailable';
}
export type ProblemStatus = keyof ProblemTypes;

/** A rejection before it is written as a problem. */
export interface ProblemResponse<Status extends ProblemStatus> {
  status: Status;
  problem: ProblemTypes[Status];
  detail: string;
  errors?: ProblemError[];
  /** seconds to wait before the request is repeated; in the header of this name, and in the problem (D71) */
  retryAfter?: number;
  headers?: Record<string, string>;
}
export type AnyProblem = ProblemResponse<ProblemStatus>;

export type AnyResponse = Success | AnyProblem;

type Responses<Id extends OperationId> = Api[Id]['responses'];
type AddedToAll = 'Cache-Control' | 'X-Content-Type-Options';
type OwnHeaders<All> = { [Name in keyof All as string extends Name ? never : Exclude<Name, AddedToAll>]: All[Name] };

type SuccessOf<Response> = Response extends { headers: infer All; content: { 'application/json': infer Body } }
  ? { body: Body } & (keyof OwnHeaders<All> extends never ? unknown : { headers: OwnHeaders<All> })
  : never;
type Successes<All> = { [Status in keyof All]: { status: Status } & SuccessOf<All[Status]> }[keyof All];

/** The responses that the contract documents for an operation. */
export type OperationResponse<Id extends OperationId> = AnyResponse &
  (Successes<Responses<Id>> | ProblemResponse<ProblemStatus & keyof Responses<Id>>);
