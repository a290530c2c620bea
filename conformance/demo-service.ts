// The thread of `startReference`: tells the address and serves until it is ended.
import { parentPort } from 'node:worker_threads';
import { createService } from '../reference-impl/service.ts';

const service = await createService({});
parentPort!.postMessage(await service.listen({ port: 0, host: '127.0.0.1' }));
