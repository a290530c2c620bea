import type { Exchange } from '../engine/exchange.ts';
import { bearerKey } from '../engine/http.ts';
import { judge, type Result, Violation } from '../engine/verdict.ts';
import { Model } from '../model/model.ts';
import { type Finding, worldOf } from '../model/terms.ts';
import type { Manifest } from './manifest.ts';

// Bytes. To read the few large files again would cost as much as all other exchanges, and checks of their own judge them.
const longestBody = 1024 * 1024;

/**
 * Judges every exchange of a run by the model of the contract, in the order that their times allow. A candidate that
 * carries its key or its id in another way than the contract says is not judged.
 */
export function replay(exchanges: Exchange[], manifest: Manifest): Finding[] {
  const { key, id } = manifest;
  if (key.header !== bearerKey.header || key.template !== bearerKey.template || id !== '/id') return [];
  const model = new Model(worldOf({ ...manifest, keys: acceptedKeys(exchanges, manifest) }, longestBody));
  const inOrder = exchanges.toSorted((one, other) => (one.started ?? 0) - (other.started ?? 0));
  const readings = inOrder.map((exchange) => model.add(exchange));
  return readings.flatMap((reading) => model.judge(reading));
}

/** The keys that the candidate does not reject everywhere: nothing is known of the others. */
function acceptedKeys(exchanges: Exchange[], { keys }: Manifest): Manifest['keys'] {
  const accepted = new Set<string>();
  for (const { request, response } of exchanges)
    if (request.credential && response && response.status !== 401 && response.status !== 403)
      accepted.add(request.credential.value);
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => accepted.has(value)));
}

/**
 * The results with what the model found and no check reported: a requirement whose check passed fails with its first
 * finding. One defect breaks several rules of the model, so it is silent while a check fails, also a known failure: its
 * findings are then mostly the same defect again.
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
