import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { ended, started } from '../../../testing/process.ts';
import { type Client, client, patient } from '../../../testing/client.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** Some processes of the service on one database, behind a proxy. */
export interface Replicas {
  proxy: Proxy;
  cases: Client;
  /** Kills one, the next one each time, and starts another in its place. */
  kill: () => Promise<void>;
  /** Lets all drain their requests and exit; returns their exit codes. */
  stop: () => Promise<(number | null)[]>;
}

export async function startReplicas(many: number, folder: string, env: Record<string, string>): Promise<Replicas> {
  const proxy = await startProxy();
  const start = async () => {
    const { child, cases } = await started(folder, { env: { NODE_COMPILE_CACHE: `${folder}/compiled`, ...env } });
    proxy.targets.add(cases.url);
    return { child, url: cases.url };
  };
  const running: { child: ChildProcess; url: string }[] = await Promise.all(Array.from({ length: many }, start));
  return {
    proxy,
    cases: patient(client(proxy.url)),
    async kill() {
      const { child, url } = running.shift()!;
      await ended(child, 'SIGKILL');
      // For a while the proxy does not know.
      await setTimeout(200);
      proxy.targets.delete(url);
      running.push(await start());
    },
    async stop() {
      const codes = await Promise.all(running.map(({ child }) => ended(child, 'SIGTERM')));
      proxy.close();
      return codes;
    },
  };
}
