// A service as it is on its first days: the three operations, keys and problems work, most rules are missing.
// `node tools/docs/half-finished.ts` serves it at PORT, to try the reports manually.
import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';

export const halfFinishedKeys = { IDV_API_KEY: 'first-tenant-key', IDV_OTHER_API_KEY: 'second-tenant-key' };

type Case = Record<string, unknown> & { id: string; artifacts: object[] };
type Respond = (status: number, body: Record<string, unknown>, headers?: http.OutgoingHttpHeaders) => void;

const titles: Record<number, [type: string, title: string]> = {
  400: ['malformed-request', 'Malformed request'],
  401: ['unauthorized', 'Unauthorized'],
  404: ['not-found', 'Not found'],
  422: ['invalid-request', 'Invalid request'],
};

export function halfFinished(): http.Server {
  const cases = new Map<string, Case>();

  const handle = (request: http.IncomingMessage, body: Buffer, respond: Respond) => {
    const [, , id, artifacts] = new URL(request.url!, 'http://localhost').pathname.split('/');
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!Object.values(halfFinishedKeys).includes(key))
      return respond(401, { error: 'wrong key' }, { 'WWW-Authenticate': 'Bearer' });
    if (id === undefined && request.method === 'POST') return create(JSON.parse(body.toString()) as Case, respond);
    const found = cases.get(id ?? '');
    if (!found) return respond(404, { error: 'no such case' });
    if (artifacts === undefined) return respond(200, found);
    return upload(found, body.toString('latin1'), respond);
  };

  const create = ({ type, reference }: Case, respond: Respond) => {
    if (type !== 'PF' && type !== 'PM') return respond(422, { error: 'type must be PF or PM' });
    const opened = { id: randomUUID(), type, reference, status: 'PENDING', score: 0, reasons: [], artifacts: [] };
    cases.set(opened.id, { ...opened, created_at: new Date().toISOString(), decided_at: null });
    return respond(201, cases.get(opened.id)!, { Location: `/cases/${opened.id}` });
  };

  const upload = (to: Case, form: string, respond: Respond) => {
    const kind = /name="kind"\r\n\r\n([A-Z_]+)/.exec(form)?.[1];
    const [, type, file] = /name="file".*\r\nContent-Type: (.+)\r\n\r\n([^]*?)\r\n--/.exec(form) ?? [];
    if (kind === undefined || file === undefined) return respond(400, { error: 'kind and file are required' });
    const bytes = Buffer.from(file, 'latin1');
    const facts = { content_type: type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    to.artifacts.push({ id: randomUUID(), kind, ...facts, created_at: new Date().toISOString() });
    return respond(201, to.artifacts.at(-1) as Record<string, unknown>);
  };

  return http.createServer((request, response) => {
    const respond: Respond = (status, content, headers) => {
      const [type, title] = titles[status] ?? ['internal-error', 'Internal error'];
      const isProblem = status >= 400;
      const problem = { type: `/problems/${type}`, title, status, detail: content['error'] };
      const text = JSON.stringify(isProblem ? { ...problem, instance: `urn:uuid:${randomUUID()}` } : content);
      const mediaType = isProblem ? 'application/problem+json' : 'application/json; charset=utf-8';
      response.writeHead(status, { 'Content-Type': mediaType, ...headers }).end(text);
    };
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      try {
        handle(request, Buffer.concat(pieces), respond);
      } catch (error) {
        respond(500, { error: String(error) });
      }
    });
  });
}

if (import.meta.main) halfFinished().listen(Number(process.env['PORT'] ?? 8080));
