// The words in which scenarios are written: data that can be printed and compared, and never a judgement.
import type { FreedomId } from '../../generated/freedoms.ts';
import type { TestableId } from '../../generated/requirements.ts';
import type { Events, Reply } from './events.ts';

/** Who sends a request: a supplied key, no key, or a key that was never issued. */
export type Sender = 'tenant' | 'other' | 'live' | 'nobody' | 'stranger';

/**
 * How a request differs from the valid one of its operation. In texts, `{unique}` is new in each run and the same in a
 * scenario, `{key}` is the API key of the first tenant, and `{origin}` that of the base address.
 */
export interface Change {
  readonly as?: Sender;
  /** the name of a change of the key in `values/changed-keys.ts` */
  readonly keyAs?: string;
  /** the value of `Authorization`, with `{key}` in it */
  readonly authorization?: string;
  /** each value of a list becomes a separate header line; an empty list omits the header */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** the name of a spelling of all header names in `values/headers.ts`, that of the key too */
  readonly headerNamesAs?: string;
  /** sends back the cookies that the candidate set for the first tenant */
  readonly cookies?: true;
  /** of a read: on condition that the case has changed since its first read, if that had this header */
  readonly changedSince?: 'ETag' | 'Last-Modified';
  /** with the placeholders of a text, and `{uuid}` or `{letter}`, which are new in each run */
  readonly idempotencyKey?: string;
  /** the name of a change of this key in `values/keys.ts` */
  readonly idempotencyKeyAs?: string;
  readonly method?: string;
  /**
   * the whole path, relative to the base address, with `{id}` or `{encoded id}` for the case of the step, and
   * `{artifact id}` for the first artifact of the scenario
   */
  readonly path?: string;
  /** without its question mark; `{key}` and `{unique}` are percent-encoded */
  readonly query?: string;
  /** properties of the body of a create; an undefined one is missing */
  readonly json?: Readonly<Record<string, unknown>>;
  /** the whole body */
  readonly text?: string;
  /** the whole body, a character for each byte; of an upload it has the usual boundary */
  readonly bytes?: string;
  /** sends the body in pieces, which begin at these bytes */
  readonly cutAt?: readonly number[];
  /** the length of the body of a create in bytes, filled up with white space before the object */
  readonly size?: number;
  /** fills it up behind the object */
  readonly spaceBehind?: true;
  readonly sending?: 'in pieces' | 'over three seconds' | 'with a pause of 18 seconds';
  /** without Content-Length */
  readonly chunked?: true;
  /** the name of a client in `values/client-uploads.ts`: a whole upload is written as it writes it */
  readonly writtenAs?: string;
  /** of the form of an upload */
  readonly boundary?: string;
  /** the name of a change of the whole form in `values/forms.ts` */
  readonly formAs?: string;
  /** parts of an upload; null omits one */
  readonly parts?: Parts;
  /** the size of the file in bytes; its content is generated, with the declared type */
  readonly fileSize?: number;
}

/** The parts of an upload that differ from the valid ones; bytes have a character each. */
export interface Parts {
  readonly kind?: string | null;
  readonly file?: string | null;
  /** the declared type of the file */
  readonly type?: string | null;
  readonly filename?: string;
  /** further header lines of the two parts */
  readonly kindHeaders?: string;
  readonly fileHeaders?: string;
  /** the file comes before the kind */
  readonly fileFirst?: true;
  /** parts before and after these two */
  readonly before?: readonly OtherPart[];
  readonly more?: readonly OtherPart[];
  /** the last boundary is missing */
  readonly truncated?: true;
}

export interface OtherPart {
  readonly name: string;
  readonly content: string;
  readonly filename?: string;
  readonly type?: string;
}

/**
 * Which case a request is about: the one that this create of the scenario opened, counted from 0; that of the first create of the control;
 * what the `Location` of the first case leads to; a case that does not exist, with an id like that of the control; one with a
 * change of that id, named in `values/ids.ts`; or another id.
 */
