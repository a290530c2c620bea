// What reads show of the decision of a case (D10, D11, D49 to D54).
import type { RequirementId } from '../../../generated/requirements.ts';
import { show } from '../../wire/json.ts';
import { differing, isSame } from '../support/same.ts';
import { decisionOf, isDecided, isSameDecision } from '../case-lifecycle/decision.ts';
import { millisecondsOf } from '../support/instant.ts';
import type { History, KnownCase, View } from '../history.ts';
import { isSurelyDecided } from '../case-lifecycle/lifecycle.ts';
import type { Reading } from '../request/reading.ts';
import { isBefore, isSameCaller, mayPrecede, type Report, type Span } from '../terms.ts';
import { hasProblem } from '../facts.ts';
import { at } from '../support/place.ts';

type Shown = Record<string, unknown>;

const undecided: Shown = { status: 'PENDING', score: 0, reasons: [], decided_at: null };

/** True for a read that shows a part of a decision, of which others show the whole later. */
export function isTorn(found: KnownCase, { shown, span }: View): boolean {
  const whole = wholeIn(found);
  if (!whole || isSameDecision(shown, whole) || isSameDecision(shown, undecided)) return false;
  const isSettled = found.views.some((each) => isBefore(each.span, span) && isSameDecision(each.shown, whole));
  if (isSettled) return false;
  const [before, now, after] = [undecided, shown, whole].map(decisionOf) as [Shown, Shown, Shown];
  const isPartOf = (name: string) =>
    isSame(now[name], before[name], name) ||
    isSame(now[name], after[name], name) ||
    (name === 'reasons' && isSubset(now[name], after[name]));
  return Object.keys(now).every(isPartOf);
}

const isSubset = (some: unknown, all: unknown) =>
  Array.isArray(some) && Array.isArray(all) && some.every((each) => all.includes(each));

/** The decision that the reference asks for, as a read shows it; or else the last one that a read shows. */
function wholeIn(found: KnownCase): Shown | undefined {
  const decided = found.views.map(({ shown }) => shown).filter(isDecided);
  return decided.find((shown) => isAsAsked(found, shown) && typeof shown['decided_at'] === 'string') ?? decided.at(-1);
}

function isAsAsked({ directive, type }: KnownCase, { status, score, reasons }: Shown): boolean {
  if (directive.outcome !== 'decided') return false;
  const listed = Array.isArray(reasons) ? reasons.map(String).toSorted() : reasons;
  const asked = directive.reasons(type!).toSorted();
  return status === directive.status && score === directive.score && isSame(listed, asked);
}

/** Judges what a read shows of the decision by the other reads of the case, and by what its reference asks for. */
export function judgeDecision(found: KnownCase, view: View, history: History, report: Report): void {
  const { shown, span } = view;
  if (isTorn(found, view)) {
    const wanted = `the decision ${show(decisionOf(wholeIn(found)!))}, or none`;
    return report('case-lifecycle.decision-atomic', wanted, show(decisionOf(shown)));
  }
  if (!isDecided(shown)) return judgePending(found, view, history, report);
  const first = found.views.find((each) => isDecided(each.shown) && !isTorn(found, each))!;
  if (millisecondsOf(shown['decided_at']) < millisecondsOf(shown['created_at']))
    report('case-lifecycle.decided-after-creation', 'decided_at not before created_at', at('/decided_at'));
  if (!isSameDecision(first.shown, shown)) {
    const [expected, actual] = differing(decisionOf(first.shown), decisionOf(shown));
    return report(changedBy(found), `a decision that stays as it was, with ${show(expected)}`, show(actual));
  }
  if (found.directive.outcome === 'pending') return report(staysPending(found, history), 'PENDING', at('/status'));
  if (found.directive.outcome !== 'decided') return;
  if (!found.uploads.some(({ reading }) => mayPrecede(reading.span, span)))
    return report(decidedWithout(found, history), 'PENDING', at('/status'));
  judgeEvidence(found, view, report);
  if (isAsAsked(found, shown)) return;
  const { status, score, reasons } = found.directive;
  const asked = `${status}, ${score}, ${reasons(found.type!).join(' ')}`;
  report(differenceOf(found, history) ?? decidedBy(found, status), asked, show(decisionOf(shown)));
}

