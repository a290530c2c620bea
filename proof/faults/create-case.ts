import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Artifact, Case, CreateCase } from '../../reference-impl/domain/contract.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { showingFound } from './support/store.ts';

/** Evidence that is listed by every case which has this in common. */
const listingBy =
  (what: (found: Case, caller: Caller) => string): Defect =>
  (original) => {
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

const isAlone = ({ headers }: IncomingMessage) =>
  headers.connection === 'close' && headers['idempotency-key'] === undefined;

const faults: FaultTable = {
  'create-case.location': {
    // Only a request to this address shows what is there.
    'sends a Location with an undefined path': () => ({ locationOf: ({ id }) => `/case/${id}` }),
    'sends only the id as the Location': () => ({ locationOf: ({ id }) => id }),
  },
  'create-case.returns-reference': {
    'rejects a character whose bytes arrive in two chunks': ({ piecesOf, decodeUtf8, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        for await (const piece of piecesOf(request, limit, what)) {
          if (limit === jsonBytes && Number(request.headers['content-length']) < 10_000) decodeUtf8(piece);
          yield piece;
        }
      },
    }),
    'decodes each chunk of a body separately': ({ readJson }) => ({
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
    }),
    'gives simultaneous creates the reference of the last': ({ readJson }) => {
      let last: CreateCase;
      return {
        async readJson(request, parts) {
          const body = await readJson(request, parts);
          if (!isAlone(request)) return body;
          last = body;
          await setTimeout(5);
          return last;
        },
      };
    },
  },
  'sandbox.no-decision-without-evidence': {
    // Its scenario has two cases with the same reference, and evidence that is rejected.
    'lists the evidence of all cases of a tenant with the same reference': listingBy(
      ({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference]),
    ),
    'lists the evidence of all cases with the same reference': listingBy(({ reference }) => reference),
  },
};

export default faults;
