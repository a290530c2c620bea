import { createCase, getCase, uploadArtifact } from './orval/client.ts';
import { authorization, probe, type Shown } from './clients/probe.ts';

const init = { headers: { Authorization: authorization } };
const shown = ({ data, status, headers }: { data: unknown; status: number; headers: Headers }): Shown =>
  status < 300 ? { data, headers } : { problem: data, headers };

await probe({
  create: async (reference) => shown(await createCase({ type: 'PF', reference }, init)),
  upload: async (caseId, file) => shown(await uploadArtifact(caseId, { kind: 'ID_FRONT', file }, init)),
  read: async (caseId) => shown(await getCase(caseId, init)),
  problemIn: (error) => ({ problem: error.info }),
});
