import { type Entry, type Fault, repeated } from './entries.ts';
import { freedomFaults, nameOf } from './records.ts';

/** One entry of `x-freedoms`: a point where implementations may differ. */
export interface FreedomRecord {
  id: string;
  sentence: string;
  /** the reason, where neither the sentence nor the decision has it */
  why: string | null;
  answers: FreedomAnswer[];
  limits: string[];
  source: string;
}

/** A response that a freedom allows: a status code, success, any rejection of the request, or a closed connection. */
export interface FreedomAnswer {
  status: number | '2xx' | '4xx' | 'closed';
  /** the last segment of the problem type, where this type is demanded */
  problem: string | null;
}

/** Faults of their form, repeated ids, and ids of requirements and decisions that do not exist. */
export function freedomsFaults(entries: Entry[], requirements: Entry[], decisions: Entry[]): Fault[] {
  const known = new Set([...requirements, ...decisions].map(({ raw }) => raw?.id));
  return [
    ...entries.flatMap(({ raw, path }) => freedomFaults(raw).map((message) => ({ at: path, message }))),
    ...repeated(entries).map(({ raw, path }) => ({
      at: path,
      message: `${nameOf('freedom', raw)} exists twice; ids are unique, rename one of the two.`,
    })),
    ...entries.flatMap(({ raw, path }) =>
      [raw?.limits ?? [], raw?.source ?? []]
        .flat(2)
        .filter((id) => !known.has(id))
        .map((id) => ({
          at: path,
          message: `${nameOf('freedom', raw)} names ${id}, which neither x-requirements nor x-decisions lists; fix the id.`,
        })),
    ),
  ];
}

/** The freedom of an entry without faults. */
export function freedomOf({ raw: { id, sentence, why = null, answers, limits, source } }: Entry): FreedomRecord {
  return { id, sentence: sentence.trim(), why, answers: answers.map(freedomAnswerOf), limits, source };
}

function freedomAnswerOf(text: string): FreedomAnswer {
  const [status, problem = null] = text.split(' ') as [string, string?];
  return { status: /^\d+$/.test(status) ? Number(status) : (status as '2xx' | '4xx' | 'closed'), problem };
}
