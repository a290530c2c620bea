import { changing, type FaultTable } from '../support/fault.ts';

const faults: FaultTable = {
  'sandbox.approves': {
    'responds with 200 to the create of a case that the sandbox decides': changing(
      'createCase',
      ({ body, ...rest }) => ({
        status: /^sandbox:(approve|deny)/.test((body as { reference: string }).reference) ? 200 : rest.status,
      }),
    ),
  },
  'create-case.location': {
    'sends a Location with an undefined path': () => ({ locationOf: ({ id }) => `/case/${id}` }),
    'sends only the id as the Location': () => ({ locationOf: ({ id }) => id }),
    'sends the path of the first case as the Location': () => {
      let first: string | undefined;
      return { locationOf: ({ id }) => `/cases/${(first ??= id)}` };
    },
  },
};

export default faults;
