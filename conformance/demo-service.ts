// The thread of `startReference`: tells the address and serves until it is ended.
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// A thread has a compile cache of its own, as the command has (see cli.ts).
enableCompileCache();
const { createService } = await import('../reference-impl/service.ts');
const { demoEndpoints } = await import('../reference-impl/demo-keys.ts');
const receiver = workerData as string | undefined;
const webhooks = receiver ? { endpoints: demoEndpoints(receiver), privateHosts: [new URL(receiver).hostname] } : {};
const service = createService(webhooks);
parentPort!.postMessage(await service.listen({ port: 0, host: '127.0.0.1' }));
