import { numbers } from '../../../../generated/limits.ts';
import type { Exchange } from '../../../wire/exchange.ts';

// Milliseconds within which the sandbox decides (D54), and a little more.
export const decisionTime = numbers['sandbox-decision'] + 500;

// Milliseconds.
const longestPause = 250;

/**
 * Repeats a read with growing pauses, for no longer than the sandbox may take. Returns the last exchange.
 *
 * @param mayChange returns false when no later read can show a decision
 */
export async function untilDecided(
  read: () => Promise<Exchange>,
  mayChange: (last: Exchange) => boolean,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Exchange> {
  const begun = performance.now();
  let exchange = await read();
  for (let pause = 1; mayChange(exchange); pause = Math.min(pause * 2, longestPause)) {
    if (performance.now() - begun > decisionTime) break;
    await wait(pause);
    exchange = await read();
  }
  return exchange;
}
