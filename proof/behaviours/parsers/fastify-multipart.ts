import { ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import { type ParsedPart, type Parser, TooLarge } from '../../../reference-impl/behaviours/form-parser.ts';

export const parseByFastify: Parser = async (request, { limits: { fileBytes, overheadBytes } }) => {
  const service = fastify({ bodyLimit: fileBytes + overheadBytes });
  service.register(multipart, { limits: { fileSize: fileBytes + 1 } });
  const form = new Promise<ParsedPart[]>((resolve, reject) => {
    service.all('*', async (received, reply) => {
      // The reference implementation responds.
      reply.hijack();
      const found: ParsedPart[] = [];
      try {
        for await (const part of received.parts()) {
          const name = part.fieldname;
          if (part.type === 'file') found.push({ name, content: await part.toBuffer(), type: part.mimetype });
          else found.push({ name, content: Buffer.from(part.value as string) });
        }
        resolve(found);
      } catch (error) {
        reject((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? new TooLarge() : (error as Error));
      }
    });
  });
  await service.ready();
  service.routing(request, new ServerResponse(request));
  return form;
};
