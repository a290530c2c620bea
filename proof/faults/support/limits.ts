import type { Parts } from '../../../reference-impl/parts.ts';
import type { Defect } from './fault.ts';

export const limiting =
  (change: Partial<Parts['limits']>): Defect =>
  ({ limits }) => ({ limits: { ...limits, ...change } });
