// Starts a real gateway in front of a service.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, stopProcess } from '../../tools/processes.ts';
import { root } from '../../tools/root.ts';

export type GatewayName = keyof typeof gateways;

interface Gateway {
  /** as someone copies it */
  example: string;
  /** the shortest configuration that proxies everything */
  stock: string;
  /** the whole configuration, given the example or the stock one */
  file: (text: string, folder: string) => string;
  command: (file: string) => [string, ...string[]];
  reload: NodeJS.Signals;
}

const gateways = {
  nginx: {
    example: 'nginx.conf',
    stock: 'server { listen 80 default_server; location / { proxy_pass http://127.0.0.1:8080; } }',
    file: (text: string, folder: string) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (each) => `${each}_temp_path ${folder}/${each};`,
      );
      return `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; ${temporary.join(' ')}\n${text}\n}`;
    },
    command: (file: string) => ['nginx', '-c', file],
    reload: 'SIGHUP',
  },
  haproxy: {
    example: 'haproxy.cfg',
    stock: `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend cases
  bind :80
  default_backend service
backend service
  server one 127.0.0.1:8080
`,
    file: (text: string) => text,
    command: (file: string) => ['haproxy', '-W', '-f', file],
    reload: 'SIGUSR2',
  },
} satisfies Record<string, Gateway>;

/** True when the program is installed. */
export function isInstalled(name: GatewayName): boolean {
  try {
    execFileSync(name, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a gateway before the service at a port of loopback, with the configuration to copy or with the shortest one. */
export async function startGateway(name: GatewayName, as: 'configured' | 'stock', backend: number) {
  const { example, stock, file, command, reload }: Gateway = gateways[name];
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const text = as === 'stock' ? stock : readFileSync(join(root, 'examples/deploy/gateways', example), 'utf8');
  const placed = text
    .replace(/listen 80\b/, `listen 127.0.0.1:${port}`)
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace('127.0.0.1:8080', `127.0.0.1:${backend}`);
  writeFileSync(join(folder, 'configuration'), file(placed, folder));
  const [program, ...flags] = command(join(folder, 'configuration'));
  const child = spawn(program, flags, { stdio: 'ignore' });
  await untilListening(port);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    reload: () => child.kill(reload),
    async stop() {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when something accepts connections at a port of loopback. */
export async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await accepts(port)) return;
    await wait(50);
  }
  throw new Error(`nothing listens at port ${port}`);
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
