import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import carried from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { listening } from '../../conformance/testing.ts';

/** The Chromium of an npm package, without telemetry. */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await carried.executablePath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** Serves a folder on a free port of this machine. */
export async function serve(folder: string): Promise<{ address: string; stop: () => void }> {
  const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.yaml': 'application/yaml' };
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://localhost').pathname.slice(1) || 'index.html';
    try {
      const content = readFileSync(join(folder, name));
      response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const { address, stop } = await listening(server);
  return { address: `http://${address}`, stop };
}
