import type { Directive } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { invalid } from '../../../reference-impl/domain/rejections.ts';
import { hold } from '../support/sandbox.ts';

/** A live key may use the references that are like this. */
const honouringLive =
  (
    of: (reference: string) => boolean,
    as: (directive: Directive | undefined) => Directive | undefined = () => undefined,
  ): Defect =>
  ({ createCase, directiveOf }) => ({
    async createCase(call, parts) {
      const read = await call.read();
      const same = { ...call, read: async () => read };
      if (call.caller.mode !== 'live' || !of(read.body.reference)) return createCase(same, parts);
      const directive = as(directiveOf(read.body.reference));
      if (directive?.effect === 'error') return parts.sandboxError(directive.status);
      return createCase(same, { ...parts, directiveOf: () => undefined });
    },
  });

/** The problem of a reference points somewhere else. */
const pointingElsewhere =
  (errors: { pointer: string; detail: string }[]): Defect =>
  ({ createCase }) => ({
    async createCase(call, parts) {
      const response = await createCase(call, parts);
      const concerns = 'problem' in response && response.problem === 'invalid-request';
      return concerns ? { ...invalid(errors), ...(errors.length === 0 && { errors }) } : response;
    },
  });

const faults: FaultTable = {
  'sandbox.unknown-reference-rejected': {
    'sends no pointer for an unknown directive': pointingElsewhere([]),
    'points at the type for an unknown directive': pointingElsewhere([{ pointer: '#/type', detail: 'is wrong' }]),
  },
  'sandbox.rejected-without-capability': {
    'decides cases of live keys without the sandbox': honouringLive((reference) => reference.startsWith('sandbox:')),
    'treats sandbox:hold as a plain reference without the sandbox': honouringLive(hold),
    'responds with sandbox errors without the sandbox': honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
  },
};

export default faults;
