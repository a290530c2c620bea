// Services that treat some requests wrongly, as predicates over a recording: its responses become theirs.
import type { Facts } from '../../conformance/manifest.ts';
import type { Answered as Complete, Exchange } from '../../conformance/wire/exchange.ts';
import type { TestableId } from '../../generated/requirements.ts';
import { judged } from '../mutation/judge.ts';
import type { Recorded } from '../mutation/record.ts';
import { type Donors, withBytes } from '../mutation/responses.ts';
import { Context, shownOf } from './support/context.ts';
import type { InputFault } from './support/fault.ts';
import type { Answered } from './support/input.ts';
import { responseByKey } from './support/keys.ts';
import { responseAsRead } from './support/readings.ts';

/** The exchange with the faulty service; undefined where it is that with the original one. */
function faulty(fault: InputFault, request: Answered, exchange: Complete, context: Context): Exchange | undefined {
  const { response } = exchange;
  const accepts = response.status === 401 ? fault.authenticates : fault.accepts;
  if (response.status >= 400 && accepts?.(request, request.shown))
    return { ...exchange, response: context.acceptance(request) };
  const rejects = response.status === 401 ? fault.rejectsFirst : fault.rejects;
  if (rejects?.(request, request.shown)) {
    const { as = '422 invalid-request', later = 0 } = fault;
    return { ...exchange, started: exchange.started! + later, response: context.rejection(as) };
  }
  const read = fault.reads && responseAsRead(fault.reads, request, response, context);
  const byKey = fault.keys ? responseByKey(fault.keys, request, response, context) : (read ?? response);
  const same = byKey === response ? exchange : { ...exchange, response: byKey };
  const renamed = fault.ids ? context.renamed(fault.ids, same) : same;
  const changed = changedBy(fault, request, renamed) ?? renamed;
  return changed === exchange ? undefined : changed;
}

function changedBy(fault: InputFault, request: Answered, exchange: Complete): Complete | undefined {
  const { response } = exchange;
  const changed = fault.changes?.(shownOf(response), request);
  if (!changed) return undefined;
  const { status = response.status, headers = response.headers, body, text, later = 0, interim } = changed;
  const form = { ...response, status, headers };
  if (changed.behind !== undefined && form.behind) form.behind = Buffer.from(changed.behind);
  const bytes = text ?? (body && JSON.stringify(body));
  const sent = bytes === undefined ? form : withBytes(form, Buffer.from(bytes));
  const before = interim === undefined ? {} : { interim: [{ status: interim, headers: [] }] };
  return { ...exchange, ...before, started: exchange.started! + later, response: sent };
}

/** Applies faults to a recording. */
export class FaultyService {
  readonly #recorded: Recorded[];
  readonly #facts: Facts;
  readonly #context: Context;

  constructor(recorded: Recorded[], donors: Donors, facts: Facts) {
    this.#recorded = recorded;
    this.#facts = facts;
    this.#context = new Context(recorded, donors, facts);
  }

  /** Which of the requirements fail for a fault. */
  failing(fault: InputFault, wanted: TestableId[]): TestableId[] {
    const failing = new Set<TestableId>();
    const changed = new Map<Exchange, Exchange>();
    const known = new Set<Exchange>();
    for (const each of this.#recorded.filter(({ id }) => wanted.includes(id))) {
      if (wanted.every((id) => failing.has(id))) break;
      const sent = [...each.control.sent, ...each.own.sent];
      for (const { exchange } of sent) {
        const request = this.#context.requestOf(exchange);
        if (known.has(exchange) || !request) continue;
        known.add(exchange);
        const now = faulty(fault, request, exchange as Complete, this.#context);
        if (now) changed.set(exchange, now);
      }
      if (!sent.some(({ exchange }) => changed.has(exchange))) continue;
      const { failures, findings } = judged(each, this.#facts, changed);
      if (failures.length > 0) failing.add(each.id);
      // A wrong response fails the requirement that the finding names, whichever scenario received it.
      for (const { kind, requirement } of findings) if (kind !== 'answer') failing.add(requirement as TestableId);
    }
    return wanted.filter((id) => failing.has(id));
  }
}
