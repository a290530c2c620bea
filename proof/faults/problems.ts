import type { FaultTable } from './support/fault.ts';

const faults: FaultTable = {
  'problems.form': {
    // Only several scenarios show it.
    'sends the same instance in all rejections of a sandbox reference': ({ problemBody }) => ({
      problemBody(response, id) {
        const isOfSandbox = response.errors?.some(({ detail }) => detail.includes('sandbox'));
        return problemBody(response, isOfSandbox ? '00000000-0000-4000-8000-000000000000' : id);
      },
    }),
  },
};

export default faults;
