import { ServerConfiguration } from '@typoas/runtime';
import { apiKey, baseUrl, isSet, probe } from './clients/probe.ts';
import { createCase, createContext, getCase, uploadArtifact } from './typoas.ts';

const context = createContext({
  serverConfiguration: new ServerConfiguration(baseUrl, {}),
  authProviders: { bearerKey: { getConfig: () => apiKey } },
});
const formOf = (file: File) => {
  const form = new FormData();
  form.set('kind', 'ID_FRONT');
  form.set('file', file);
  return form;
};

await probe({
  create: async (reference, key) => ({
    data: await createCase(context, { 'Idempotency-Key': key }, { type: 'PF', reference }),
  }),
  upload: async (case_id, file, key) => ({
    data: await uploadArtifact(
      context,
      { case_id, 'Idempotency-Key': key },
      isSet ? formOf(file) : { kind: 'ID_FRONT', file },
    ),
  }),
  read: async (case_id) => ({ data: await getCase(context, { case_id }) }),
  problemIn: ({ body }) => ({ problem: body }),
});
