// References and ids that only somebody else has sent or received: no response shows them (D21).
import type { Reading } from '../request/reading.ts';
import { shownIn } from '../response/properties.ts';
import { type Caller, isSameCaller, type Report } from '../terms.ts';

/** Follows who knows which reference, and the id of which case. */
export class ValuesOfOthers {
  /** by the value: who was first to send or receive it */
  readonly #owners = new Map<string, Caller>();
  /** by the value: who else has sent it, wherever it was in a request */
  readonly #senders = new Map<string, Set<string>>();

  /**
   * Takes note of a request.
   *
   * @param isFirst whether nobody can have sent its reference before
   */
  note({ authorization: { caller, unclear }, exchange: { request }, create }: Reading, isFirst: boolean): void {
    if (unclear) return;
    for (const value of wordsIn([request.url, ...request.headers.map(([, each]) => each), ...(create?.values ?? [])])) {
      const senders = this.#senders.get(value) ?? new Set();
      this.#senders.set(value, senders.add(nameOf(caller)));
    }
    if (!caller || !isFirst) return;
    for (const value of wordsIn([create?.reference ?? '']).filter(isUnusual)) this.noteOwner(value, caller);
  }

  /** Takes note of a reference, or of the id of a case that somebody has opened. */
  noteOwner(value: string, caller: Caller): void {
    if (!this.#owners.has(value)) this.#owners.set(value, caller);
  }

  judge({ authorization: { caller, unclear }, exchange }: Reading, report: Report): void {
    if (unclear) return;
    const { headers, body } = exchange.response!;
    const values = headers.map(([, value]) => value);
    const shown = this.#shownTo(caller, values, body);
    if (shown !== undefined) report('tenancy.nothing-of-others', expected, shown);
  }

  /** Judges an event, of a case of this caller. */
  judgeEvent(body: Buffer, caller: Caller, report: Report): void {
    const shown = this.#shownTo(caller, [], body);
    if (shown !== undefined) report('webhook.own-endpoint', expected, shown);
  }

  /** What a message shows that is of others. What the contract defines is judged elsewhere. */
  #shownTo(caller: Caller | undefined, headers: string[], body: Buffer): string | undefined {
    const isOfOther = (value: string) => {
      const owner = this.#owners.get(value);
      const isOwn = owner === undefined || (caller !== undefined && isSameCaller(owner, caller));
      return !isOwn && !this.#senders.get(value)?.has(nameOf(caller));
    };
    // Most messages have nothing of others, so few are parsed for this.
    if (!wordsIn([...headers, body.toString()]).some(isOfOther)) return undefined;
    return wordsIn([...headers, shownIn(body)]).find(isOfOther);
  }
}

const expected = 'nothing that only another tenant, or the other mode, has sent';

const nameOf = (caller: Caller | undefined) => (caller ? `${caller.tenant} ${caller.mode}` : '');

// As long as the shortest id. A shorter word may be in two references by chance.
const wordsIn = (texts: string[]): string[] => texts.flatMap((text) => text.match(/[\w-]{16,64}/g) ?? []);
const isUnusual = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word);
