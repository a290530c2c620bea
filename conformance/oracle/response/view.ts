import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../../generated/requirements.ts';
import { show } from '../../wire/json.ts';
import { isSame } from '../support/same.ts';
import { isDecided } from '../case-lifecycle/decision.ts';
import { type History, type KnownCase, type Upload, uploadOf, type View } from '../history.ts';
import { fingerprintOf } from '../idempotency/key-uses.ts';
import { isSurelyDecided } from '../case-lifecycle/lifecycle.ts';
import { knownProperties, propertiesOfCase } from './properties.ts';
import { judgeDecision } from './shown-decision.ts';
import { isBefore, isSameCaller, mayPrecede, type Report } from '../terms.ts';
import type { SentArtifact } from '../request/upload-body.ts';
import { at } from '../support/place.ts';

const changed: RequirementId = 'case-lifecycle.facts-unchanged';

/** Judges what a read shows of a case by everything that was sent to it and seen of it. */
export function judgeView(found: KnownCase, view: View, history: History, report: Report): void {
  const { shown } = view;
  const { opened } = found;
  const isTouched = isTouchedBefore(found, view);
  for (const [name, returned] of returnedProperties) {
    const sent = found[name];
    const by = isTouched && opened[name] === sent ? changed : returned;
    if (sent !== undefined && shown[name] !== sent) report(by, `the ${name} ${show(sent)}`, at(`/${name}`));
  }
  const unchanged = isTouched ? ['type', 'created_at'] : propertiesOfCase;
  for (const name of unchanged) {
    // Artifacts that nothing explains break another requirement.
    if (isSame(shown[name], opened[name], name) || (name === 'artifacts' && view.artifacts.length > 0)) continue;
    const by = isTouched ? changed : 'get-case.like-created';
    report(by, `${name} ${show(opened[name])}, as created`, at(`/${name}`));
  }
  judgeArtifacts(found, view, history, report);
  judgeOrder(found, view, report);
  judgeDecision(found, view, history, report);
}

const returnedProperties = [
  ['type', 'create-case.returns-type'],
  ['reference', 'create-case.returns-reference'],
] as const;

/** True when an upload or a decision may have changed the case; until then a read shows what the create did (D4). */
function isTouchedBefore({ uploads, rejected }: KnownCase, { shown, span }: View): boolean {
  const touching = [...uploads.map(({ reading }) => reading), ...rejected];
  return isDecided(shown) || touching.some((each) => mayPrecede(each.span, span));
}

const inList = (actual: unknown) => at('/artifacts', actual);

function judgeArtifacts(found: KnownCase, { shown, artifacts, span }: View, history: History, report: Report): void {
  const ids = artifacts.map(({ id }) => id);
  if (new Set(ids).size < ids.length) report('get-case.lists-evidence', 'each artifact once', inList(ids));
  for (const artifact of artifacts) {
    const upload = uploadOf(found, artifact);
    if (!upload) {
      const explaining = found.uploads.filter(
        ({ effect, reading }) =>
          effect === 'unknown' && mayPrecede(reading.span, span) && mayBe(artifact, reading.upload?.sent ?? []),
      );
      if (explaining.length === 0)
        report(storedBy(found, span), 'artifacts that uploads were accepted for', inList(artifact));
      else if (explaining.every((lost) => isRepeated(lost, found, ids)))
        report('idempotency.upload-replays', 'one artifact for all uploads with the same key', inList(artifact));
    } else if (!isSame(knownProperties(artifact), knownProperties(upload.artifact))) {
      // Where reads of pending cases show artifacts as the uploads did, the decision changed this one.
      const by = isDecided(shown) && history.listsWhilePending ? changed : 'get-case.lists-evidence';
      report(by, `the artifact ${show(knownProperties(upload.artifact))}`, inList(artifact));
    }
  }
  for (const { effect, reading, artifact } of found.uploads)
    if (effect === 'done' && artifact && isBefore(reading.span, span) && !ids.includes(artifact['id']))
      report('get-case.lists-evidence', `the artifact ${show(artifact['id'])} of an accepted upload`, inList(ids));
}

/** The response to an upload was lost, and that to its repetition says that another artifact is that of the key. */
const isRepeated = ({ reading: lost }: Upload, { uploads }: KnownCase, listed: unknown[]): boolean =>
  lost.key !== undefined &&
  (lost.exchange.sentTwice === true || lost.exchange.response === undefined) &&
  uploads.some(
    ({ reading, artifact }) =>
      reading.key === lost.key &&
      fingerprintOf(reading) === fingerprintOf(lost) &&
      artifact !== undefined &&
      listed.includes(artifact['id']),
  );

const mayBe = (artifact: Record<string, unknown>, sent: SentArtifact[]) =>
  sent.length === 0 || sent.some(({ sha256 }) => sha256 === artifact['sha256']);

/** The requirement that an artifact breaks which no accepted upload explains. */
function storedBy(found: KnownCase, span: View['span']): RequirementId {
  const rejected = found.rejected.filter((reading) => mayPrecede(reading.span, span));
  const foreign = rejected.some(
    ({ authorization: { caller } }) => caller !== undefined && !isSameCaller(caller, found.caller),
  );
  if (foreign) return 'tenancy.foreign-upload-stores-nothing';
  if (isSurelyDecided(found, span)) return 'case-lifecycle.rejected-evidence-changes-nothing';
  return rejected.length > 0 ? 'upload-artifact.rejected-stores-nothing' : 'get-case.lists-evidence';
}

function judgeOrder(found: KnownCase, view: View, report: Report): void {
  const spans = view.artifacts.map((each) => uploadOf(found, each)?.accepted);
  const isReversed = spans.some((span, at) =>
    spans.slice(at + 1).some((later) => span !== undefined && later !== undefined && isBefore(later, span)),
  );
  const listed = view.artifacts.map(({ id }) => id);
  if (isReversed)
    report('get-case.evidence-in-order', 'artifacts in the order in which they were accepted', inList(listed));
  const before = found.views[found.views.indexOf(view) - 1];
  if (!before) return;
  const known = before.artifacts.map(({ id }) => id);
  const kept = known.filter((id) => listed.includes(id));
  const now = listed.filter((id) => known.includes(id));
  if (!isDeepStrictEqual(kept, now)) report('get-case.evidence-in-order', `the order ${show(kept)}`, inList(now));
  if (isBefore(before.span, view.span) && kept.length < known.length)
    report('get-case.lists-evidence', `the artifacts ${show(known)}`, inList(listed));
}