export type Of = number | 'control' | 'location' | 'unknown' | { readonly controlAs: string } | { readonly id: string };

/** One request: an operation with a change. */
export interface Step {
  readonly do: 'create' | 'upload' | 'read';
  readonly change?: Change;
  readonly of?: Of;
  /**
   * `decided`: reads until the case is; `announced`: also until its event has arrived, and before the receiver responds;
   * `the end`, of the last steps: repeats them until the run ends
   */
  readonly until?: 'decided' | 'announced' | 'the end';
  /** of a create: how the receiver responds to the event of its case */
  readonly receiver?: Reply;
  /** sends it at the same moment as the step before, with nothing else beside them */
  readonly together?: true;
  /** of a first step: it and those behind it are sent with nothing else beside them, so that what is a few milliseconds late shows */
  readonly alone?: true;
  /** a 429 or 503 may be an error that the sandbox was asked for; sends it again to tell this from an overload */
  readonly mayGetError?: true;
  /** of an upload: shows something also if the candidate has decided the case on its own, as it may outside the sandbox (D97) */
  readonly mayBeClosed?: true;
  /** so many readers read its case again and again meanwhile, until they see its decision */
  readonly watchedBy?: number;
  /**
   * milliseconds by which it ends later than the others of its race, and in any case behind the end of each that is less behind,
   * and behind the response to each without a body
   */
  readonly behind?: number;
  /**
   * closes the connection in the middle of the body, before it as a gateway does that has lost it, or after it as a client does
   * that waits no longer, so that no response comes
   */
  readonly aborted?: true | 'before its body' | 'after its body';
  /** has a connection of its own, and shows what arrives there after the response */
  readonly listens?: true;
  /** only steps of the scenario with the same name have this connection */
  readonly connection?: string;
}

/** Requests with a label. Every step after the setting is judged. */
export interface Scenario {
  /** stable, because lists of known failures name it */
  readonly label: string;
  /**
   * What the contract demands of each step: a declaration that the oracle must agree with. `as demanded`: some must be
   * accepted, others rejected. With a freedom: one of the answers that it lists. `open`: the answers depend on each other,
   * or on other clients, and only how they compare counts.
   */
  readonly outcome: 'accepted' | 'rejected' | 'as demanded' | 'open' | { readonly open: FreedomId };
  /** requests that must be accepted before anything counts; sent once in a run for all scenarios with the same */
  readonly control: readonly Step[];
  /** what has to be there first: requests of this scenario alone */
  readonly setting: readonly Step[];
  readonly steps: readonly Step[];
  /** requests that show what became of the steps: only what they show is judged, not whether they are accepted */
  readonly observe: readonly Step[];
  /** requirements under which the oracle reports what this scenario is about, because it cannot know its purpose */
  readonly reportedAs: readonly TestableId[];
  /** it is judged by the events about the case of its setting, when all other requests of the run are over */
  readonly events?: Events;
  /**
   * It only applies to a candidate that claims the sandbox, to a run with `--slow`, or to one that knows the endpoint of
   * the second tenant. Which keys it needs, its senders say.
   */
  readonly needs?: 'sandbox' | 'slow' | 'second endpoint';
  /** another requirement judges whether the steps are accepted or rejected: a wrong answer blocks this scenario */
  readonly isAnswerGiven?: true;
  /** another requirement judges the problem too: a rejection with another one than is demanded blocks this scenario */
  readonly isProblemGiven?: true;
}

export const stepsOf = ({ control, setting, steps, observe }: Scenario) => [
  ...control,
  ...setting,
  ...steps,
  ...observe,
];

/** The keys of the senders of a scenario, which have to be supplied. */
export const keysOf = (scenario: Scenario): Exclude<Sender, 'nobody' | 'stranger'>[] =>
  stepsOf(scenario)
    .map(({ change: { as = 'tenant' as Sender } = {} }) => as)
    .filter((as) => as !== 'nobody' && as !== 'stranger');

