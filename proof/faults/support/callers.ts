import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Defect } from './fault.ts';

export const ofSecondTenant = ({ tenant }: Caller): boolean => tenant === 'two';
export const ofLiveKey = ({ mode }: Caller): boolean => mode === 'live';

/** Only the requests of some callers meet a defect. */
export const towards =
  (isMet: (caller: Caller) => boolean, defect: Defect): Defect =>
  (original) => {
    const changes = defect(original);
    const met = new WeakSet<IncomingMessage>();
    const select = (isChanged: boolean): Partial<Parts> => (isChanged ? changes : {});
    const ofRequest = (request: IncomingMessage) => select(met.has(request));
    const ofCall = ({ caller }: { caller: Caller }) => select(isMet(caller));
    return {
      authenticate(request) {
        const caller = original.authenticate(request);
        if (typeof caller === 'object' && isMet(caller)) met.add(request);
        return caller;
      },
      readJson: (request, parts) =>
        (ofRequest(request).readJson ?? original.readJson)(request, { ...parts, ...ofRequest(request) }),
      readUpload: (request, parts) =>
        (ofRequest(request).readUpload ?? original.readUpload)(request, { ...parts, ...ofRequest(request) }),
      createCase: (call, parts) =>
        (ofCall(call).createCase ?? original.createCase)(call, { ...parts, ...ofCall(call) }),
      getCase: (call, parts) => (ofCall(call).getCase ?? original.getCase)(call, { ...parts, ...ofCall(call) }),
      uploadArtifact: (call, parts) =>
        (ofCall(call).uploadArtifact ?? original.uploadArtifact)(call, { ...parts, ...ofCall(call) }),
    };
  };
