import { apiKey, baseUrl, probe } from './clients/probe.ts';
import { createCase } from './kubb/clients/createCase.ts';
import { getCase } from './kubb/clients/getCase.ts';
import { uploadArtifact } from './kubb/clients/uploadArtifact.ts';

const config = { baseURL: baseUrl, headers: { Authorization: `Bearer ${apiKey}` } };
// With `dataReturnType: 'full'`, the response is returned and not its data.
const shown = (returned: any) => (returned?.data === undefined ? { data: returned } : returned);

await probe({
  create: async (reference, key) =>
    shown(await createCase({ type: 'PF', reference }, { 'Idempotency-Key': key }, config)),
  upload: async (caseId, file, key) =>
    shown(await uploadArtifact(caseId, { kind: 'ID_FRONT', file }, { 'Idempotency-Key': key }, config)),
  read: async (caseId) => shown(await getCase(caseId, config)),
  problemIn: ({ response }) => ({ problem: response?.data, headers: response?.headers }),
});
