import { randomUUID } from 'node:crypto';
import { atRest } from './support/at-rest.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { lateAfterCreate } from './support/late.ts';
import { showingFound, storing } from './support/store.ts';

const taggedById: Defect = ({ authenticate, getCase, render, mismatchOf }) => {
  const conditions = new WeakMap<Caller, string | undefined>();
  const tagged = new WeakMap<object, { tag: string; status: 200 | 304 }>();
  return {
    authenticate(request) {
      const found = authenticate(request);
      if (typeof found === 'string') return found;
      const caller = { ...found };
      conditions.set(caller, request.headers['if-none-match']);
      return caller;
    },
    async getCase(call, parts) {
      const response = await getCase(call, parts);
      if (response.status !== 200) return response;
      const tag = `"${response.body.id}"`;
      tagged.set(response, { tag, status: conditions.get(call.caller) === tag ? 304 : 200 });
      return response;
    },
    render(response, ...rest) {
      const rendered = render(response, ...rest);
      const { tag, status } = tagged.get(response) ?? {};
      if (tag === undefined) return rendered;
      const headers = { ...rendered.headers, ETag: tag };
      return status === 304 ? { status, headers, body: '' } : { ...rendered, headers };
    },
    mismatchOf: (rendered, ...rest) => (rendered.status === 304 ? undefined : mismatchOf(rendered, ...rest)),
  };
};

const faults: FaultTable = {
  'get-case.lists-evidence': {
    'loses the evidence of pending cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
    'sends an ETag that depends on the id of the case only': taggedById,
  },
  'get-case.reads-case': {
    'loses cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() ? undefined : found)),
    ),
    'does not find a case in the first request after its create': lateAfterCreate((isLate) =>
      showingFound((found) => (isLate(found.id) ? undefined : found)),
    ),
  },
  'get-case.unknown-404': {
    // The suite sends an id in the other letter case only if it has letters of both.
    'ignores the letter case of ids': (original) => {
      const known = new Map<string, string>();
      return {
        newCaseId() {
          const id = `case-${randomUUID()}-AbCdEf`;
          known.set(id.toLowerCase(), id);
          return id;
        },
        ...storing(({ findCase }) => ({
          findCase: (caller, id) => findCase(caller, known.get(id.toLowerCase()) ?? id),
        }))(original),
      };
    },
  },
};

export default faults;
