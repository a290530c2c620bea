// About how much a run sends to a conformant candidate.
import type { TestableId } from '../../generated/requirements.ts';
import { slowestUplink } from '../wire/connection/uplink.ts';
import { paced } from '../wire/connection/pacer.ts';
import type { Manifest } from '../manifest.ts';
import { scenarios } from '../scenarios/families.ts';
import { keysOf, type Scenario, type Step } from '../scenarios/vocabulary.ts';
import { type Selection, selected } from './selection.ts';
import { notApplicable } from './plan.ts';
import { areShared, textOf } from './play/sending/perform.ts';

export interface Load {
  requests: number;
  bytes: number;
}

export function loadOf(selection: Selection, claimed: Manifest['claims']): Load {
  const chosen = selected(selection)
    .filter((each) => each.untestable === null && notApplicable(each, claimed) === undefined)
    .flatMap(({ id }): Scenario[] => scenarios[id as TestableId])
    .filter((each) => isPossible(each, claimed));
  const lists = new Map(chosen.flatMap(sentFor));
  const sent = [...lists.values()].flat();
  return {
    requests: sent.reduce((sum, step) => sum + requestsOf(step), 0),
    bytes: sent.reduce((sum, step) => sum + bytesOf(step), 0),
  };
}

const isPossible = (scenario: Scenario, claimed: Manifest['claims']) =>
  scenario.needs !== 'slow' &&
  (scenario.needs !== 'sandbox' || claimed.includes('sandbox')) &&
  (!keysOf(scenario).includes('live') || claimed.includes('live-key'));

/** The steps of a scenario, in parts that are sent once however many scenarios have them: equal ones have the same name. */
function sentFor({ control, setting, steps, observe, events }: Scenario): [name: unknown, readonly Step[]][] {
  const before = textOf(control);
  if (events)
    return [
      [before, control],
      [textOf(setting), setting],
    ];
  const own = [...setting, ...steps, ...observe];
  return [
    [before, control],
    [areShared(own) ? `${before} ${textOf(own)}` : own, own],
  ];
}

/** A read that waits for a decision is usually sent twice. */
const requestsOf = ({ until, watchedBy = 0 }: Step) =>
  1 + watchedBy + (until === 'decided' || until === 'announced' ? 1 : 0);

// Bytes that a request has beside what its step says.
const usual = { create: 60, upload: 2500, read: 0 };

const bytesOf = ({ do: operation, change = {} }: Step) =>
  (change.fileSize ?? change.size ?? 0) + usual[operation] + lengthOf(change);

/** The length of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + lengthOf(each), 0);
}

/**
 * Milliseconds that the whole run may take. A rate prolongs it by the time that its requests take at this rate, and
 * uploads by the time that they took, up to that of the slowest uplink.
 */
export function deadlineOf(selection: Selection, claimed: Manifest['claims'], uploadTime = 0): number {
  const { deadline, rate } = selection;
  if (rate === undefined && uploadTime === 0) return deadline;
  const { requests, bytes } = loadOf(selection, claimed);
  return deadline + (rate === undefined ? 0 : paced(requests, rate)) + Math.min(uploadTime, bytes / slowestUplink);
}

/** The line that says what a run will send. */
export function loadText(selection: Selection, claimed: Manifest['claims']): string {
  const { rate } = selection;
  const { requests, bytes } = loadOf(selection, claimed);
  const sends = `will send about ${Number(requests.toPrecision(2))} requests, ${size(bytes)} in total`;
  if (rate === undefined) return sends;
  const [time, deadline] = [paced(requests, rate), deadlineOf(selection, claimed)];
  return `${sends}; at ${rate} per second this takes about ${seconds(time)}, and the deadline is at ${seconds(deadline)}`;
}

/** The line that says what a run of a part has not sent. */
export function othersText(selection: Selection, claimed: Manifest['claims']): string {
  const whole = loadOf({ ...selection, only: [] }, claimed).requests;
  const others = Number((whole - loadOf(selection, claimed).requests).toPrecision(2));
  return `this is a part: a whole run sends about ${others} more requests, and judges these requirements by them too`;
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
