import { clientRequirements, contract, type Requirement } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Outcome, outcomeOf, quantity, type Scope } from '../run/judge/outcome.ts';
import { gatewayNotices } from '../run/judge/gateways.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { type KnownFailures, withKnown } from '../known-failures/list.ts';
import type { Facts } from '../manifest.ts';
import { failedBy } from '../run/judge/verdicts.ts';
import { selected } from '../run/selection.ts';
import { notApplicable } from '../run/plan.ts';
import type { Result, Verdict } from '../run/judge/verdict.ts';
import { openReasons, type Watch } from './watch.ts';

export interface TrafficOptions {
  known: KnownFailures | undefined;
  only?: string[];
  /** the verdict on a requirement that no exchange shows */
  unseen?: Unseen;
}

/** A file is not the traffic that somebody chose to judge: what it does not show is open. */
type Unseen = Pick<Result, 'verdict' | 'reason'>;

/** The judgement of the traffic. */
export function judgementOf(
  facts: Facts,
  watch: Watch,
  { known, only = [], unseen = notBroken }: TrafficOptions,
): Judgement {
  const { startedAt, exchanges } = watch;
  const ofService = selected({ class: 'full', only }).filter(({ untestable }) => untestable === null);
  const requirements = [
    ...(watch.party === 'client' ? [] : ofService),
    ...(watch.party === 'service' ? [] : clientRequirements),
  ];
  const found = requirements.map((requirement) => resultFor(requirement, facts, watch, unseen));
  const results = known ? withKnown(found, byRequirement(known)) : found;
  const scope: Scope = { class: 'full', claimed: facts.claims, leftOut: [], partial: true };
  const outcome = withTraffic(outcomeOf(results, scope), results, watch);
  const milliseconds = Date.now() - startedAt.getTime();
  const subject = { party: 'service', name: facts.baseUrl } as const;
  const notices = gatewayNotices(results, exchanges);
  return {
    contract,
    subject,
    source: 'proxy',
    facts,
    startedAt,
    milliseconds,
    scope,
    results,
    outcome,
    notices,
    exchanges,
  };
}

/** The traffic has no scenarios: a listed requirement may be broken in any way. */
const byRequirement = (list: KnownFailures): KnownFailures => ({
  ...list,
  entries: new Map([...list.entries].map(([id, { reason }]) => [id, { reason }])),
});

const notBroken: Unseen = {
  verdict: 'not-applicable',
  reason: 'no exchange shows whether this requirement is met; a run judges it',
};

const notShown = 'no request shows whether clients meet this requirement; the command client judges it';

function resultFor(requirement: Requirement, { claims }: Facts, watch: Watch, unseen: Unseen): Result {
  const broken = watch.broken.get(requirement.id);
  if (broken) return { ...failedBy(broken.findings, { requirement, exchanges: [] }), milliseconds: 0 };
  const exchanges = watch.verified.get(requirement.id);
  if (exchanges) {
    const [decisive] = exchanges as [Exchange];
    return { requirement, verdict: 'pass', reason: '', decisive, exchanges, milliseconds: 0 };
  }
  const reason = notApplicable(requirement, claims) ?? (requirement.party === 'client' ? notShown : undefined);
  const verdict = reason === undefined ? unseen : ({ verdict: 'not-applicable', reason } as const);
  return { requirement, ...verdict, exchanges: [], milliseconds: 0 };
}

function withTraffic(outcome: Outcome, results: Result[], watch: Watch): Outcome {
  const { exchanges, party } = watch;
  const unclear = results.filter(({ verdict }) => verdict === 'inconclusive').length;
  const unclearText = unclear > 0 ? [`${quantity(unclear, 'requirement')} could not be judged`] : [];
  const judged = party === 'client' ? exchanges.length : watch.judged;
  // What clients did right says nothing of the service.
  const exitCode = outcome.exitCode === 0 && judged === 0 ? 3 : outcome.exitCode;
  const [headline, reason] = {
    0: [`NO VIOLATION in ${quantity(judged, 'exchange')}`, partiesText(results)],
    1: [outcome.headline, [partiesText(results), ...unclearText].join('; ')],
    2: [outcome.headline, outcome.reason],
    3:
      judged > 0
        ? [`INCOMPLETE: no violation in ${quantity(judged, 'exchange')}`, outcome.reason]
        : [`NOTHING JUDGED: ${quantity(exchanges.length, 'exchange')} seen`, 'no exchange could be judged'],
  }[exitCode] as [string, string];
  return { ...outcome, exitCode, headline, reason: [reason, ...notJudged(watch)].join('; ') };
}

// Traffic that does not show a requirement neither meets it nor breaks it.
const openVerdicts: Verdict[] = ['not-applicable', 'inconclusive'];

/** `the service met 23 requirements; its clients met 6 and did not meet client.polls-slowly`. */
function partiesText(results: Result[]): string {
  const parties = Object.entries({ service: 'the service', client: 'its clients' });
  return parties
    .flatMap(([party, name]) => {
      const own = results.filter(
        ({ requirement, verdict }) => requirement.party === party && !openVerdicts.includes(verdict),
      );
      const met = own.filter(({ verdict }) => verdict === 'pass');
      const broken = own.filter(({ verdict }) => verdict !== 'pass').map(({ requirement }) => requirement.id);
      const end = broken.length === 0 ? '' : ` and did not meet ${new Intl.ListFormat('en').format(broken)}`;
      return own.length === 0 ? [] : [`${name} met ${quantity(met.length, 'requirement')}${end}`];
    })
    .join('; ');
}

/** The facts that the oracle does not know, one sentence each. */
export function notJudged({ open: reasons, opaque, pages }: Watch): string[] {
  const which = pages.size > 0 ? ` (${[...pages].join(', ')})` : '';
  const open = [...reasons].map(([why, many]) => `${many} ${openReasons[why]}${why === 'gateway' ? which : ''}`);
  return [...(open.length > 0 ? [`not judged as a whole: ${open.join(', ')}`] : []), ...opaqueNotes({ opaque })];
}

export const opaqueNotes = ({ opaque }: Pick<Watch, 'opaque'>): string[] =>
  opaque > 0 ? [`${quantity(opaque, 'connection')} carried something else than HTTP/1.1`] : [];
