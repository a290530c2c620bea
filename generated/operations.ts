// Written by `npm run generate` from openapi.yaml. Never edited.
/** The method, path and parameters of each operation. */
export const operations = {
  createCase: { method: 'POST', path: '/cases', requestType: 'application/json' },
  getCase: { method: 'GET', path: '/cases/{case_id}', requestType: null },
  uploadArtifact: { method: 'POST', path: '/cases/{case_id}/artifacts', requestType: 'multipart/form-data' },
} as const;
