import type { TestableId } from '../../../generated/requirements.ts';
import type { Context, ContextWith, FullContext, Need, WatchingContext } from './context.ts';
import { withRows } from './rows/rows.ts';

/** Judges the requirement whose id is its key: it returns for a pass, and throws for any other verdict. */
export type Check = PlainCheck | DeclaredCheck;

/** A check that needs nothing but a tenant. */
type PlainCheck = (context: Context) => Promise<void>;

/** Checks of one family; one for another requirement does not compile. */
export type Checks<Family extends string> = Partial<Record<Extract<TestableId, `${Family}.${string}`>, Check>>;

/** What a check declares about itself; the run plans with it. */
interface Declaration {
  /** without one of these the check is inconclusive or not applicable */
  needs: readonly Need[];
  /** it runs until all others have ended, so it begins first */
  watches: boolean;
  /** it has many steps one after the other, so it begins second */
  long: boolean;
}

export interface DeclaredCheck extends Declaration {
  judge(context: FullContext): Promise<void>;
}

/**
 * Declares what a check needs. Its context has the declared properties and no others, so an undeclared use does not
 * compile.
 */
export function check<Needed extends Need = never, Watches extends boolean = false>(
  declaration: { needs?: Needed[]; watches?: Watches; long?: true },
  judge: (context: ContextWith<Needed> & (Watches extends true ? WatchingContext : unknown)) => Promise<void>,
): DeclaredCheck {
  const { needs = [], watches = false, long = false } = declaration;
  return { needs, watches, long, judge };
}

export function declarationOf(known: Check): Declaration {
  return typeof known === 'function' ? { needs: [], watches: false, long: false } : known;
}

/** Runs a check; if a need is missing, it throws Inconclusive before its first request. */
export async function runCheck(known: Check, context: FullContext): Promise<void> {
  if (typeof known === 'function') return withRows(() => known(context));
  for (const need of known.needs) void context[need];
  return withRows(() => known.judge(context));
}
