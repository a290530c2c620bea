import type { Caller } from '../../../reference-impl/ports.ts';
import { replayingAcross } from '../support/disclosure.ts';
import { caching, leaking, ownerOf } from '../support/tenancy.ts';
import type { FaultTable } from '../support/fault.ts';

const otherMode = (one: Caller, two: Caller) => one.tenant === two.tenant && one.mode !== two.mode;

const faults: FaultTable = {
  'tenancy.modes-apart': {
    'caches decided cases by tenant and id without the mode': caching(
      ({ tenant }, id) => tenant + id,
      ({ status }) => status !== 'PENDING',
    ),
    'caches cases by tenant and id without the mode': caching(
      ({ tenant }, id) => tenant + id,
      () => true,
    ),
    'shows live cases with evidence to a sandbox key': leaking(
      'getCase',
      (owner, asking) => otherMode(owner, asking) && owner.mode === 'live',
      ({ artifacts }) => artifacts.length > 0,
    ),
    'does not separate live and sandbox mode': ({ store }) => {
      const oneWorld = ({ tenant }: Caller): Caller => ({ tenant, mode: 'live' });
      return {
        store: {
          ...store,
          findCase: (caller, ...rest) => store.findCase(oneWorld(caller), ...rest),
          openCase: (caller, ...rest) => store.openCase(oneWorld(caller), ...rest),
          acceptArtifact: (caller, ...rest) => store.acceptArtifact(oneWorld(caller), ...rest),
        },
      };
    },
    'replays an upload before it checks the mode of the key': replayingAcross(
      ({ tenant }, path, key) => `${tenant} ${path} ${key}`,
    ),
    'rejects evidence for a decided case before it checks the mode of the key': leaking(
      'uploadArtifact',
      otherMode,
      ({ status }) => status !== 'PENDING',
    ),
    'stores evidence of the other mode, but responds with 404': (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherMode, parts);
        if (owner) await original.uploadArtifact({ ...call, caller: owner }, parts);
        return original.uploadArtifact(call, parts);
      },
    }),
  },
};

export default faults;
