import type { IncomingMessage } from 'node:http';
import multer from 'multer';
import { type Parser, TooLarge } from '../../../reference-impl/behaviours/form-parser.ts';

type Received = IncomingMessage & { body?: Record<string, unknown>; files?: Express.Multer.File[] };

export const parseByMulter: Parser = async (request: Received, { limits: { fileBytes } }) => {
  const read = multer({ storage: multer.memoryStorage(), limits: { fileSize: fileBytes } }).any();
  await new Promise<void>((resolve, reject) => {
    read(request as never, {} as never, (error?: unknown) => {
      if (error === undefined || error === null) return resolve();
      reject((error as { code?: string }).code === 'LIMIT_FILE_SIZE' ? new TooLarge() : (error as Error));
    });
  });
  const texts = Object.entries(request.body ?? {}).map(([name, value]) =>
    typeof value === 'string' ? { name, content: Buffer.from(value) } : { name, content: 'a list' as const },
  );
  const files = (request.files ?? []).map(({ fieldname, buffer, mimetype }) => ({
    name: fieldname,
    content: buffer,
    type: mimetype,
  }));
  return [...texts, ...files];
};
