// Which 429 and 503 are errors that the sandbox was asked for, and which of them the load explains (D37, D52, D72).
import { headerIn, isOverloaded } from '../../wire/exchange.ts';
import { valueOf } from '../../wire/json.ts';
import { hasProblemOf, typeIn } from '../facts.ts';
import { Groups } from '../support/groups.ts';
import type { Reading } from '../request/reading.ts';
import { problemsOf } from '../request/rejections.ts';
import type { Report } from '../terms.ts';
import { at } from '../support/place.ts';

// A gateway may reject a request by chance, and the next one too; above all if its responses are pages.
const comparedErrors = 3;
const comparedPages = 8;
const comparedPauses = 2;

interface SandboxError {
  pause: string | undefined;
  hasType: boolean;
  /** the body is not JSON */
  isPage: boolean;
}

/** Follows the errors that the sandbox was asked for, and those that resemble them. */
export class Overload {
  /** true when a request was rejected that has nothing to do with an error of the sandbox */
  #isLimited = false;
  /** by status and what else may have a part in it: the latest errors that the sandbox was asked for */
  readonly #asked = new Groups<SandboxError>(10);
  /** the statuses of creates that ask for no error, but resemble one that does */
  readonly #resembling = new Groups<number>(10);

  /** @param isAfterError an earlier create with this key asked for the error */
  note(reading: Reading, isAfterError: boolean): void {
    const { response } = reading.exchange;
    if (!response) return;
    const { status } = response;
    const likeness = likenessOf(reading, isAfterError);
    if (likeness) this.#resembling.add(likeness, status);
    else if (isAsked(reading) && isOverloaded(status)) this.#asked.add(kindOf(reading, status), errorIn(reading));
    else if (isOverloaded(status)) this.#isLimited = true;
  }

  judge(reading: Reading, isAfterError: boolean, report: Report): void {
    const { response, request } = reading.exchange;
    const { status, body } = response!;
    if (this.#isLimited || (status !== 429 && status !== 503)) return;
    const likeness = likenessOf(reading, isAfterError);
    if (likeness) return judgeResembling(reading, this.#resembling.of(likeness), report);
    if (!isAsked(reading) || reading.create.directive.status !== status) return;
    const asked = this.#asked.of(kindOf(reading, status));
    const requirement = `sandbox.error-${status}` as const;
    const enough = asked.every(({ isPage }) => isPage) ? comparedPages : comparedErrors;
    if (asked.length >= enough && asked.every(({ hasType }) => !hasType))
      report(requirement, `the problem ${problemsOf(requirement).join()}`, at('/type', typeIn(body, request.url)));
    // One without the type may come from a gateway, which chooses its own pause.
    const typed = asked.filter(({ hasType }) => hasType);
    if (typed.length >= comparedPauses && typed.every(({ pause }) => pause !== '1'))
      report(requirement, 'Retry-After: 1', at('Retry-After', typed.at(-1)!.pause));
  }
}

/** One that is rejected in this way again and again was taken for one that asks for the error. */
function judgeResembling({ rejections, exchange }: Reading, statuses: number[], report: Report): void {
  const { status } = exchange.response!;
  if (statuses.length < comparedErrors || statuses.some((each) => each !== status)) return;
  const rejection = rejections.find(({ must }) => must);
  if (rejection) report(rejection.requirement, `status ${rejection.status}`, `status ${status} each time`);
  else report('sandbox.error-not-stored', 'a success', `status ${status} each time`);
}

type Asking = Reading & { create: { directive: { outcome: 'error'; status: 429 | 503 } } };

const isAsked = (reading: Reading): reading is Asking => reading.create?.directive?.outcome === 'error';

/** Equal for errors that a service makes in the same way. */
const kindOf = ({ create, authorization }: Asking, status: number) => [
  status,
  authorization.caller?.tenant,
  create.reference?.includes('#'),
];

function errorIn({ exchange }: Asking): SandboxError {
  const { status, headers, body } = exchange.response!;
  const hasType = hasProblemOf(exchange, `sandbox.error-${status as 429 | 503}`);
  return { pause: headerIn(headers, 'Retry-After'), hasType, isPage: valueOf(body) === undefined };
}

/** Equal for creates that are taken for the same one; undefined for one that does not resemble a request for an error. */
function likenessOf(reading: Reading, isAfterError: boolean): unknown[] | undefined {
  const { create, key, authorization } = reading;
  if (!create || isAsked(reading)) return undefined;
  const text = isAfterError ? key : create.values?.find((value) => value.startsWith('sandbox:error'));
  return text === undefined ? undefined : [authorization.caller, text];
}
