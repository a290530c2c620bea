// Successful responses that are shown otherwise.
import type { InputFault } from '../input-fault.ts';
import type { Input, Properties } from './input.ts';

export interface Case extends Properties {
  id: string;
  type: string;
  reference: string;
  status: string;
  score: number;
  reasons: string[];
  artifacts: Artifact[];
  created_at: string;
  decided_at: string | null;
}

export interface Artifact extends Properties {
  id: string;
  kind: string;
  content_type: string;
  created_at: string;
}

type Of = (found: Case, input: Input) => boolean;

const shows =
  <Body extends Properties>(operation: Input['operation']) =>
  (of: (body: Body, input: Input) => boolean, change: (body: Body) => Properties, later = 0): InputFault => ({
    changes: ({ status, body }, input) =>
      status < 300 && input.operation === operation && body && of(body as Body, input)
        ? { body: change(body as Body), later }
        : undefined,
  });

/** Reads, creates and uploads with another body; `later`: so many milliseconds later. */
export const reading = shows<Case>('read');
export const creating = shows<Case>('create');
export const uploading = shows<Artifact>('upload');

/** Reads with some other properties. */
export const reads = (of: Of, change: (found: Case) => Properties, later = 0): InputFault =>
  reading(of, (found) => ({ ...found, ...change(found) }), later);

export const always = () => true;
export const isDecided = ({ status }: Case) => status !== 'PENDING';
export const isPending = ({ status }: Case) => status === 'PENDING';
export const isDenied = ({ status }: Case) => status === 'DENIED';

/** Decided cases that are decided otherwise. */
export const decides = (of: Of, change: (found: Case) => Properties): InputFault =>
  reads((found, input) => isDecided(found) && of(found, input), change);

export const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null };
export const moved = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();
