import type { InputFaults } from './input-fault.ts';
import { mediaType } from './requests.ts';

const faults: InputFaults = {
  'accepts every media type that ends in +json': { accepts: mediaType(/^[^;]+\+json *(;|$)/i, 'create') },
  'accepts JSON with the media type text/plain': { accepts: mediaType(/^text\/plain/i, 'create') },
  'rejects a charset': { rejects: mediaType(/charset/i, 'create', 'upload'), as: '415 unsupported-media-type' },
};

export default faults;
