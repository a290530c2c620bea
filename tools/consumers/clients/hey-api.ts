// Written against the client that hey-api generates: create, upload, read.
import { createClient } from './hey/client/index.ts';
import { createCase, getCase, uploadArtifact } from './hey/sdk.gen.ts';
import { zCase } from './hey/zod.gen.ts';

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };

const client = createClient({ baseUrl: process.env['BASE_URL']!, auth: process.env['API_KEY']! });
const body = { type: 'PF', reference: 'sandbox:approve' } as const;
const opened = await createCase({ client, body, throwOnError: true });
const path = { case_id: opened.data.id };

const file = new Blob([Uint8Array.of(0xff, 0xd8, 0xff)], { type: 'image/jpeg' });
const stored = await uploadArtifact({ client, path, body: { kind: 'ID_FRONT', file }, throwOnError: true });

let read = await getCase({ client, path, throwOnError: true });
while (read.data.status === 'PENDING') read = await getCase({ client, path, throwOnError: true });
// Both assignments compile only while the generated types are those of the contract, and not `any` or `unknown`.
const score: number = zCase.parse(read.data).score;
const kind: 'ID_FRONT' = stored.data.kind as 'ID_FRONT';

// @ts-expect-error: a status that the contract does not have
const impossible = read.data.status === 'OPEN';
// @ts-expect-error: a property that the contract does not have
void read.data.nickname;

process.stdout.write(`${read.data.status} ${score} ${kind} ${impossible}\n`);