/** Scenarios for each testable requirement of a family; a missing requirement does not compile. */
export type Scenarios<Family extends string> = Record<Extract<TestableId, `${Family}.${string}`>, Scenario[]>;

export const create = (change?: Change): Step => ({ do: 'create', ...(change && { change }) });
export const upload = (of: Of = 0, change?: Change): Step => ({ do: 'upload', of, ...(change && { change }) });
export const read = (of: Of = 0, change?: Change): Step => ({ do: 'read', of, ...(change && { change }) });

export const json = (properties: Record<string, unknown>): Change => ({ json: properties });
export const text = (body: string): Change => ({ text: body });
export const bytes = (body: Buffer): Change => ({ bytes: body.toString('latin1') });

/** A change for each value, under the label of the value. */
export const each = <T, R = Change>(values: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([label, value]) => [label, change(value)]));

/** Values that are their own labels. */
export const named = (what: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [`${what} ${JSON.stringify(value)}`.trimStart(), value]));

/** The same scenarios, with labels that begin alike. */
export const labelled = (prefix: string, list: Scenario[]): Scenario[] =>
  list.map((each) => ({ ...each, label: `${prefix}: ${each.label}` }));

type Details = Partial<Omit<Scenario, 'label' | 'steps'>>;

export const scenario = (label: string, steps: Step[], details: Details = {}): Scenario => ({
  label,
  outcome: 'accepted',
  control: [],
  setting: [],
  observe: [],
  reportedAs: [],
  steps,
  ...details,
});

/** Creates that must be accepted, each under the label of its change. */
export const accepted = (changes: Record<string, Change>, details: Details = {}): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [create(change)], { control: [create()], ...details }),
  );

/** Creates that must be rejected, after an unchanged one was accepted. */
export const rejected = (changes: Record<string, Change>): Scenario[] => accepted(changes, { outcome: 'rejected' });

/** Who else sends valid keys: a service may treat them in another way than the first tenant. */
export const otherSenders: Record<string, Sender> = { 'the second tenant': 'other', 'the live key': 'live' };

/** The same creates by the others, after an unchanged one of the same sender was accepted. */
export const rejectedOfOthers = (changes: Record<string, Change>): Scenario[] =>
  Object.entries(otherSenders).flatMap(([who, as]) =>
    labelled(
      who,
      accepted(
        each(changes, (change) => ({ ...change, as })),
        { outcome: 'rejected', control: [create({ as })] },
      ),
    ),
  );

/** Each operation with the requests that must be accepted before a changed one counts. */
const operations = {
  'a create': [create()],
  'an upload': [create(), upload()],
  'a read': [create(), read()],
} as const;

export type OperationName = keyof typeof operations;
export const everyOperation = Object.keys(operations) as OperationName[];

/**
 * A cross product: each operation with each change, which must be rejected and so can share one case.
 *
 * @param details `first` is another change that must be rejected, before this one counts
 */
export const onEach = (
  changes: Record<string, Change>,
  names: readonly OperationName[] = everyOperation,
  details: Details & { of?: Of; first?: Change } = {},
): Scenario[] =>
  names.flatMap((name) =>
    Object.entries(changes).map(([label, change]) => {
      const { of = 'control', first, ...more } = details;
      const step = { do: operations[name].at(-1)!.do, of };
      const control = [...operations[name], ...(first ? [{ ...step, of: 0, change: first }] : [])];
      return scenario(`${name}: ${label}`, [{ ...step, change }], { control, outcome: 'rejected', ...more });
    }),
  );

