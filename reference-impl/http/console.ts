// The page at /docs: the contract with a form for each request, by Swagger UI, to try the service.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'yaml';
import { shipped } from '../../shipped/files.ts';

/** Responds to a request for one of its pages; false leaves the request to the service. */
export type ServeConsole = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Document {
  type: string;
  content: () => string | Buffer;
  /** the policy of the page itself is in its HTML */
  isPage?: true;
}

// Where the pages of the contract are served, if they are built.
const pages = '/docs/pages';

const back = (isBuilt: boolean) =>
  isBuilt
    ? `<a href="${pages}/index.html">Guide</a> <a href="${pages}/reference.html">Reference</a>`
    : '<span>The guide is in docs-site/ after <code>npm run docs</code>.</span>';

const html = (key: string, isBuilt: boolean) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>
:root { color-scheme: light dark; }
body { margin: 0; }
nav { display: flex; gap: 20px; padding: 12px 24px; font: 14px system-ui, sans-serif; border-bottom: 1px solid light-dark(#dcdfe6, #3a3e4a); }
nav :first-child { margin-right: auto; font-weight: 650; }
nav a { color: light-dark(#1750b5, #8ab4ff); }
.swagger-ui .info table :is(th, td) { padding-right: 10px; }
</style>
</head>
<body>
<nav><span>Try the service</span>
${back(isBuilt)}</nav>
<div id="console"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js" data-key="${key}"></script>
</body>
</html>
`;

const start = `const { key } = document.currentScript.dataset;
const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', colour);
colour();
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
  const built = shipped.list('docs-site');
  const documents: Record<string, Document> = {
    ...Object.fromEntries(built.map(pageOf)),
    '/docs': { type: types.html!, content: () => html(key, built.length > 0) },
    '/docs/start.js': { type: 'text/javascript', content: () => start },
    '/docs/openapi.json': { type: 'application/json', content: contractOfThisOrigin },
    '/docs/swagger-ui.css': { type: 'text/css', content: asset('swagger-ui.css') },
    '/docs/swagger-ui-bundle.js': { type: 'text/javascript', content: asset('swagger-ui-bundle.js') },
  };
  return ({ method, url }, response) => {
    const found = Object.entries(documents).find(([path]) => path === url);
    if (!found || method !== 'GET') return false;
    const [, { type, content, isPage }] = found;
    response.writeHead(200, {
      'Content-Type': type,
      ...(!isPage && { 'Content-Security-Policy': policy }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(content());
    return true;
  };
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  yaml: 'application/yaml',
};

/** A page of the contract, with its path. */
function pageOf(file: string): [path: string, page: Document] {
  const name = file.split('/').at(-1)!;
  const type = types[name.split('.').at(-1)!] ?? 'application/octet-stream';
  return [`${pages}/${name}`, { type, content: () => shipped.read(file)!, isPage: true }];
}

/** The interface with this origin as its only server. Swagger UI reports the usual dialect of schemas as an unknown one. */
function contractOfThisOrigin(): string {
  const { jsonSchemaDialect: _, ...contract } = parse(shipped.read('openapi.yaml')!.toString());
  const ofClients = Object.entries(contract).filter(([name]) => !name.startsWith('x-'));
  return JSON.stringify({ ...Object.fromEntries(ofClients), servers: [{ url: '/' }] });
}
