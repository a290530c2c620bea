// Tells the responses of a gateway in front of the service, which say nothing of the service.
import { isOfGateway } from '../oracle/facts.ts';
import { spanOf } from '../oracle/terms.ts';
import { mostMoments } from '../run/judge/interruptions.ts';
import { type Exchange, hasProblemType } from '../wire/exchange.ts';

export class Gateways {
  #moments = 0;
  #over = -Infinity;
  /** when the latest request began that the service has answered */
  #servedSince = -Infinity;

  /**
   * True for a response that a gateway wrote, because the service was away or the client was slow. As in a run, what happens
   * more often than now and then, between responses of the service, is due to the service.
   */
  hasResponded(exchange: Exchange): boolean {
    const { response } = exchange;
    const { start, end } = spanOf(exchange);
    const isSlowClient = response?.status === 408 && !hasProblemType(response.headers);
    if (!isSlowClient && !isOfGateway(exchange)) {
      if (response) this.#servedSince = Math.max(this.#servedSince, start);
      return false;
    }
    if (this.#moments === 0 || this.#servedSince > this.#over) this.#moments += 1;
    this.#over = end;
    return this.#moments <= mostMoments;
  }
}
