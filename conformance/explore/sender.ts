import { requirements } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import { Unreachable, wait } from '../wire/http.ts';
import { isObject, valueOf } from '../wire/json.ts';
import { Oracle } from '../oracle/oracle.ts';
import { contradiction } from '../oracle/order.ts';
import { type Finding, worldOf } from '../oracle/terms.ts';
import { batchesOf } from '../run/play/sending/perform.ts';
import { requestOf } from '../run/play/sending/request.ts';
import { noteOpened, pathOf, type Surroundings } from '../run/play/sending/surroundings.ts';
import { untilDecided } from '../run/play/sending/until-decided.ts';
import type { Run } from '../run/play/run.ts';
import type { Step } from './step.ts';

/** What a sequence led to. */
export interface Outcome {
  exchanges: Exchange[];
  findings: Finding[];
  /** a part of all values that it sent */
  tag: string;
}

const recommended = new Set(requirements.filter(({ level }) => level === 'SHOULD').map(({ id }) => id));
/** A candidate that does not what it should is conformant, so nothing was found. */
const breaksMust = ({ requirement }: Finding) => !recommended.has(requirement);

// A history of this many exchanges is as much as a cause needs to show; older ones are forgotten.
const longestHistory = 2000;

/** Sends sequences to a candidate and judges every exchange by the oracle. */
export class Sender {
  readonly #run: Run;
  /** nothing listened at the address any more */
  #unreachable: Unreachable | undefined;
  #oracle: Oracle;
  #sequences = 0;
  requests = 0;

  constructor(run: Run) {
    this.#run = run;
    this.#oracle = this.#newOracle();
  }

  /**
   * Sends the steps; those that are together at the same time.
   *
   * @param alone judge them without what was seen before, as who repeats them will
   * @param isOver ends the sequence early
   */
  async send(steps: Step[], alone = false, isOver = () => false): Promise<Outcome> {
    if (this.#run.exchanges.length > longestHistory) {
      this.#oracle = this.#newOracle();
      this.#run.exchanges.length = 0;
    }
    const oracle = alone ? this.#newOracle() : this.#oracle;
    const around = this.#surroundings();
    const exchanges: Exchange[] = [];
    const findings: Finding[] = [];
    // What asks for an error may show it again behind it.
    const mayGetError = steps.some(mentionsError);
    const sendable = mayGetError ? steps.map((step) => ({ ...step, mayGetError })) : steps;
    for (const numbered of batchesOf(sendable)) {
      if (this.#unreachable || isOver()) break;
      const batch = numbered.map(([, step]) => step);
      const { pause } = batch[0]!;
      if (pause !== undefined) await wait(pause, this.#run.signal);
      const isRacing = batch.length > 1;
      const sent = await Promise.all(batch.map((step) => this.#sendStep(step, around, isRacing, exchanges)));
      const inOrder = sent.flat().toSorted((one, other) => one.started! - other.started!);
      const readings = inOrder.map((exchange) => oracle.add(exchange));
      exchanges.push(...inOrder);
      findings.push(...readings.flatMap((reading) => oracle.judge(reading).findings).filter(breaksMust));
    }
    if (this.#unreachable && findings.length === 0) throw this.#unreachable;
    const isParallel = steps.some(({ together }) => together);
    const unexplained =
      isParallel && findings.length === 0 ? contradiction(exchanges, worldOf(this.#run.manifest)) : undefined;
    return { exchanges, findings: unexplained ? [...findings, unexplained] : findings, tag: this.#run.id };
  }

  /** Sends a step; one that waits for a decision, until it shows one. */
  async #sendStep(step: Step, around: Surroundings, isRacing: boolean, before: Exchange[]): Promise<Exchange[]> {
    const run = this.#run;
    const recorded: Exchange[] = [];
    const path = pathOf(step, around) ?? unknownCase;
    const send = async () => {
      const request = requestOf(step, path, around, isRacing);
      this.requests += 1;
      await run.send(request, (each) => recorded.push(each)).catch((error: unknown) => this.#noteUnreachable(error));
      return recorded.at(-1)!;
    };
    const pause = (milliseconds: number) => wait(milliseconds, run.signal);
    const isOpen = (last: Exchange) => isAwaited(last, before);
    const last = step.until === 'decided' ? await untilDecided(send, isOpen, pause) : await send();
    noteOpened(step, last, around);
    around.control ??= around.opened[0];
    return recorded;
  }

  /** The oracle judges the missing response to the request at which the candidate crashed. */
  #noteUnreachable(error: unknown): void {
    if (!(error instanceof Unreachable)) throw error;
    this.#unreachable = error;
    // It was sent on a kept connection, and again when this closed.
    if (error.exchange?.sentTwice) error.exchange.failure = 'connection closed without a response';
  }

  #newOracle(): Oracle {
    return new Oracle(worldOf(this.#run.manifest));
  }

  /** A script replaces the id of the run in all of these. Of equal lengths, no part of one is that of another sequence. */
  #surroundings(): Surroundings {
    const run = this.#run;
    this.#sequences += 1;
    const count = String(this.#sequences).padStart(7, '0');
    return {
      run,
      unique: `conformance-${run.id}-${count}`,
      uuid: `${run.id}-4c1e-4a7b-8f21-5b7c9${count}`,
      number: `${Number.parseInt(run.id, 16)}${count}`,
      opened: [],
      control: undefined,
    };
  }
}

/** True for a read of a pending case that asks for a decision, and has the evidence for it. */
function isAwaited({ request, response }: Exchange, before: Exchange[]): boolean {
  const shown = response && valueOf(response.body);
  const asks = isObject(shown) && /^sandbox:(approve|deny)/.test(String(shown['reference']));
  if (!asks || shown['status'] !== 'PENDING') return false;
  return before.some((each) => each.request.url === `${request.url}/artifacts` && each.response?.status === 201);
}

const mentionsError = ({ change: { json, text } = {} }: Step) =>
  `${String(json?.['reference'])} ${text}`.includes('sandbox:error');

const unknownCase = '/cases/case-that-was-never-opened';
