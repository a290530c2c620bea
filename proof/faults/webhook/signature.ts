import type { FaultTable } from '../support/fault.ts';
import { heading, ofFirst } from '../support/webhooks.ts';

const faults: FaultTable = {
  'webhook.retry-renews-signature': {
    'signs a retry with the timestamp of the first attempt': ({ headersOf }) => {
      const first = ofFirst(headersOf);
      return {
        headersOf(event, endpoint, parts) {
          // Both calls have the same time: if a second ended between them, the first attempt would have a wrong signature.
          const at = parts.now();
          const call = [event, endpoint, { ...parts, now: () => at }] as const;
          return { ...headersOf(...call), 'webhook-signature': first(...call)['webhook-signature']! };
        },
      };
    },
    'sends retries without a signature': heading(({ 'webhook-signature': signature, ...headers }, { attempts }) => ({
      ...headers,
      ...(attempts === 0 && { 'webhook-signature': signature! }),
    })),
  },
};

export default faults;
