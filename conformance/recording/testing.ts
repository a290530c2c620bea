import type { Judgement } from '../run/judge/judgement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** A judgement as text, without times: each exchange is its place in the order in which they began. */
export function essenceOf({ results, outcome, notices, scope }: Judgement): string {
  const all = [...new Set(results.flatMap(({ exchanges }) => exchanges))].toSorted((a, b) => a.started! - b.started!);
  const places = new Map(all.map((exchange, at) => [exchange, at]));
  return JSON.stringify({ results, outcome, notices, scope }, (name, value: unknown) => {
    if (name === 'milliseconds') return undefined;
    return places.get(value as Exchange) ?? value;
  });
}
