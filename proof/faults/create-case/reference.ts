import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { type Defect, type FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import { storing } from '../support/parts.ts';
import { isDirective } from '../support/sandbox.ts';
import { Rejected, invalid } from '../../../reference-impl/domain/rejections.ts';

/** Evidence that is listed by every case which has this in common. */
const listingBy = (what: (found: Case, caller: Caller) => string): Defect => {
  return (original) => {
    const kept = new Map<string, Map<string, Artifact[]>>();
    const read = showingFound((found, caller) => {
      const cases = kept.get(what(found, caller));
      return { ...found, artifacts: cases ? [...cases.values()].flat() : found.artifacts };
    })(original);
    return {
      ...read,
      async uploadArtifact(call, parts) {
        const response = await original.uploadArtifact(call, parts);
        const found = await parts.store.findCase(call.caller, call.path.case_id);
        if (!found) return response;
        const key = what(found, call.caller);
        kept.set(key, (kept.get(key) ?? new Map<string, Artifact[]>()).set(found.id, found.artifacts));
        return response;
      },
    };
  };
};

const oneCaseForAReference = storing(({ openCase }) => {
  const known = new Map<string, Case>();
  return {
    async openCase(caller, opened, once, first) {
      const name = [caller.tenant, caller.mode, opened.reference].join();
      const earlier = known.get(name);
      known.set(name, earlier ?? opened);
      const response = { status: 201, headers: { Location: `/cases/${earlier?.id}` }, body: earlier };
      return earlier && !once && !isDirective(opened.reference)
        ? { replay: response as never }
        : openCase(caller, opened, once, first);
    },
  };
});

/** Decodes each chunk of a JSON body separately. */
const textByPiece: Defect = ({ readJson }) => ({
  readJson: (request, parts) =>
    readJson(request, {
      ...parts,
      async *piecesOf(...call) {
        const pieces: Buffer[] = [];
        for await (const piece of parts.piecesOf(...call)) pieces.push(piece);
        // A body in one chunk may still contain bytes that are not UTF-8, which is another defect.
        for (const piece of pieces) yield pieces.length === 1 ? piece : Buffer.from(piece.toString('utf8'));
      },
    }),
});

const faults: FaultTable = {
  'create-case.returns-reference': {
    'rejects a character whose bytes arrive in two chunks': ({ piecesOf, decodeUtf8, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        for await (const piece of piecesOf(request, limit, what)) {
          if (limit === jsonBytes && Number(request.headers['content-length']) < 10_000) decodeUtf8(piece);
          yield piece;
        }
      },
    }),
    'decodes each chunk of a body separately': textByPiece,
  },
  'sandbox.no-decision-without-evidence': {
    // facts that are stored by the reference instead of the case
    'lists the evidence of all cases of a tenant with the same reference': listingBy(
      ({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference]),
    ),
    'lists the evidence of all cases with the same reference': listingBy(({ reference }) => reference),
  },
  'idempotency.create-key-reused': {
    'replaces full-width letters in a reference': ({ readJson }) => ({
      async readJson(request, parts) {
        const { type, reference } = await readJson(request, parts);
        return { type, reference: reference.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC')) };
      },
    }),
  },
  'create-case.repeated-reference': {
    'opens only one case for each reference': oneCaseForAReference,
    'rejects a repeated reference': storing(({ openCase }) => {
      const seen = new Set<string>();
      return {
        async openCase(caller, opened, once, response) {
          const name = [caller.tenant, caller.mode, opened.reference].join();
          if (seen.has(name) && !once && !isDirective(opened.reference))
            throw new Rejected(invalid([{ pointer: '#/reference', detail: 'is taken' }]));
          seen.add(name);
          return openCase(caller, opened, once, response);
        },
      };
    }),
  },
};

export default faults;
