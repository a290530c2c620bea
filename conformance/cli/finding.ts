import { requirements } from '../../generated/requirements.ts';
import type { Finding } from '../oracle/terms.ts';
import { visible } from '../reports/exchange/exchange.ts';

/** What the oracle found, for a terminal: the requirement, its sentence, and both sides. */
export function findingText({ requirement, expected, actual }: Finding, redact = (text: string) => text): string {
  const sentence = requirements.find(({ id }) => id === requirement)?.text ?? '';
  const clean = (text: string) => visible(redact(text));
  return `${requirement}\n  ${sentence}\n  expected: ${clean(expected)}\n  actual:   ${clean(actual)}`;
}
