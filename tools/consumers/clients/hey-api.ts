import { apiKey, baseUrl, probe } from './clients/probe.ts';
import { createClient } from './hey/client/index.ts';
import { createCase, getCase, uploadArtifact } from './hey/sdk.gen.ts';

const client = createClient({ baseUrl, auth: apiKey });
const shown = ({ data, error, response }: { data?: unknown; error?: unknown; response?: Response }) => ({
  data,
  problem: error,
  headers: response?.headers,
});

await probe({
  create: async (reference, key) =>
    shown(await createCase({ client, body: { type: 'PF', reference }, headers: { 'Idempotency-Key': key } })),
  upload: async (case_id, file, key) =>
    shown(
      await uploadArtifact({
        client,
        path: { case_id },
        body: { kind: 'ID_FRONT', file },
        headers: { 'Idempotency-Key': key },
      }),
    ),
  read: async (case_id) => {
    const read = await getCase({ client, path: { case_id } });
    // Compile only while the generated types are those of the contract.
    const score: number | undefined = read.data?.score;
    void score;
    // @ts-expect-error: a status that the contract does not have
    void (read.data?.status === 'OPEN');
    // @ts-expect-error: a property that the contract does not have
    void read.data?.nickname;
    return shown(read);
  },
});
