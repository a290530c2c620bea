import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import { type Operation, operationOf, rejectedFirst, otherwise } from '../support/requests.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { idIn, knowing } from '../support/disclosure.ts';
import { demoKeys } from '../../../reference-impl/demo-keys.ts';

/** Checks something else before the key, so a caller without a valid key gets another rejection. */
const nobody: Caller = { tenant: '', mode: 'sandbox' };

const unauthorized = (parts: Parts) =>
  problem(401, 'unauthorized', 'Send an issued key.', { headers: { 'WWW-Authenticate': parts.challenge('rejected') } });

/** One operation starts without a valid key. */
const letIn = (original: Parts, ...operations: Operation[]): Parts['authenticate'] => {
  return (request) => {
    const caller = original.authenticate(request);
    return typeof caller === 'string' && operations.includes(operationOf(request)!) ? nobody : caller;
  };
};

/** Reads the body of a create or an upload before it checks the key; some errors in the body are reported first. */
const bodyBeforeKey =
  (operations: ('create' | 'upload')[], first: (rejection: Rejected['response']) => boolean = () => true): Defect =>
  (original) => {
    const reading = async (read: () => Promise<unknown>, parts: Parts) => {
      await read().catch((error: unknown) => {
        if (!(error instanceof Rejected) || first(error.response)) throw error;
      });
      return unauthorized(parts);
    };
    return {
      authenticate: letIn(original, ...operations),
      createCase: async (call, parts) =>
        call.caller === nobody ? reading(call.read, parts) : original.createCase(call, parts),
      uploadArtifact: async (call, parts) =>
        call.caller === nobody ? reading(call.read, parts) : original.uploadArtifact(call, parts),
    };
  };

/** A read or an upload that looks for the case before the key is judged. */
const caseBeforeKey =
  (operation: 'read' | 'upload'): Defect =>
  (original) => {
    const known = new Set<string>();
    const lookFor = (id: string, parts: Parts) =>
      known.has(id) ? unauthorized(parts) : problem(404, 'not-found', 'No case has this id.');
    return {
      authenticate: letIn(original, operation),
      newCaseId() {
        const id = original.newCaseId();
        known.add(id);
        return id;
      },
      getCase: async (call, parts) =>
        call.caller === nobody ? lookFor(call.path.case_id, parts) : original.getCase(call, parts),
      uploadArtifact: async (call, parts) =>
        call.caller === nobody ? lookFor(call.path.case_id, parts) : original.uploadArtifact(call, parts),
    };
  };

/** Handles a read of a decided case, or an upload to it, in another way if the key is not valid. */
const whenDecided =
  (find: (request: IncomingMessage) => Caller | undefined): Defect =>
  (original) => {
    const decided = new Set<string>();
    return {
      accept(to, ...rest) {
        const accepted = original.accept(to, ...rest);
        if (typeof accepted !== 'string' && accepted.status !== 'PENDING') decided.add(accepted.id);
        return accepted;
      },
      ...otherwise((request) => (decided.has(request.url!.split('/')[2] ?? '') ? find(request) : undefined))(original),
    };
  };

const faults: FaultTable = {
  'authentication.checked-first': {
    'searches for the case of a read before it checks the key': caseBeforeKey('read'),
    'searches for the case of an upload before it checks the key': caseBeforeKey('upload'),
    'shows a decided case without a key': whenDecided((request) =>
      operationOf(request) === 'read' && !request.headers.authorization ? demoKeys[0] : undefined,
    ),
    'rejects an upload to a decided case before it checks the key': whenDecided((request) => {
      if (operationOf(request) === 'read') return undefined;
      throw new Rejected(problem(409, 'case-closed', 'The case is decided.'));
    }),
    'responds to OPTIONS without a key for a known case only': knowing(({ authenticate }, cases) => ({
      authenticate(request) {
        const owner = request.method === 'OPTIONS' ? cases.get(idIn(request.url!))?.owner : undefined;
        return owner ?? authenticate(request);
      },
    })),
    'checks the idempotency key before the API key': (original) =>
      rejectedFirst((request) => void original.idempotencyKeyOf(request))(original),
    'reads the body of a create before it checks the key': bodyBeforeKey(['create']),
    'reads the body of an upload before it checks the key': bodyBeforeKey(['upload']),
    'validates the properties of a create before it checks the key': bodyBeforeKey(
      ['create'],
      ({ status }) => status === 422,
    ),
    'parses the parts of an upload before it checks the key': bodyBeforeKey(['upload'], ({ status }) => status === 400),
  },
  'http.head-like-get': {
    'responds to HEAD without a key': otherwise(({ method, headers }) =>
      method === 'HEAD' && headers.authorization === undefined ? demoKeys[0] : undefined,
    ),
  },
};

export default faults;
