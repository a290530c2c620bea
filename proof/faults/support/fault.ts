import type { TestableId } from '../../../generated/requirements.ts';
import type { Parts } from '../../../reference-impl/parts.ts';

/** Makes the parts that have a defect from the original ones. */
export type Defect = (original: Parts) => Partial<Parts>;

/** By requirement: the defects that are about it, each named as a fact: `responds with 200 to a create`. */
export type FaultTable = Partial<Record<TestableId, Record<string, Defect>>>;

/**
 * How the service is set up. `full`: everything except webhooks is claimed, because their checks are slow; `without
 * sandbox`: both keys are live and nothing is claimed; `with webhooks`: everything is claimed; `slow`: the same with
 * `--slow`
 */
export type Profile = 'full' | 'without sandbox' | 'with webhooks' | 'slow';