function judgePending(found: KnownCase, { shown, span }: View, history: History, report: Report): void {
  if (found.views.some((each) => isDecided(each.shown) && isBefore(each.span, span)))
    return report(changedBy(found), 'the decision that was shown before', at('/status'));
  const isOther = typeof shown['status'] === 'string' && shown['status'] !== 'PENDING';
  if (found.directive.outcome === 'pending' && isOther)
    return report(staysPending(found, history), 'PENDING', at('/status'));
  if (found.directive.outcome !== 'pending' && found.rejected.some((each) => isClosedBefore(each, found, span)))
    return report('case-lifecycle.decided-case-rejects-evidence', 'the decision that closed the case', at('/status'));
  if (isSurelyDecided(found, span))
    report(
      differenceOf(found, history) ?? 'sandbox.decides-in-time',
      'a decision within 5 s of the artifact',
      at('/status'),
    );
}

/** True for an upload by the owner that was rejected, before a read began, because the case is decided (D29). */
function isClosedBefore(
  { exchange, authorization, span: rejected }: Reading,
  { caller }: KnownCase,
  span: Span,
): boolean {
  const isOwn = authorization.caller !== undefined && isSameCaller(authorization.caller, caller);
  return isOwn && isBefore(rejected, span) && hasProblem(exchange, 'case-closed');
}

/** A decision is not visible before the artifact that caused it, where a read lists artifacts at all (D66). */
function judgeEvidence(found: KnownCase, { artifacts, span }: View, report: Report): void {
  const isListing = found.views.some((each) => each.artifacts.length > 0);
  const isMissing = found.uploads.some(({ effect, reading }) => effect === 'done' && isBefore(reading.span, span));
  if (artifacts.length === 0 && isListing && !isMissing)
    report('sandbox.no-decision-without-evidence', 'a decided case that lists an artifact', 'a decision without one');
}

/** The requirement that a second decision breaks. */
function changedBy({ uploads, rejected }: KnownCase): RequirementId {
  const inOrder = [...uploads.map(({ reading }) => reading), ...rejected].toSorted(
    (one, other) => one.span.start - other.span.start,
  );
  const haveMet = inOrder.some((reading, at) => at > 0 && mayPrecede(reading.span, inOrder[at - 1]!.span));
  return haveMet ? 'case-lifecycle.decided-once-under-load' : 'case-lifecycle.decision-final';
}

function staysPending(found: KnownCase, history: History): RequirementId {
  if (!found.reference?.startsWith('sandbox:')) return 'sandbox.stays-pending';
  return differenceOf(found, history) ?? 'sandbox.stays-pending';
}

/** Why a case was decided that has no accepted artifact. */
function decidedWithout(found: KnownCase, history: History): RequirementId {
  const isUntouched = ({ uploads, rejected }: KnownCase) => uploads.length === 0 && rejected.length === 0;
  const isLike = history.casesLike(found).some((each) => isUntouched(each) && each.views.some(isDecidedView));
  const isClosed = found.rejected.some(({ exchange: { response }, rejections }) => {
    return response?.status === 409 && rejections.every(({ must }) => !must);
  });
  return isClosed && !isLike ? 'case-lifecycle.decided-once-under-load' : 'sandbox.no-decision-without-evidence';
}

const isDecidedView = ({ shown }: View) => isDecided(shown);

/** What sets the case apart from others that ask for the same and are decided as they ask, if there are any. */
function differenceOf(found: KnownCase, history: History): RequirementId | undefined {
  const { reference, caller } = found;
  const [plain] = reference!.split('#') as [string];
  const isRight = (each: KnownCase) => isSameCaller(each.caller, caller) && behavesAsAsked(each);
  if (plain !== reference && history.casesLike({ ...found, reference: plain }).some(isRight))
    return 'sandbox.suffix-ignored';
  const evidence = evidenceOf(found);
  const hasOther = (each: KnownCase) => evidence !== undefined && evidenceOf(each) !== evidence;
  const others = history.casesLike(found).filter(isRight);
  return others.some(hasOther) ? 'sandbox.any-evidence-decides' : undefined;
}

function behavesAsAsked(found: KnownCase): boolean {
  const decided = found.views.filter(isDecidedView);
  if (found.directive.outcome === 'pending') return found.uploads.length > 0 && decided.length === 0;
  return decided.length > 0 && decided.every(({ shown }) => isAsAsked(found, shown));
}

/** Equal for cases whose first artifact is of the same kind and type, and was sent with a key or not. */
function evidenceOf({ uploads }: KnownCase): string | undefined {
  const sent = ({ upload }: Reading) => [upload?.sent[0]?.kind, upload?.sent[0]?.content_type];
  const [first] = uploads;
  return first && JSON.stringify([...sent(first.reading), first.reading.key !== undefined]);
}

function decidedBy({ reference }: KnownCase, status: 'APPROVED' | 'DENIED'): RequirementId {
  if (reference!.startsWith('sandbox:deny:')) return 'sandbox.denies-with-code';
  return status === 'APPROVED' ? 'sandbox.approves' : 'sandbox.denies';
}
