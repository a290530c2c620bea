import { apiKey, baseUrl, probe } from './clients/probe.ts';
import { createCase, defaults, getCase, uploadArtifact } from './oazapfts.ts';

defaults.baseUrl = baseUrl;
defaults.headers = { Authorization: `Bearer ${apiKey}` };
const shown = ({ status, data, headers }: { status: number; data?: unknown; headers: Headers }) =>
  status < 300 ? { data, headers } : { problem: data, headers };

await probe({
  create: async (reference, idempotencyKey) => shown(await createCase({ type: 'PF', reference }, { idempotencyKey })),
  upload: async (caseId, file, idempotencyKey) =>
    shown(await uploadArtifact(caseId, { kind: 'ID_FRONT', file }, { idempotencyKey })),
  read: async (caseId) => shown(await getCase(caseId)),
});
