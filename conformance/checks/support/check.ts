import type { TestableId } from '../../../generated/requirements.ts';
import type { FullContext } from './context.ts';

/** Earns one verdict for the requirement whose id is its key: it returns for a pass, and throws for anything else. */
export type Check = (context: FullContext) => Promise<void>;

/** One check for each testable requirement of a family; a missing or superfluous one does not compile. */
export type Checks<Family extends string> = Record<Extract<TestableId, `${Family}.${string}`>, Check>;
