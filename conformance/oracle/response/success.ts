import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../../generated/requirements.ts';
import { Artifact, Case } from '../../../generated/validators.js';
import { headerIn } from '../../wire/exchange.ts';
import { isObject, show, valueOf } from '../../wire/json.ts';
import { areSequential } from './sequential-ids.ts';
import { isSame } from '../same.ts';
import type { History } from '../history.ts';
import { fingerprintOf, type KeyUse, ofKey } from '../key-uses.ts';
import { acceptanceOf } from '../acceptance.ts';
import { caseIdIn } from './case-id.ts';
import { knownProperties } from './properties.ts';
import type { Reading } from '../request/reading.ts';
import { mismatchesOf } from './schema.ts';
import { isBefore, type Report, type Reports, type World } from '../terms.ts';
import { judgeNewTime, judgeShownTimes } from './times.ts';
import { isTorn } from './shown-decision.ts';
import { judgeView } from './view.ts';

/** Judges a 2xx to a request that the contract allows to succeed. */
export function judgeSuccess(reading: Reading, history: History, { id }: World, reports: Reports): void {
  const { exchange, target } = reading;
  if (target.kind !== 'operation') return;
  const body = valueOf(exchange.response!.body);
  const { response } = exchange;
  if (target.operation === 'createCase' && caseIdIn(response!, id) === undefined)
    reports.answer(acceptanceOf(reading, history), `the case id at ${id}`, shownOf(response!.body));
  if (!isObject(body))
    return reports[target.operation === 'getCase' ? 'answer' : 'form'](
      wholeBody[target.operation!],
      'a JSON object',
      shownOf(response!.body),
    );
  if (target.operation === 'getCase') return judgeRead(reading, history, body, reports);
  judgeWrite(reading, history, body, reports, target.operation === 'createCase' ? judgeOpened : judgeStored);
}

/** The beginning of a body; of one that is not JSON, the end, because it may have been cut. */
function shownOf(body: Buffer): string {
  const text = body.toString();
  if (text === '' || valueOf(body) !== undefined) return text.slice(0, 100);
  return `no JSON, but ${body.length} bytes that end in ${show(text.slice(-60))}`;
}

const wholeBody = {
  createCase: 'create-case.responds-with-case',
  getCase: 'get-case.reads-case',
  uploadArtifact: 'upload-artifact.responds-with-artifact',
} as const;

type Body = Record<string, unknown>;

function judgeRead(reading: Reading, history: History, body: Body, { answer, form, state }: Reports): void {
  const { exchange, target, span } = reading;
  const { status } = exchange.response!;
  if (status !== 200) return answer('get-case.responds-with-200', 'status 200', `status ${status}`);
  const found = history.caseWith(target.caseId!);
  const view = found?.views.find((each) => each.span === span);
  // Half of a decision does not fit the schema, and breaks one requirement only.
  if (!found || !view || !isTorn(found, view))
    for (const [requirement, expected, actual] of mismatchesOf(Case, body, 'get-case.responds-with-case'))
      form(requirement, expected, actual);
  if (found && body['id'] !== found.id)
    return state(
      target.isLocated ? 'create-case.location' : 'get-case.own-case',
      `the id ${show(found.id)}`,
      body['id'],
    );
  if (!found || !view) return;
  judgeView(found, view, history, state);
  judgeShownTimes(reading, history, found, view, { form, state });
}

function judgeWrite(
  reading: Reading,
  history: History,
  body: Body,
  reports: Reports,
  judgeFresh: typeof judgeOpened,
): void {
  const own = fingerprintOf(reading);
  const done = history.keys.usesBeforeEnd(reading).filter(({ effect }) => effect === 'done');
  // A body that some parsers read in another way may be a repetition of any of them.
  if (done.length > 0 && own === undefined) return;
  const first = done.find((use) => use.fingerprint === own);
  const other = done.find((use) => use.fingerprint !== undefined && use.fingerprint !== own);
  if (other && !isBefore(other.reading.span, reading.span))
    reports.answer('idempotency.create-key-reused', 'one payload that is accepted under a key', 'two');
  if (first) judgeReplay(reading, first, body, reports.answer);
  else if (done.length === 0) judgeFresh(reading, history, body, reports);
}

