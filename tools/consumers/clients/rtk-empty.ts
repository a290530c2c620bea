// What the code of RTK Query extends: where the service is, and the key.
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { authorization, baseUrl } from './clients/probe.ts';

export const emptyApi = createApi({
  baseQuery: fetchBaseQuery({
    baseUrl,
    prepareHeaders: (headers) => {
      headers.set('Authorization', authorization);
      return headers;
    },
  }),
  endpoints: () => ({}),
});
