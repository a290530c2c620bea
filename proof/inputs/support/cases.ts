// Successful responses that are shown otherwise.
import type { InputFault } from './fault.ts';
import type { Artifact, Case, Input, Properties } from './input.ts';

export type Of = (found: Case, input: Input) => boolean;

const shows =
  <Body extends Properties>(operation: Input['operation']) =>
  (
    of: (body: Body, input: Input) => boolean,
    change: (body: Body, input: Input) => Properties,
    later = 0,
  ): InputFault => ({
    changes: ({ status, body }, input) =>
      status < 300 && input.operation === operation && body && of(body as Body, input)
        ? { body: change(body as Body, input), later }
        : undefined,
  });

/** Reads, creates and uploads with another body; `later`: so many milliseconds later. */
export const reading = shows<Case>('read');
export const creating = shows<Case>('create');
export const uploading = shows<Artifact>('upload');

/** Some properties that are shown otherwise. */
export type Otherwise = Properties | ((found: Case, input: Input) => Properties);

/** Reads with some other properties. */
export const reads = (of: Of, change: Otherwise, later = 0): InputFault =>
  reading(of, (found, input) => otherwise(found, change, input), later);

const otherwise = (found: Case, change: Otherwise, input: Input) => ({
  ...found,
  ...(typeof change === 'function' ? change(found, input) : change),
});

export const always = () => true;
export const isDecided = ({ status }: Case) => status !== 'PENDING';
export const isPending = ({ status }: Case) => status === 'PENDING';
export const isDenied = ({ status }: Case) => status === 'DENIED';

/** Decided cases that are decided otherwise. */
export const decides = (of: Of, change: Otherwise): InputFault =>
  reads((found, input) => isDecided(found) && of(found, input), change);

export const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null };
export const moved = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();

/** Pending cases that are shown otherwise, also when they are created. */
export const begins = (change: Otherwise, of: (found: Case) => boolean = always): InputFault => {
  const is = (found: Case) => isPending(found) && of(found);
  const created = creating(is, (found, input) => otherwise(found, change, input));
  return {
    changes: (shown, input) => (input.operation === 'create' ? created : reads(is, change)).changes!(shown, input),
  };
};
