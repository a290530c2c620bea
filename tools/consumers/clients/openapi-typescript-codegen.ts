import { apiKey, baseUrl, probe } from './clients/probe.ts';
import { ArtifactKind, CasesService, CaseType, EvidenceService, OpenAPI } from './codegen/index.ts';

OpenAPI.BASE = baseUrl;
OpenAPI.TOKEN = apiKey;

await probe({
  create: async (reference, key) => ({
    data: await CasesService.createCase({ type: CaseType.PF, reference }, key),
  }),
  upload: async (caseId, file, key) => ({
    data: await EvidenceService.uploadArtifact(caseId, { kind: ArtifactKind.ID_FRONT, file }, key),
  }),
  read: async (caseId) => ({ data: await CasesService.getCase(caseId) }),
  problemIn: ({ body }) => ({ problem: body }),
});
