import type { operations } from '../../generated/operations.ts';
import type { components, operations as Api } from '../../generated/types.ts';
import type { Caller } from '../http/keys.ts';
import type { Parts } from '../compose.ts';
import type { AnyProblem, ProblemAnswer, ProblemStatus } from '../http/problems.ts';
import type { Once } from '../ports.ts';
import type { Upload } from '../http/upload.ts';

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

/** A success with its own headers; those of every answer are added by `render`. */
export interface Success {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}
export type AnyAnswer = Success | AnyProblem;

type Responses<Id extends OperationId> = Api[Id]['responses'];
type AddedToAll = 'Cache-Control' | 'X-Content-Type-Options';
type OwnHeaders<All> = { [Name in keyof All as string extends Name ? never : Exclude<Name, AddedToAll>]: All[Name] };

type SuccessOf<Response> = Response extends { headers: infer All; content: { 'application/json': infer Body } }
  ? { body: Body } & (keyof OwnHeaders<All> extends never ? unknown : { headers: OwnHeaders<All> })
  : never;
type Successes<All> = { [Status in keyof All]: { status: Status } & SuccessOf<All[Status]> }[keyof All];

/** The answers that the contract documents for an operation. */
export type Answer<Id extends OperationId> = AnyAnswer &
  (Successes<Responses<Id>> | ProblemAnswer<ProblemStatus & keyof Responses<Id>>);

/** The body of each operation once it is read. */
export interface Bodies {
  createCase: CreateCase;
  getCase: undefined;
  uploadArtifact: Upload;
}

/** A request by a known caller. */
export interface Call<Id extends OperationId> {
  path: Api[Id]['parameters'] extends { path: infer Path } ? Path : unknown;
  caller: Caller;
  /**
   * Reads and validates the body; `once` is there when the client sent an `Idempotency-Key`. The handler says when,
   * because an unknown case is answered before anything else that is wrong (D23).
   *
   * @throws Refused
   */
  read: () => Promise<{ body: Bodies[Id]; once: Once | undefined }>;
}

/** Does one operation. An answer that the contract does not document does not compile. */
export type Handler<Id extends OperationId> = (call: Call<Id>, parts: Parts) => Promise<Answer<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
