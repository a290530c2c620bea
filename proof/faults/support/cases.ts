import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { type Defect, changingBody } from './fault.ts';
import { storing } from './parts.ts';
import type { Caller } from '../../../reference-impl/ports.ts';

export type Decision = NonNullable<ReturnType<Parts['decide']>>;

/** Changes a case in the response to a read. */
export const showingCases =
  (change: (found: Case) => Partial<Case>): Defect =>
  ({ getCase }) => ({
    async getCase(call, parts) {
      const response = await getCase(call, parts);
      return response.status === 200 ? { ...response, body: { ...response.body, ...change(response.body) } } : response;
    },
  });

/** What is stored when evidence comes is changed. */
export const changingAccepted =
  (change: (accepted: Case, before: Case) => Partial<Case>): Defect =>
  ({ accept }) => ({
    accept(to, ...rest) {
      const accepted = accept(to, ...rest);
      return typeof accepted === 'string' ? accepted : { ...accepted, ...change(accepted, to) };
    },
  });

export const isDecided = ({ status }: Case) => status !== 'PENDING';

export const changingReads = (change: (found: Case) => Record<string, unknown>): Defect =>
  changingBody('getCase', (body) => change(body as Case));

/** Cases that are found by the first of all ids that fits. */
export const searching = (fits: (known: string, id: string) => boolean): Defect =>
  storing(({ findCase, openCase }) => {
    const known: [caller: Caller, id: string][] = [];
    return {
      openCase(caller, opened, ...rest) {
        known.push([caller, opened.id]);
        return openCase(caller, opened, ...rest);
      },
      async findCase(caller, id) {
        const found = known.find(
          ([owner, candidate]) => owner.tenant === caller.tenant && owner.mode === caller.mode && fits(candidate, id),
        );
        return findCase(caller, found?.[1] ?? id);
      },
    };
  });
