// A thread of `npm run proof:expectations`: proves faults while what one expectation throws is ignored.
import { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { TestableId } from '../../generated/requirements.ts';
import type { Fault } from '../faults/index.ts';
import { serveTasks } from '../workers.ts';
import { checksFolder } from './sources.ts';

/** A fault that is proven, by the checks that it declares or by the whole suite. */
export interface Trial {
  /** its place in the list of all */
  fault: number;
  whole: boolean;
}

/** Trials until one leaves a gap. */
export interface Task {
  trials: Trial[];
  /** the id of the expectation that is ignored */
  ignored?: string;
}

export interface Found {
  /** the trial that left a gap, and what it is */
  gap?: Trial & { text: string };
  /** the ids of the expectations that threw */
  thrown: string[];
  /** the ids of the functions with expectations that were called */
  called: string[];
}

interface Watch {
  ignored: string | undefined;
  thrown: Set<string>;
  called: Set<string>;
}

const { sources } = workerData as { sources: Record<string, string> };
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith(checksFolder.href)) return loaded;
    return { ...loaded, source: sources[url.slice(checksFolder.href.length)]! };
  },
});
const { Violation } = await import('../../conformance/engine/verdict.ts');
const watches = new AsyncLocalStorage<Watch>();

/** Wraps an expectation of the instrumented checks: what it throws is recorded, and dropped while it is ignored. */
function judging<Call extends unknown[], Result>(id: string, judge: (...call: Call) => Result) {
  return (...call: Call): Result | undefined => {
    const ignore = (error: unknown): undefined => {
      const { ignored, thrown } = watches.getStore()!;
      if (!(error instanceof Violation)) throw error;
      thrown.add(id);
      if (ignored !== id) throw error;
    };
    try {
      const result = judge(...call);
      return result instanceof Promise ? (result.catch(ignore) as Result) : result;
    } catch (error) {
      return ignore(error);
    }
  };
}

/** Wraps a function that runs several expectations, whose rows collect what these throw: while ignored, it is not called. */
function calling<Call extends unknown[], Result>(id: string, judge: (...call: Call) => Result) {
  return (...call: Call): Result | undefined => {
    const { ignored, called } = watches.getStore()!;
    called.add(id);
    return ignored === id ? undefined : judge(...call);
  };
}
// Some checks call them while they are loaded.
Object.assign(globalThis, { judging, calling });
const { faults } = await import('../faults/index.ts');
const { prove } = await import('../prove.ts');

async function gapsOf(fault: Fault, whole: boolean): Promise<string[]> {
  const { gaps } = await prove(fault, whole ? [] : (Object.keys(fault.breaks) as TestableId[]));
  return gaps;
}

serveTasks<Task, Found>(({ trials, ignored }) => {
  const [thrown, called] = [new Set<string>(), new Set<string>()];
  return watches.run({ ignored, thrown, called }, async () => {
    for (const { fault: at, whole } of trials) {
      const fault = faults[at]!;
      // A race may end differently once, so a gap must show twice.
      const [first] = await gapsOf(fault, whole);
      const [text] = first === undefined ? [] : await gapsOf(fault, whole);
      if (text !== undefined) return { gap: { fault: at, whole, text }, thrown: [...thrown], called: [...called] };
    }
    return { thrown: [...thrown], called: [...called] };
  });
});