function judgeReplay(reading: Reading, first: KeyUse, body: Body, report: Report): void {
  const { replays, once } = ofKey(reading);
  const requirement = isBefore(first.reading.span, reading.span) ? replays : once;
  const { response, request } = reading.exchange;
  const before = first.reading.exchange.response!;
  if (response!.status !== before.status) report(requirement, `status ${before.status}`, `status ${response!.status}`);
  const [known, now] = [knownProperties(valueOf(before.body)), knownProperties(body)];
  if (!isSame(known, now)) report(requirement, `the first response, ${show(known)}`, now);
  const location = (headers: typeof before.headers) => pathIn(headerIn(headers, 'Location'), request.url);
  const [one, other] = [location(before.headers), location(response!.headers)];
  if (one !== other && reading.create) report(requirement, `the Location ${show(one)}`, other);
}

const pathIn = (location: string | undefined, base: string) =>
  location !== undefined && URL.canParse(location, base)
    ? new URL(location, base).pathname.replace(/\/$/, '')
    : undefined;

/** Judges the response to a create that opened a case. */
function judgeOpened(reading: Reading, history: History, body: Body, reports: Reports): void {
  const { form, state, set } = reports;
  const { exchange, create, authorization } = reading;
  const { status, headers } = exchange.response!;
  if (status !== 201) form('create-case.responds-with-201', 'status 201', `status ${status}`);
  for (const [requirement, expected, actual] of mismatchesOf(Case, body, 'create-case.responds-with-case'))
    form(requirement, expected, actual);
  judgeNewTime(reading, history, body, form);
  const { type, reference } = create ?? {};
  if (type !== undefined && body['type'] !== type) state('create-case.returns-type', show(type), body['type']);
  if (reference !== undefined && body['reference'] !== reference)
    state('create-case.returns-reference', show(reference), body['reference']);
  if (body['status'] !== 'PENDING') state('case-lifecycle.created-pending', 'the status PENDING', body['status']);
  const listed = body['artifacts'];
  if (listed !== undefined && !isDeepStrictEqual(listed, []))
    state('create-case.no-evidence-yet', 'no artifacts', listed);
  const id = history.idIn(exchange.response!);
  const ids = history.comparisons.idsBefore(reading);
  if (ids.length > 0 && areSequential(ids))
    set('create-case.id-not-sequential', 'ids that do not follow from each other', ids.slice(-3).join(', '));
  const location = headerIn(headers, 'Location');
  const collection = new URL(exchange.request.url).pathname.replace(/\/$/, '');
  if (!mayLeadTo(pathIn(location, exchange.request.url), collection, String(id)))
    form('create-case.location', `a Location that leads to ${collection}/${String(id)}`, location);
  const opener = id === undefined ? undefined : history.openerOf(id);
  if (!opener || opener === reading) return;
  const isOwn = opener.authorization.caller?.tenant === authorization.caller?.tenant;
  const report = reports[kindOfRepetition(reading)];
  report(isOwn ? sharedBy(reading, opener) : 'tenancy.ids-unique', 'a case of its own', `the id ${show(id)} again`);
}

/** With a key, a resource that exists already is a wrong answer; without one, it only has the id of another. */
const kindOfRepetition = ({ key }: Reading) => (key === undefined ? 'set' : 'answer');

/** A service may know a case by another path too (D4); whether it does is seen only where the suite reads it there. */
function mayLeadTo(path: string | undefined, collection: string, id: string): boolean {
  if (path?.startsWith(`${collection}/`))
    return decoded(path.slice(collection.length + 1)).toLowerCase() === id.toLowerCase();
  return path !== collection && path?.startsWith(collection.replace(/cases$/, '')) === true;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
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
  const { form, state } = reports;
  const { exchange, upload, target } = reading;
  const { status } = exchange.response!;
  if (status !== 201) form('upload-artifact.responds-with-201', 'status 201', `status ${status}`);
  for (const [requirement, expected, actual] of mismatchesOf(Artifact, body, 'upload-artifact.responds-with-artifact'))
    form(requirement, expected, actual);
  if (upload?.sent) {
    const { sent } = upload;
    for (const [name, requirement] of recorded)
      if (body[name] !== sent[name]) state(requirement, `the ${name} ${show(sent[name])}`, body[name]);
  }
  judgeNewTime(reading, history, body, form);
  const others = history.caseWith(target.caseId!)?.uploads ?? [];
  // The later one of two is wrong.
  const twin = others.find(
    (each) =>
      each.reading !== reading && each.reading.span.start <= reading.span.start && each.artifact?.['id'] === body['id'],
  );
  if (twin)
    reports[kindOfRepetition(reading)](
      'upload-artifact.ids-differ',
      'an artifact of its own',
      `the id ${show(body['id'])} again`,
    );
}

const recorded = [
  ['kind', 'upload-artifact.describes-file'],
  ['size', 'upload-artifact.describes-file'],
  ['sha256', 'upload-artifact.describes-file'],
  ['content_type', 'upload-artifact.returns-recognised-type'],
] as const;
