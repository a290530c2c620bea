import { bearerKey } from '../engine/http.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { referenceKeys, startReference } from './start.ts';
import type { Exchange } from '../engine/exchange.ts';
import { isKnownFailure, type Result } from '../engine/verdict.ts';
import { judge, type Judgement } from '../run/judge.ts';
import { wholeSuite } from '../run/selection.ts';

// A reader fixes a few failures at a time, and explaining them must not take long.
const most = 20;
const deadline = 30_000;

/**
 * The responses of the reference implementation to the steps that decided the failed checks of a candidate: the first of
 * these checks run again, against one in memory. They explain verdicts and never change one.
 */
export async function referenceResponses(judgement: Judgement): Promise<Map<RequirementId, Exchange>> {
  const { manifest, scope } = judgement;
  // It has every capability, so it cannot show a service without one; and an event is not a response.
  const results = judgement.results.filter(
    ({ requirement }) => requirement.unless === null && !requirement.capability.includes('webhooks'),
  );
  const failed = [
    ...results.filter((result) => result.verdict === 'fail' && !isKnownFailure(result)),
    ...results.filter(({ verdict }) => verdict === 'warning'),
  ].slice(0, most);
  if (failed.length === 0) return new Map();
  const reference = await startReference();
  try {
    const { tenant, other, live } = referenceKeys;
    const keys = manifest.keys.live === undefined ? { tenant, other } : { tenant, other, live };
    const key = bearerKey;
    const only = failed.map(({ requirement }) => requirement.id);
    const repeated = await judge(
      { baseUrl: reference.baseUrl, claims: manifest.claims, keys, key, id: '/id' },
      { ...wholeSuite, class: scope.class, only, deadline },
    );
    return new Map(failed.flatMap((theirs) => responseFor(theirs, repeated.results)));
  } finally {
    await reference.stop();
  }
}

function responseFor(theirs: Result, results: Result[]): [RequirementId, Exchange][] {
  const ours = results.find(({ requirement }) => requirement === theirs.requirement);
  // A check that does not pass here either explains nothing.
  if (ours?.verdict !== 'pass' || theirs.decisive === undefined) return [];
  const step = sameStep(theirs.decisive, theirs.exchanges, ours.exchanges);
  return step ? [[theirs.requirement.id, step]] : [];
}

/** The exchange of `ours` for the same step: the same request, or else the same method and path. */
function sameStep(decisive: Exchange, theirs: Exchange[], ours: Exchange[]): Exchange | undefined {
  for (const form of [wholeForm, lineForm]) {
    const isSame = (exchange: Exchange) => form(exchange) === form(decisive);
    const found = ours.filter(isSame);
    if (found.length > 0) return found[theirs.filter(isSame).indexOf(decisive)] ?? found.at(-1);
  }
  return undefined;
}

const lineForm = ({ request }: Exchange) =>
  `${request.method} ${new URL(request.url).pathname.replace(/^.*?(?=\/cases(\/|$))/, '').replace(/^\/cases\/[^/]+/, '/cases/{id}')}`;

/** A request without what differs in every run: ids, references and the values of headers. */
function wholeForm(exchange: Exchange): string {
  const { headers, body, credential } = exchange.request;
  const text = Buffer.concat(body.map((piece) => piece.subarray(0, 4096))).toString('latin1');
  const names = headers.map(([name]) => name.toLowerCase()).filter((name) => name !== 'content-length');
  return JSON.stringify([
    lineForm(exchange),
    credential?.shell,
    names.length,
    text.replaceAll(/conformance-[0-9a-f]{8}-\d+/g, 'conformance'),
  ]);
}