/** The same with changes that must be accepted: each upload has a case of its own. */
export const acceptedOnEach = (
  changes: Record<string, Change>,
  names: readonly OperationName[] = everyOperation,
): Scenario[] =>
  names.flatMap((name) =>
    Object.entries(changes).map(([label, change]) =>
      scenario(`${name}: ${label}`, [{ do: operations[name].at(-1)!.do, of: 0, change }], {
        control: operations[name],
        setting: operations[name].slice(0, -1),
      }),
    ),
  );

/** Each operation changed, on the connection of an accepted one: some servers keep what they know of a connection. */
export const onItsConnection = (
  label: string,
  change: Change,
  names: readonly OperationName[] = everyOperation,
): Scenario[] =>
  names.map((name) => {
    const first = operations[name].at(-1)!;
    const setting = [...operations[name].slice(0, -1), { ...first, connection: 'one' }];
    const step: Step = { do: first.do, of: 0, change, connection: 'one' };
    return scenario(`${name}: ${label}, on the connection of an accepted one`, [step], {
      control: operations[name],
      setting,
      outcome: 'rejected',
    });
  });

/** The step sent again and again at the same moment, each time so many milliseconds later than at first. */
export const together = (delays: readonly number[], ...steps: Step[]): Step[] =>
  delays
    .flatMap((behind) => steps.map((step): Step => ({ ...step, behind })))
    .map((step, at) => (at === 0 ? step : { ...step, together: true }));

/** These steps, with nothing else beside them. None of them is of a race. */
export const alone = (...[first, ...rest]: [Step, ...Step[]]): Step[] => [{ ...first, alone: true }, ...rest];

/** With an idempotency key; the same text means the same key. */
export const keyed = (key = '{unique}', as?: string): Change => ({
  idempotencyKey: key,
  ...(as !== undefined && { idempotencyKeyAs: as }),
});

/** Both changes in one request; of two values for the same property, header or part, the second. */
export const both = (one: Change, other: Change): Change => ({
  ...one,
  ...other,
  ...((one.headers ?? other.headers) && { headers: { ...one.headers, ...other.headers } }),
  ...((one.json ?? other.json) && { json: { ...one.json, ...other.json } }),
  ...((one.parts ?? other.parts) && { parts: { ...one.parts, ...other.parts } }),
});

/** A service may read there whose case it is, and treat the last request of a connection in another way. */
export const lastWithQuery: Change = {
  query: 'tenant=one&tenant_id=two&all=true',
  headers: { Connection: 'close', 'X-Tenant-Id': 'one' },
};

/** Requests with a body in a way that is seldom used: a check that depends on one of its parts must not be skipped. */
export const seldom = (changes: Record<string, Change>): Record<string, Change> =>
  Object.fromEntries(
    Object.entries(changes).map(([label, change]) => [
      `${label}, in chunks, with a query, before the connection is closed`,
      both(change, { ...lastWithQuery, chunked: true }),
    ]),
  );

// Few enough that a reader of a failure finds the one that matters.
const perPack = 8;

/** Several values in each change: so many that change nothing cost few requests. */
export function inPacks<T>(values: T[], pack: (some: T[]) => [label: string, Change]): Record<string, Change> {
  const packs = Array.from({ length: Math.ceil(values.length / perPack) }, (_, at) =>
    values.slice(at * perPack, (at + 1) * perPack),
  );
  return Object.fromEntries(packs.map(pack));
}

/** Headers in packs, each with one value of a header. */
export function packed(headers: Record<string, Record<string, string>>): Record<string, Change> {
  const packs: Record<string, string>[] = [];
  for (const header of Object.values(headers)) {
    const name = Object.keys(header)[0]!;
    const pack = packs.find((each) => !Object.hasOwn(each, name) && Object.keys(each).length < perPack);
    if (pack) Object.assign(pack, header);
    else packs.push({ ...header });
  }
  return Object.fromEntries(
    packs.map((pack) => [
      `with ${Object.entries(pack)
        .map(([name, value]) => `${name}: ${value.slice(0, 20)}`)
        .join(', ')}`,
      { headers: pack },
    ]),
  );
}
