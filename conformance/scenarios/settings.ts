// What scenarios of several families have to have first.
import { create, json, read, type Sender, type Step, upload } from './vocabulary.ts';

/** A case that the sandbox has decided. */
export const decidedCase = (as: Sender = 'tenant'): Step[] => [
  create({ as, ...json({ reference: 'sandbox:approve#{unique}' }) }),
  upload(0, { as }),
  { ...read(0, { as }), until: 'decided' },
];

/** A case with as many artifacts as it may have. */
export const fullCase: Step[] = [create(json({ type: 'PM' })), ...Array.from({ length: 20 }, () => upload())];
