import { createCase, getCase, uploadArtifact } from './orval/client.ts';
import { authorization, probe, type Shown } from './clients/probe.ts';

const init = { headers: { Authorization: authorization } };
const shown = ({ data, status, headers }: { data: unknown; status: number; headers: Headers }): Shown =>
  status < 300 ? { data, headers } : { problem: data, headers };

await probe({
  create: async (reference, key) =>
    shown(await createCase({ type: 'PF', reference }, { 'Idempotency-Key': key }, init)),
  upload: async (caseId, file, key) =>
    shown(await uploadArtifact(caseId, { kind: 'ID_FRONT', file }, { 'Idempotency-Key': key }, init)),
  read: async (caseId) => shown(await getCase(caseId, init)),
  problemIn: (error) => ({ problem: error.info }),
});
