// Judges the clients of a service by their traffic: nobody gave them a task.
import type { ClientId } from '../../generated/requirements.ts';
import { trafficRules } from '../oracle/client/rules.ts';
import { sentIn } from '../oracle/client/sent.ts';
import type { Sent } from '../oracle/client/session.ts';
import type { Reading } from '../oracle/request/reading.ts';
import type { Finding } from '../oracle/terms.ts';
import { type Exchange, headerIn } from '../wire/exchange.ts';

// The requests about one case that are kept, or the creates; and the cases.
const longest = 200;
const mostCases = 5000;

interface Shown {
  findings: Finding[];
  /** what the request shows to be met */
  verified: ClientId[];
}

export class ClientWatch {
  /** by program and case, in the order in which they began; the one with the latest request is the last */
  readonly #sent = new Map<string, Sent[]>();
  /** by request, what was found in it: a request that began earlier and ends later may be what shows it */
  readonly #found = new WeakMap<Exchange, Set<ClientId>>();

  /** What a request shows, given the earlier ones; before its body is forgotten. */
  add(reading: Reading): Shown {
    const { exchange, target } = reading;
    const { credential, headers } = exchange.request;
    if (credential === undefined) return { findings: [], verified: [] };
    // Programs of one tenant share its key, and each may read a case.
    const program = headerIn(headers, 'User-Agent') ?? '';
    const place = JSON.stringify([credential.value, program, target.caseId ?? '']);
    const sent = [...(this.#sent.get(place) ?? []), sentIn(exchange, reading)]
      .toSorted((one, other) => one.reading.span.start - other.reading.span.start)
      .slice(-longest);
    this.#sent.delete(place);
    this.#sent.set(place, sent);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > mostCases) this.#sent.delete(oldest!);
    const shown: Shown = { findings: [], verified: [] };
    for (const [id, rule] of trafficRules) {
      const all = rule({ key: credential.value, sent, elsewhere: [] });
      for (const finding of all ?? []) {
        if (finding.exchange === undefined || this.#isKnown(finding.exchange, id)) continue;
        shown.findings.push({ ...finding, requirement: id, kind: 'request', exchange: finding.exchange });
      }
      if (all?.length === 0) shown.verified.push(id);
    }
    return shown;
  }

  /** True if it was found in this request before: each later request shows it again. */
  #isKnown(exchange: Exchange, id: ClientId): boolean {
    const known = this.#found.get(exchange) ?? new Set();
    this.#found.set(exchange, known);
    if (known.has(id)) return true;
    known.add(id);
    return false;
  }
}
