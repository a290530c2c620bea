// What scenarios of several families have to have first.
import { both, type Change, create, json, read, type Sender, type Step, upload } from './vocabulary.ts';

/**
 * A case that the sandbox decides.
 *
 * @param at the number of creates before this one
 */
export const decided = (opened: Change, evidence: Change = {}, at = 0): Step[] => {
  const sender: Change = opened.as ? { as: opened.as } : {};
  return [create(opened), upload(at, both(evidence, sender)), { ...read(at, sender), until: 'decided' }];
};

/** A case that the sandbox has approved. */
export const decidedCase = (as: Sender = 'tenant'): Step[] =>
  decided({ as, ...json({ reference: 'sandbox:approve#{unique}' }) });

/** A case of each decision, and of each type: a service may treat them in different ways. */
export const decidedCases = (as: Sender = 'tenant', more: Change = {}): Record<'approved' | 'denied', Step[]> => ({
  approved: decided({ as, ...both(json({ type: 'PF', reference: 'sandbox:approve#{unique}' }), more) }),
  denied: decided({ as, ...both(json({ type: 'PM', reference: 'sandbox:deny#{unique}' }), more) }),
});

/** A case with as many artifacts as it may have. */
export const fullCase: Step[] = [create(json({ type: 'PM' })), ...Array.from({ length: 20 }, () => upload())];
