import OpenAPIClientAxios, { type Document } from 'openapi-client-axios';
import document from './openapi.json';
import { apiKey, baseUrl, isSet, probe } from './clients/probe.ts';

const api = new OpenAPIClientAxios({
  definition: document as unknown as Document,
  axiosConfigDefaults: { headers: { Authorization: `Bearer ${apiKey}` } },
  withServer: { url: baseUrl },
});
const client = await api.init();
const formOf = (file: File) => {
  const form = new FormData();
  form.set('kind', 'ID_FRONT');
  form.set('file', file);
  return form;
};

await probe({
  create: (reference, key) => client['createCase']!({ 'Idempotency-Key': key }, { type: 'PF', reference }),
  upload: (case_id, file, key) =>
    client['uploadArtifact']!({ case_id, 'Idempotency-Key': key }, isSet ? formOf(file) : { kind: 'ID_FRONT', file }),
  read: (case_id) => client['getCase']!({ case_id }),
  problemIn: ({ response }) => ({ problem: response?.data, headers: response?.headers }),
});
