import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../../generated/requirements.ts';
import { Artifact, Case, type Validator } from '../../../generated/validators.js';
import { headerIn } from '../../wire/exchange.ts';
import { isObject, show, valueOf } from '../../wire/json.ts';
import { pointerTo } from '../../json-pointer.ts';
import { areSequential } from './sequential-ids.ts';
import { differing, isSame } from '../support/same.ts';
import type { History } from '../history.ts';
import { fingerprintOf, type KeyUse, ofKey } from '../idempotency/key-uses.ts';
import { acceptanceOf } from '../acceptance.ts';
import { caseIdIn } from '../facts.ts';
import { knownProperties } from './properties.ts';
import type { Reading } from '../request/reading.ts';
import type { SentArtifact } from '../request/upload-body.ts';
import { decoded } from '../request/target.ts';
import { mismatchesOf } from './schema.ts';
import { isBefore, type Report, type Reports, type World } from '../terms.ts';
import { judgeNewTime, judgeShownTimes } from './times.ts';
import { isTorn } from './shown-decision.ts';
import { judgeView } from './view.ts';
import { at, bodyShown } from '../support/place.ts';

type Body = Record<string, unknown>;

/** Judges a 2xx to a request that the contract allows to succeed. */
export function judgeSuccess(reading: Reading, history: History, { id }: World, reports: Reports): void {
  const { exchange, target } = reading;
  if (target.kind !== 'operation') return;
  const response = exchange.response!;
  const body = valueOf(response.body);
  if (target.operation === 'createCase' && caseIdIn(response, id) === undefined)
    reports.answer(acceptanceOf(reading, history), `the case id at ${id}`, at(id, bodyShown(response.body)));
  const rules = target.operation === 'getCase' ? undefined : ofWrite[target.operation!];
  if (!isObject(body)) {
    const report = rules ? reports.form : reports.answer;
    return report(rules?.body ?? 'get-case.reads-case', 'a JSON object', bodyShown(response.body));
  }
  if (rules) judgeWrite(reading, history, body, reports, rules);
  else judgeRead(reading, history, body, reports);
}

function judgeSchema(validator: Validator<unknown>, body: Body, otherwise: RequirementId, report: Report): void {
  for (const mismatch of mismatchesOf(validator, body, otherwise)) report(...mismatch);
}

/** Judges a 304 by what it says to be the case still. */
export function judgeUnchanged({ target, span }: Reading, history: History, { state }: Reports): void {
  const found = history.caseWith(target.caseId ?? '');
  const view = found?.views.find((each) => each.span === span);
  if (found && view) judgeView(found, view, history, state);
}

function judgeRead(reading: Reading, history: History, body: Body, { answer, form, state }: Reports): void {
  const { exchange, target, span } = reading;
  const { status } = exchange.response!;
  if (status !== 200) return answer('get-case.responds-with-200', 'status 200', `status ${status}`);
  const found = history.caseWith(target.caseId!);
  const view = found?.views.find((each) => each.span === span);
  // Half of a decision does not fit the schema, and breaks one requirement only.
  if (!found || !view || !isTorn(found, view)) judgeSchema(Case, body, 'get-case.responds-with-case', form);
  const ofOther = target.isLocated ? 'create-case.location' : 'get-case.own-case';
  if (found && body['id'] !== found.id) return state(ofOther, `the id ${show(found.id)}`, at('/id'));
  if (!found || !view) return;
  judgeView(found, view, history, state);
  judgeShownTimes(reading, history, found, view, { form, state });
}

/** What the response to a write breaks that is new. */
const ofWrite = {
  createCase: {
    status: 'create-case.responds-with-201',
    body: 'create-case.responds-with-case',
    validator: Case,
    judge: judgeOpened,
  },
  uploadArtifact: {
    status: 'upload-artifact.responds-with-201',
    body: 'upload-artifact.responds-with-artifact',
    validator: Artifact,
    judge: judgeStored,
  },
} as const;

type Rules = (typeof ofWrite)[keyof typeof ofWrite];

function judgeWrite(reading: Reading, history: History, body: Body, reports: Reports, rules: Rules): void {
  const own = fingerprintOf(reading);
  const done = history.keys.usesBeforeEnd(reading).filter(({ effect }) => effect === 'done');
  // A body that some parsers read in another way may be a repetition of any of them.
  if (done.length > 0 && own === undefined) return;
  const first = done.find((use) => use.fingerprint === own);
  const other = done.find((use) => use.fingerprint !== undefined && use.fingerprint !== own);
  if (other && !isBefore(other.reading.span, reading.span))
    reports.answer('idempotency.create-key-reused', 'one payload that is accepted under a key', 'two');
  if (first) return judgeReplay(reading, first, body, reports.answer);
  if (done.length > 0) return;
  const { status } = reading.exchange.response!;
  if (status !== 201) reports.form(rules.status, 'status 201', `status ${status}`);
  judgeSchema(rules.validator, body, rules.body, reports.form);
  judgeNewTime(reading, history, body, reports.form);
  rules.judge(reading, history, body, reports);
}

