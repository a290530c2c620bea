// The thread of `startReference`: posts its address and serves until it is terminated.
import { parentPort, workerData } from 'node:worker_threads';
import { demoEndpoints } from '../../reference-impl/demo-keys.ts';
import { createService } from '../../reference-impl/http/service.ts';

const receiver = workerData as string | undefined;
const webhooks = receiver ? { endpoints: demoEndpoints(receiver), privateHosts: [new URL(receiver).hostname] } : {};
const service = createService(webhooks);
void service.listen({ port: 0, host: '127.0.0.1' }).then((address) => parentPort!.postMessage(address));
