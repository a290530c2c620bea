import type { TestableId } from '../../../generated/requirements.ts';
import type { Rendered } from '../../../reference-impl/ports.ts';
import type { OperationId, Success } from '../../../reference-impl/domain/contract.ts';
import type { Handlers, Parts } from '../../../reference-impl/parts.ts';

/** Makes the parts that have a defect from the original ones. */
export type Defect = (original: Parts) => Partial<Parts>;

/** By requirement: the defects that are about it, each named as a fact: `responds with 200 to a create`. */
export type FaultTable = Partial<Record<TestableId, Record<string, Defect>>>;

/**
 * How the service is set up. `full`: everything except webhooks is claimed, because their checks are slow; `without
 * sandbox`: both keys are live and nothing is claimed; `with webhooks`: everything is claimed; `slow`: the same with
 * `--slow`
 */
export type Profile = 'full' | 'without sandbox' | 'with webhooks' | 'slow';

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
