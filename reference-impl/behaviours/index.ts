import { decisions } from './decisions.ts';
import { ids } from './ids.ts';
import { delays, load, sandboxLoad } from './load.ts';
import { authorization, bodies, files, forms, methods, paths } from './requests.ts';
import {
  cacheHeaders,
  challenges,
  connections,
  headers,
  locations,
  mediaTypes,
  problemTexts,
  problemTypes,
  properties,
} from './responses.ts';
import type { Freedom } from './support.ts';
import { clocks, times } from './times.ts';

/** A service that differs from the reference implementation only where the contract leaves it open. */
export interface Behaviour {
  name: string;
  parts: Freedom;
}

// One service can differ in all of these at once, but in each of them in one way only. Later ones are applied to what
// earlier ones made: pages replace whole responses, so they are last.
const tables = {
  ids,
  locations,
  problemTypes,
  problemTexts,
  properties,
  clocks,
  times,
  headers,
  mediaTypes,
  cacheHeaders,
  challenges,
  connections,
  decisions,
  methods,
  authorization,
  bodies,
  forms,
  files,
  delays,
  load,
  sandboxLoad,
  paths,
} satisfies Record<string, Record<string, Freedom>>;

export type Aspect = keyof typeof tables;

/** The behaviours of which one service uses at most one. */
export const behavioursOf = (aspect: Aspect): Behaviour[] =>
  Object.entries<Freedom>(tables[aspect]).map(([name, parts]) => ({ name, parts }));

/** The behaviours by the aspect in which services differ. */
export const aspects: Behaviour[][] = (Object.keys(tables) as Aspect[]).map(behavioursOf);
