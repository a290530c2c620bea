// The page at /docs: the contract with a form for each request, by Swagger UI, to try the service.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'yaml';
import { shipped } from '../../shipped/files.ts';

/** Responds to a request for one of its pages; false leaves the request to the service. */
export type ServeConsole = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Document {
  type: string;
  content: () => string | Buffer;
}

const html = (key: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="console"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js" data-key="${key}"></script>
</body>
</html>
`;

const start = `const { key } = document.currentScript.dataset;
const ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#console',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('bearerKey', key),
});
`;

// Nothing leaves the origin.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * @param key filled in, so that the first request needs no set-up; the page shows it to everybody
 * @returns undefined where Swagger UI is not there
 */
export function openConsole(key: string): ServeConsole | undefined {
  if (!shipped.read('swagger-ui-dist/LICENSE')) return undefined;
  const asset = (name: string) => () => shipped.read(`swagger-ui-dist/${name}`)!;
  const documents: Record<string, Document> = {
    '/docs': { type: 'text/html; charset=utf-8', content: () => html(key) },
    '/docs/start.js': { type: 'text/javascript', content: () => start },
    '/docs/openapi.json': { type: 'application/json', content: contractOfThisOrigin },
    '/docs/swagger-ui.css': { type: 'text/css', content: asset('swagger-ui.css') },
    '/docs/swagger-ui-bundle.js': { type: 'text/javascript', content: asset('swagger-ui-bundle.js') },
  };
  return ({ method, url }, response) => {
    const found = Object.entries(documents).find(([path]) => path === url);
    if (!found || method !== 'GET') return false;
    const [, { type, content }] = found;
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(content());
    return true;
  };
}

/** The interface of the contract, and with this origin as its only server. */
function contractOfThisOrigin(): string {
  const {
    'x-requirements': _,
    'x-freedoms': __,
    'x-decisions': ___,
    ...contract
  } = parse(shipped.read('openapi.yaml')!.toString());
  return JSON.stringify({ ...contract, servers: [{ url: '/' }] });
}
