import type { Exchange } from '../engine/exchange.ts';
import { bearerKey } from '../engine/http.ts';
import { judge, type Result, Violation } from '../engine/verdict.ts';
import { Model } from '../model/model.ts';
import { type Finding, worldOf } from '../model/terms.ts';
import type { Manifest } from './manifest.ts';

// Bytes. Reading the few large files again would cost as much as all other exchanges, and separate checks judge them.
const longestBody = 1024 * 1024;

/**
 * Judges every exchange of a run by the model of the contract, in the order that their times allow. A candidate that
 * carries its key or its id in another way than the contract says is not judged.
 */
export function replay(exchanges: Exchange[], manifest: Manifest): Finding[] {
  const { key, id } = manifest;
  if (key.header !== bearerKey.header || key.template !== bearerKey.template || id !== '/id') return [];
  const model = new Model(worldOf(manifest, longestBody, keysInDoubt(exchanges, manifest)));
  const inOrder = exchanges.toSorted((one, other) => (one.started ?? 0) - (other.started ?? 0));
  const readings = inOrder.map((exchange) => model.add(exchange));
  return readings.flatMap((reading) => model.judge(reading));
}

/**
 * The supplied keys that may be wrong: the candidate accepted no request with them, so it may not know them; or it
 * rejected every sandbox reference, so they may be live keys instead of sandbox keys.
 */
function keysInDoubt(exchanges: Exchange[], { keys, claims }: Manifest): Set<string> {
  const accepted = new Set<string>();
  const tried = new Set<string>();
  const acceptedSandbox = new Set<string>();
  for (const { request, response } of exchanges) {
    const key = request.credential?.value;
    if (key === undefined || !response) continue;
    const isAccepted = response.status >= 200 && response.status < 300;
    if (isAccepted) accepted.add(key);
    if (!asksSandbox(request)) continue;
    tried.add(key);
    if (isAccepted) acceptedSandbox.add(key);
  }
  const isInDoubt = (key: string) => {
    const isLive = !claims.includes('sandbox') || key === keys.live;
    return !accepted.has(key) || (!isLive && tried.has(key) && !acceptedSandbox.has(key));
  };
  return new Set(Object.values(keys).filter(isInDoubt));
}

/** A create with a reference that every sandbox key opens a case with. */
const asksSandbox = ({ method, url, body }: Exchange['request']) =>
  method === 'POST' &&
  new URL(url).pathname.endsWith('/cases') &&
  body.length === 1 &&
  /"sandbox:(approve|deny|hold)[#"]/.test(Buffer.from(body[0]!).toString());

/**
 * The results, with the findings of the model that no check reported: a requirement whose check passed fails with its
 * first finding. If any check fails, also a known failure, the findings are ignored: one defect breaks several rules of
 * the model, so they would mostly report the same defect again.
 */
export function withFindings(results: Result[], findings: () => Finding[]): Result[] {
  if (results.some(({ verdict }) => verdict === 'fail')) return results;
  const reported = new Set(results.flatMap(({ verdict, decisive }) => (verdict === 'pass' ? [] : [decisive])));
  const unreported = findings().filter(({ exchange }) => !reported.has(exchange));
  return results.map((result) => {
    const finding = unreported.find(({ requirement }) => requirement === result.requirement.id);
    return finding && result.verdict === 'pass' ? { ...result, ...failedBy(finding, result) } : result;
  });
}

function failedBy({ expected, actual, exchange }: Finding, { requirement, exchanges }: Result): Partial<Result> {
  const violation = new Violation({ code: 'model-violation', expected, actual, exchange });
  return { ...judge(requirement, violation), exchanges: [...exchanges, exchange] };
}