function judgeReplay(reading: Reading, first: KeyUse, body: Body, report: Report): void {
  const { replays, once } = ofKey(reading);
  const requirement = isBefore(first.reading.span, reading.span) ? replays : once;
  const { response, request } = reading.exchange;
  const before = first.reading.exchange.response!;
  // Of two different statuses, the one that the contract does not allow is wrong.
  if (response!.status !== before.status && response!.status !== 201)
    report(requirement, 'status 201', `status ${response!.status}`);
  const [known, now] = [knownProperties(valueOf(before.body)), knownProperties(body)];
  if (!isSame(known, now)) {
    const [expected, actual] = differing(known, now);
    const place = pointerTo(Object.keys(Object(actual)).slice(0, 1));
    report(requirement, `the first response, with ${show(expected)}`, at(place, actual));
  }
  const location = (headers: typeof before.headers) => pathIn(headerIn(headers, 'Location'), request.url);
  const [one, other] = [location(before.headers), location(response!.headers)];
  if (one !== other && reading.create) report(requirement, `the Location ${show(one)}`, at('Location'));
}

const pathIn = (location: string | undefined, base: string) =>
  location === undefined ? undefined : URL.parse(location, base)?.pathname.replace(/\/$/, '');

/** Judges the response to a create that opened a case. */
function judgeOpened(reading: Reading, history: History, body: Body, reports: Reports): void {
  const { form, state, set } = reports;
  const { exchange, create, authorization } = reading;
  const { type, reference } = create ?? {};
  if (type !== undefined && body['type'] !== type) state('create-case.returns-type', show(type), at('/type'));
  if (reference !== undefined && body['reference'] !== reference)
    state('create-case.returns-reference', show(reference), at('/reference'));
  if (body['status'] !== 'PENDING') state('case-lifecycle.created-pending', 'the status PENDING', at('/status'));
  const listed = body['artifacts'];
  if (listed !== undefined && !isDeepStrictEqual(listed, []))
    state('create-case.no-evidence-yet', 'no artifacts', at('/artifacts'));
  const id = history.idIn(exchange.response!);
  const ids = history.comparisons.idsBefore(reading);
  if (ids.length > 0 && areSequential(ids))
    set('create-case.id-not-sequential', 'ids that do not follow from each other', ids.slice(-3).join(', '));
  const location = headerIn(exchange.response!.headers, 'Location');
  const collection = new URL(exchange.request.url).pathname.replace(/\/$/, '');
  if (!mayLeadTo(pathIn(location, exchange.request.url), collection, String(id)))
    form('create-case.location', `a Location that leads to ${collection}/${String(id)}`, at('Location'));
  const opener = id === undefined ? undefined : history.caseWith(id)?.opener;
  if (!opener || opener === reading) return;
  const isOwn = opener.authorization.caller?.tenant === authorization.caller?.tenant;
  const report = reports[kindOfRepetition(reading)];
  report(isOwn ? sharedBy(reading, opener) : 'tenancy.ids-unique', 'a case of its own', `the id ${show(id)} again`);
}

/** With a key, a resource that exists already is a wrong answer; without one, it only has the id of another. */
const kindOfRepetition = ({ key }: Reading) => (key === undefined ? 'set' : 'answer');

/** A service may know a case by another path too (D4); whether it does is seen only where the suite reads it there. */
function mayLeadTo(path: string | undefined, collection: string, id: string): boolean {
  const segment = path?.startsWith(`${collection}/`) ? path.slice(collection.length + 1) : undefined;
  if (segment !== undefined) return (decoded(segment) ?? segment).toLowerCase() === id.toLowerCase();
  return path !== collection && path?.startsWith(collection.replace(/cases$/, '')) === true;
}

function sharedBy(reading: Reading, opener: Reading): RequirementId {
  const isOfOtherMode = reading.authorization.caller?.mode !== opener.authorization.caller?.mode;
  // The two modes of a tenant are like two tenants (D70).
  if (reading.key === undefined) return isOfOtherMode ? 'tenancy.ids-unique' : 'create-case.assigns-identifier';
  if (isOfOtherMode) return 'idempotency.scoped-to-mode';
  return 'idempotency.key-forms';
}

/** Judges the response to an upload that stored an artifact. */
function judgeStored(reading: Reading, history: History, body: Body, reports: Reports): void {
  const { sent = [] } = reading.upload ?? {};
  const differing = (each: SentArtifact) => recorded.filter(([name]) => body[name] !== each[name]);
  // All properties are those of one reading of the form.
  const closest = sent.toSorted((one, other) => differing(one).length - differing(other).length)[0];
  for (const [name, requirement] of closest ? differing(closest) : [])
    reports.state(requirement, `the ${name} ${show(closest![name])}`, at(`/${name}`));
  const others = history.caseWith(reading.target.caseId!)?.uploads ?? [];
  // The later one of two is wrong.
  const twin = others.find(
    (each) =>
      each.reading !== reading && each.reading.span.start <= reading.span.start && each.artifact?.['id'] === body['id'],
  );
  const report = reports[kindOfRepetition(reading)];
  if (twin) report('upload-artifact.ids-differ', 'an artifact of its own', `the id ${show(body['id'])} again`);
}

const recorded = [
  ['kind', 'upload-artifact.describes-file'],
  ['size', 'upload-artifact.describes-file'],
  ['sha256', 'upload-artifact.describes-file'],
  ['content_type', 'upload-artifact.returns-recognised-type'],
] as const;
