// A program that verifies one person or company, as `idv-conformance client -- node verify.ts` runs it: it opens a case,
// uploads a file, waits for the decision, and prints it in its last line.
import { openAsBlob } from 'node:fs';
import { IdvClient } from './client.ts';
import { receiveEvents } from './events.ts';
import { repeatingFetch } from './repeating.ts';

const { IDV_BASE_URL = '', IDV_API_KEY = '', IDV_TASK, IDV_TASK_FILE = '' } = process.env;
const { IDV_WEBHOOK_LISTEN, IDV_WEBHOOK_SECRET = '' } = process.env;

const client = new IdvClient(IDV_BASE_URL, IDV_API_KEY, repeatingFetch);
// It listens before it opens the case: the event may come before the response to the upload.
const receiver = IDV_WEBHOOK_LISTEN ? await receiveEvents(IDV_WEBHOOK_LISTEN, IDV_WEBHOOK_SECRET) : undefined;
try {
  const type = IDV_TASK === 'company' ? 'PM' : 'PF';
  const opened = await client.openCase({ type, reference: `order-${crypto.randomUUID()}` });
  const kind = type === 'PM' ? 'INCORPORATION_DEED' : 'PASSPORT';
  await client.upload(opened.id, { kind, file: await openAsBlob(IDV_TASK_FILE) });
  // Whichever comes first: an event may be late, and reads find the decision too.
  const read = client.decided(opened.id, 50_000);
  const { status } = await (receiver ? Promise.race([receiver.decided(opened.id), read]) : read);
  process.stdout.write(`${status}\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
receiver?.close();
