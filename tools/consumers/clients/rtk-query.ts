import { configureStore } from '@reduxjs/toolkit';
import { isSet, probe, type Shown } from './clients/probe.ts';
import { emptyApi } from './rtk-empty.ts';
import { api, type UploadArtifact } from './rtk.ts';

const store = configureStore({
  reducer: { [emptyApi.reducerPath]: emptyApi.reducer },
  middleware: (get) => get({ serializableCheck: false }).concat(emptyApi.middleware),
});
const shown = ({ data, error }: { data?: unknown; error?: unknown }): Shown => ({
  data,
  problem: (error as { data?: unknown } | undefined)?.data,
});
const formOf = (file: File) => {
  const form = new FormData();
  form.set('kind', 'ID_FRONT');
  form.set('file', file);
  return form as unknown as UploadArtifact;
};

await probe({
  create: async (reference, key) =>
    shown(
      await store.dispatch(
        api.endpoints.createCase.initiate({ createCase: { type: 'PF', reference }, 'Idempotency-Key': key }),
      ),
    ),
  upload: async (caseId, file, key) =>
    shown(
      await store.dispatch(
        api.endpoints.uploadArtifact.initiate({
          caseId,
          uploadArtifact: isSet ? formOf(file) : { kind: 'ID_FRONT', file },
          'Idempotency-Key': key,
        }),
      ),
    ),
  read: async (caseId) => shown(await store.dispatch(api.endpoints.getCase.initiate({ caseId }))),
});
