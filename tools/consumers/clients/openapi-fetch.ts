import createClient from 'openapi-fetch';
import { apiKey, baseUrl, isSet, probe } from './clients/probe.ts';
import type { paths } from './types.ts';

const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
const shown = ({ data, error, response }: { data?: unknown; error?: unknown; response: Response }) => ({
  data,
  problem: error,
  headers: response.headers,
});
const bodySerializer = ({ kind, file }: { kind: string; file: Blob }) => {
  const form = new FormData();
  form.set('kind', kind);
  form.set('file', file);
  return form;
};

await probe({
  create: async (reference, key) =>
    shown(
      await client.POST('/cases', {
        params: { header: { 'Idempotency-Key': key } },
        body: { type: 'PF', reference },
      }),
    ),
  upload: async (case_id, file, key) =>
    shown(
      await client.POST('/cases/{case_id}/artifacts', {
        params: { path: { case_id }, header: { 'Idempotency-Key': key } },
        body: { kind: 'ID_FRONT', file },
        ...(isSet && { bodySerializer }),
      }),
    ),
  read: async (case_id) => shown(await client.GET('/cases/{case_id}', { params: { path: { case_id } } })),
});
