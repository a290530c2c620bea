import { Api, ArtifactKind, CaseType } from './api/api.ts';
import { apiKey, baseUrl, isSet, probe } from './clients/probe.ts';

const { cases } = new Api({
  baseUrl,
  securityWorker: () => ({ headers: { Authorization: `Bearer ${apiKey}` } }),
});
const paramsFor = (key: string) => (isSet ? { headers: { 'Idempotency-Key': key } } : {});

await probe({
  create: async (reference, key) => {
    const { data, headers } = await cases.createCase({ type: CaseType.PF, reference }, paramsFor(key));
    return { data, headers };
  },
  upload: async (caseId, file, key) =>
    cases.uploadArtifact(caseId, { kind: ArtifactKind.ID_FRONT, file }, paramsFor(key)),
  read: (caseId) => cases.getCase(caseId),
  problemIn: ({ error, headers }) => ({ problem: error, headers }),
});
