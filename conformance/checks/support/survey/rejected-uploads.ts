import { type Exchange, responseOf } from '../../../engine/exchange.ts';
import { expectThat, isObject, jsonOf, show } from '../../../engine/expect.ts';
import { caseIn, listedIn } from '../case.ts';
import type { Context } from '../context.ts';
import { forEachRow } from '../rows/rows.ts';

/** The uploads of the run to one case of the tenant. */
interface Uploads {
  rejected: Exchange[];
  /** the ids of the artifacts in the responses to accepted ones */
  stored: Set<unknown>;
  /** true when an upload may have been stored although no response says so */
  isUncertain: boolean;
}

// Other checks judge decided and full cases, and large files.
const judgedElsewhere = [409, 413];

/**
 * When all other checks have ended, reads every case of the tenant that rejected an upload during the run: it lists only
 * artifacts for which an upload was accepted. Whatever a check sends is judged so, whether or not it reads the case.
 */
export async function forEachCaseWithRejections(context: Context): Promise<void> {
  await context.waitForOtherChecks();
  const judged = [...uploadsByCase(context)].filter(
    ([, uploads]) => uploads.rejected.length > 0 && !uploads.isUncertain,
  );
  const rows = Map.groupBy(judged, ([, { rejected }]) => `a case that rejected with ${statusesOf(rejected)}`);
  await forEachRow(Object.fromEntries(rows), async (cases) => {
    await Promise.all(cases.map(([id, uploads]) => listsOnlyStored(context, id, uploads)));
  });
}

async function listsOnlyStored(context: Context, id: string, { rejected, stored }: Uploads): Promise<void> {
  const read = await context.tenant.readOrBlock(id);
  const surplus = listedIn(caseIn(read)).filter((artifact) => !stored.has(artifact.id));
  if (surplus.length > 0) context.record(rejected[0]!);
  expectThat(
    'wrong-artifacts',
    surplus.length === 0,
    'only artifacts of accepted uploads',
    `also ${show(surplus.map(({ kind, size, sha256 }) => ({ kind, size, sha256 })))}`,
    read,
  );
}

const statusesOf = (rejected: Exchange[]): string =>
  [...new Set(rejected.map(({ response }) => response!.status))].toSorted().join(', ');

function uploadsByCase({ run, tenant, suppliedKeys }: Context): Map<string, Uploads> {
  const own = run.openedBy(tenant.credential);
  const cases = new Map<string, Uploads>();
  for (const exchange of run.exchanges) {
    const id = uploadedTo(exchange);
    if (id === undefined || !own.has(id)) continue;
    if (!cases.has(id)) cases.set(id, { rejected: [], stored: new Set(), isUncertain: false });
    note(
      exchange,
      cases.get(id)!,
      suppliedKeys.filter((key) => key !== tenant.credential?.value),
    );
  }
  return cases;
}

/** Another check judges uploads with the keys of others. */
function note(exchange: Exchange, uploads: Uploads, foreignKeys: string[]): void {
  const { response, request, sentTwice } = exchange;
  if (!response || sentTwice) uploads.isUncertain = true;
  else if (response.status < 300) uploads.stored.add(artifactIn(exchange));
  else if (!judgedElsewhere.includes(response.status) && !foreignKeys.includes(request.credential?.value ?? ''))
    uploads.rejected.push(exchange);
}

/** The id of the case that an upload was for. */
function uploadedTo({ request: { method, url } }: Exchange): string | undefined {
  // A service may count several slashes as one, and ignore one at the end (D80, D87).
  const path = new URL(url).pathname.replaceAll(/\/+/g, '/');
  return method === 'POST' ? /\/cases\/([^/]+)\/artifacts\/?$/.exec(path)?.[1] : undefined;
}

function artifactIn(exchange: Exchange): unknown {
  const body = jsonOf(responseOf(exchange, exchange.response!));
  return isObject(body) ? body['id'] : undefined;
}
