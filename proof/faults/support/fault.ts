import type { TestableId } from '../../../generated/requirements.ts';
import type { FailureCode } from '../../../conformance/failure-codes.ts';
import type { Rendered } from '../../../reference-impl/ports.ts';
import type { OperationId, Success } from '../../../reference-impl/domain/contract.ts';
import type { Handlers, Parts } from '../../../reference-impl/parts.ts';

/**
 * How a check must fail: by its failure code and, if two defects have the same code, by the row that
 * failed, the status code of the response, the pointer of a schema mismatch, or a part of the actual value. Several codes
 * where a race between requests decides which of them it is.
 */
export type ExpectedFailure =
  | FailureCode
  | { code: FailureCode | readonly FailureCode[]; row?: string; status?: number; pointer?: string; actual?: string };

/** Makes the parts that have a defect from the original ones. */
export type Defect = (original: Parts) => Partial<Parts>;

/** The reference implementation with one defect, and what the suite must report. */
export interface Fault {
  /** the defect, as a fact: `responds with 200 to a create` */
  name: string;
  /** every requirement that it breaks, with the failure that its check must report */
  breaks: Partial<Record<TestableId, ExpectedFailure>>;
  /**
   * `without sandbox`: both keys are live and nothing is claimed; `with webhooks`: everything is claimed; `slow`: the
   * same with `--slow`. Without a profile, everything except webhooks is claimed, because webhook checks are slow
   */
  profile?: 'without sandbox' | 'with webhooks' | 'slow';
  parts: Defect;
}

/**
 * Defects by their names, each with the failures that it must cause, the parts that have it, and the profile in which it
 * is proven.
 */
export type FaultTable = Record<
  string,
  [breaks: Fault['breaks'], parts: Defect, profile?: NonNullable<Fault['profile']>]
>;

/** Defects that all cause the same failures. */
export function failing(
  breaks: Fault['breaks'],
  defects: Record<string, Defect>,
  profile?: NonNullable<Fault['profile']>,
): FaultTable {
  const rows = Object.entries(defects).map(([name, parts]) => [name, [breaks, parts, ...(profile ? [profile] : [])]]);
  return Object.fromEntries(rows) as FaultTable;
}

/** Changes the successful responses of an operation. */
export function changing<Id extends OperationId>(id: Id, change: (response: Success) => Partial<Success>): Defect {
  return (original) => {
    const handler = async (...call: Parameters<Handlers[Id]>) => {
      const response = await (original[id] as (...same: typeof call) => Promise<Success>)(...call);
      return response.status < 300 ? { ...response, ...change(response) } : response;
    };
    return { [id]: handler };
  };
}

/** Changes the body of the successful responses of an operation. */
export function changingBody<Id extends OperationId>(
  id: Id,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): Defect {
  return changing(id, ({ body }) => ({ body: change(body as Record<string, unknown>) }));
}

/** Changes every response before it is sent. */
export function rendering(change: (rendered: Rendered) => Partial<Rendered>): Defect {
  return (original) => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return { ...rendered, ...change(rendered) };
    },
  });
}

/** Changes every problem before it is sent. */
export function renderingProblems(change: (problem: Record<string, unknown>) => Record<string, unknown>): Defect {
  return rendering(({ status, body }) =>
    status < 400 ? {} : { body: JSON.stringify(change(JSON.parse(body) as Record<string, unknown>)) },
  );
}
