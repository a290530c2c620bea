import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../http/bytes.ts';
import { validated } from '../http/problems.ts';
import { invalid, malformed, Rejected } from '../domain/rejections.ts';
import type { Freedom } from './support.ts';
import type { Parts } from '../parts.ts';

/** A part of a form as a parser shows it; a file has a type, a text has none. */
export interface ParsedPart {
  name: string;
  /** some parsers make a list of repeated parts, and of one whose name has brackets */
  content: Buffer | 'a list';
  type?: string | undefined;
}

/**
 * Reads a form by a parser that many services use.
 *
 * @throws TooLarge for a file above the limit, and any other error for a form that does not parse
 */
export type Parser = (request: IncomingMessage, parts: Parts) => Promise<ParsedPart[]>;

export class TooLarge extends Error {}

/** The reference implementation with another parser: only what the contract says of two parts is added. */
export const readingBy =
  (parse: Parser): Freedom =>
  () => ({
    async readUpload(request, parts) {
      parts.checkMediaType(request, 'multipart/form-data');
      const found = await parse(request, parts).catch((error: unknown) => {
        if (error instanceof Rejected) throw error;
        if (error instanceof TooLarge) throw tooLarge(parts.limits.fileBytes, 'The file');
        throw malformed('The form does not parse.');
      });
      const texts = new Map<string, string>();
      for (const { name, content, type } of found) {
        if (content === 'a list' || texts.has(name)) throw rejected(name, 'is repeated', parts);
        if (name === 'file' && type === undefined) throw rejected(name, 'is no file', parts);
        texts.set(name, name === 'kind' ? content.toString() : '');
      }
      const { kind } = validated(Object.fromEntries(texts), parts.isUploadArtifact, parts);
      const { content, type } = found.find(({ name }) => name === 'file')!;
      // It is also what these parsers show for a file without a type.
      const declared = type === 'text/plain' ? undefined : type;
      return {
        kind,
        file: await parts.receiveFile(
          { name: Buffer.from('file'), type: declared, content: only(content as Buffer) },
          parts,
        ),
      };
    },
  });

const rejected = (name: string, detail: string, { toPointer }: Parts) =>
  new Rejected(invalid([{ pointer: toPointer('', name), detail }]));

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
