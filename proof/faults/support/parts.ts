import type { Defect } from './fault.ts';
import type { ProblemResponse, ProblemStatus } from '../../../reference-impl/domain/contract.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Store, ReceivedFile, Part } from '../../../reference-impl/ports.ts';

/** Properties of another rejection. */
export type Instead = Partial<Record<keyof ProblemResponse<400>, unknown>>;

/** Changes the rejections by one function of `Parts`. */
export const rejectingIn =
  <Name extends 'parseJson' | 'readJson' | 'readUpload' | 'receiveFile' | 'idempotencyKeyOf'>(
    name: Name,
    instead: Instead,
    concerns: (response: ProblemResponse<ProblemStatus>) => boolean = () => true,
  ): Defect =>
  (original) => ({
    [name]: (...call: Parameters<Parts[Name]>) => {
      const reject = (error: unknown): never => {
        if (!(error instanceof Rejected) || !concerns(error.response)) throw error;
        throw new Rejected({ ...error.response, ...instead } as ProblemResponse<400>);
      };
      try {
        const result = (original[name] as (...same: unknown[]) => unknown)(...call);
        return result instanceof Promise ? result.catch(reject) : result;
      } catch (error) {
        return reject(error);
      }
    },
  });

/** A store with other methods. */
export const storing =
  (change: (original: Store) => Partial<Store>): Defect =>
  ({ store }) => ({ store: { ...store, ...change(store) } });

/** Changes the record of a file. */
export const recording =
  (change: (file: ReceivedFile, bytes: Buffer, part: NamedPart) => Partial<ReceivedFile>): Defect =>
  (original) => ({
    async receiveFile(part, parts) {
      const pieces: Buffer[] = [];
      const file = await original.receiveFile({ ...part, content: seenBy(pieces, part.content) }, parts);
      return { ...file, ...change(file, Buffer.concat(pieces), part) };
    },
  });

/** A part with the file name that the reference implementation never looks at. */
export interface NamedPart extends Part {
  filename?: string;
}

/** Changes the parts as they are read; null omits one. Each has its file name. */
export const readingParts =
  (change: (part: NamedPart) => NamedPart | null = (part) => part): Defect =>
  (original) => ({
    async *readParts(body, ...rest) {
      const seen: Buffer[] = [];
      for await (const part of original.readParts(seenBy(seen, body), ...rest)) {
        const filename = /filename="([^"\r\n]*)"/.exec(Buffer.concat(seen).toString('utf8'))?.[1];
        const changed = change({ ...part, ...(filename !== undefined && { filename }) });
        if (changed) yield changed;
      }
    },
  });

/** Reads all parts of an upload before it checks them. */
export const arranging =
  (change: (parts: BufferedPart[]) => BufferedPart[]): Defect =>
  (original) => ({
    async *readParts(body, ...rest) {
      const all: BufferedPart[] = [];
      for await (const part of original.readParts(body, ...rest)) {
        const pieces: Buffer[] = [];
        for await (const piece of part.content) pieces.push(piece);
        all.push({ ...part, bytes: Buffer.concat(pieces) });
      }
      for (const part of change(all)) yield { ...part, content: seenBy([], [part.bytes]) };
    },
  });

export interface BufferedPart extends Part {
  bytes: Buffer;
}

export const nameOf = ({ name }: Pick<Part, 'name'>): string => name.toString();

/** Several changes of parts that do not touch each other. */
export const together =
  (...changes: Defect[]): Defect =>
  (original) =>
    Object.assign({}, ...changes.map((change) => change(original))) as ReturnType<Defect>;

export async function* seenBy(
  seen: Buffer[],
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    seen.push(piece);
    yield piece;
  }
}
