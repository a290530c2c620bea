// Tells what says nothing of the service: responses of a gateway in front of it, and requests that were lost while it was away.
import { createHash } from 'node:crypto';
import { isOfGateway } from '../oracle/facts.ts';
import { spanOf } from '../oracle/terms.ts';
import { mostMoments } from '../run/judge/interruptions.ts';
import { type Exchange, hasProblemType } from '../wire/exchange.ts';

export class Interrupted {
  #moments = 0;
  #over = -Infinity;
  /** when the latest request began that the service has answered */
  #servedSince = -Infinity;
  /** the requests that were lost, each by its digest */
  readonly #lost = new Set<string>();

  /**
   * True when a gateway responded, because the service was away or the client was slow, and when the service was away. As in a
   * run, what happens more often than now and then, between responses of the service, is due to the service, and so is a request
   * that is lost again: it may end the service.
   */
  has(exchange: Exchange): boolean {
    const { response, interrupted } = exchange;
    const { start, end } = spanOf(exchange);
    const isSlowClient = response?.status === 408 && !hasProblemType(response.headers);
    if (!interrupted && !isSlowClient && !isOfGateway(exchange)) {
      if (response) this.#servedSince = Math.max(this.#servedSince, start);
      return false;
    }
    if (this.#moments === 0 || this.#servedSince > this.#over) this.#moments += 1;
    this.#over = end;
    return this.#moments <= mostMoments && !(interrupted && this.#isLostAgain(exchange));
  }

  #isLostAgain({ request: { method, url, body } }: Exchange): boolean {
    const hash = createHash('sha256').update(`${method} ${url}\n`);
    for (const piece of body) hash.update(piece);
    const digest = hash.digest('base64');
    const isAgain = this.#lost.has(digest);
    this.#lost.add(digest);
    return isAgain;
  }
}
