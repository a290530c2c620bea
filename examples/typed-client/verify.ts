// A program that verifies one person or company, as `idv-conformance client -- node verify.ts` runs it: it opens a case,
// uploads a file, waits for the decision, and prints it in its last line.
import { openAsBlob } from 'node:fs';
import { IdvClient } from './client.ts';
import { repeatingFetch } from './repeating.ts';

const { IDV_BASE_URL = '', IDV_API_KEY = '', IDV_TASK, IDV_TASK_FILE = '' } = process.env;

const client = new IdvClient(IDV_BASE_URL, IDV_API_KEY, repeatingFetch);
try {
  const type = IDV_TASK === 'company' ? 'PM' : 'PF';
  const opened = await client.openCase({ type, reference: `order-${crypto.randomUUID()}` });
  const kind = type === 'PM' ? 'INCORPORATION_DEED' : 'PASSPORT';
  await client.upload(opened.id, { kind, file: await openAsBlob(IDV_TASK_FILE) });
  const { status } = await client.decided(opened.id, 50_000);
  process.stdout.write(`${status}\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
