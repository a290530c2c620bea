import type { FailureCode } from '../../../failure-codes.ts';
import type { HttpResponse } from '../../../engine/exchange.ts';
import { memoize } from '../../../engine/memoize.ts';
import { expectSame, expectThat, isAccepted, objectOf } from '../../../engine/expect.ts';
import { headerRows, ignoredHeaders, ignoredOnPost, ignoredOnRead } from '../../../values/headers.ts';
import { ignoredQueries } from '../../../values/queries.ts';
import { type Artifact, artifactProperties, type Case, knownCase, pick } from '../case.ts';
import { type Cells, cells, forEachCellInOrder, forEachCellTogether } from './cells.ts';
import type { Context } from '../context.ts';
import { type Change, operation, type OperationName, type Send } from './operations.ts';
import { acceptedPrecondition } from '../preconditions.ts';
import { allTables } from './rows.ts';

/** Something that must not change a response, as a change of the request. */
export interface Noise {
  headers?: Record<string, string>;
  query?: string;
}

const headersOf = (name: OperationName) => ({
  ...headerRows(ignoredHeaders),
  ...headerRows(name === 'a read' ? ignoredOnRead : ignoredOnPost),
});

/** Headers that change nothing, by operation. */
export const headersWithoutEffect = <Name extends OperationName>(operations: readonly Name[]): Cells<Name, Noise> => ({
  operations,
  values: (name) => Object.fromEntries(Object.entries(headersOf(name)).map(([label, headers]) => [label, { headers }])),
});

/** Queries that change nothing. */
export const queriesWithoutEffect = <Name extends OperationName>(operations: readonly Name[]): Cells<Name, Noise> => ({
  operations,
  values: () => Object.fromEntries(Object.keys(ignoredQueries).map((query) => [`?${query}`, { query }])),
});

const spellings: Record<string, Change> = {
  // Takes the longest, so it comes first.
  'a body in chunks': { inPieces: true },
  'without Content-Length': { chunked: true },
};

/** Other ways to send the same body. */
export const spellingsOf = <Name extends OperationName>(operations: readonly Name[]): Cells<Name, Change> =>
  cells(operations, spellings);

/** The fewest requests with all of the noise: one header has one value in each. */
function changesWith(some: Noise[]): Change[] {
  const changes: { headers: Record<string, string>; queries: string[] }[] = [];
  for (const { headers = {}, query } of some) {
    const [name] = Object.keys(headers);
    let change = changes.find((each) => name === undefined || !(name in each.headers));
    if (!change) changes.push((change = { headers: {}, queries: [] }));
    Object.assign(change.headers, headers);
    if (query !== undefined) change.queries.push(query);
  }
  return changes.map(({ headers, queries }) => ({
    headers,
    ...(queries.length > 0 && { query: `?${queries.join('&')}` }),
  }));
}

/** The response to the valid request of an operation; sent once for all changes. */
const controlOf = memoize((send: Send) => send());

/** The response is that to the request without the change, and later requests are carried out as before. */
export async function expectUnchanged(
  context: Context,
  send: Send,
  name: OperationName,
  change: Change,
  code: FailureCode,
): Promise<void> {
  const control = await controlOf(send);
  const changed = await send(change);
  const [shape, wanted] = [shapeOf(context, changed, name), shapeOf(context, control, name)];
  expectSame(code, 'the same response as without it,', shape, wanted, changed);
  if (name !== 'a create' && name !== 'an upload') {
    const after = await send();
    return expectSame('lost-case', 'the same response as before,', shapeOf(context, after, name), wanted, after);
  }
  const again = await send(change);
  const isOther = !isAccepted(again) || objectOf(again)['id'] !== objectOf(changed)['id'];
  expectThat('repeated-id', isOther, 'a new id for another request', 'the same id', again);
}

/** What two responses to the same operation have in common. */
function shapeOf({ claimsSandbox }: Context, response: HttpResponse, name: OperationName): object {
  const { status } = response;
  if (!isAccepted(response)) return { status };
  const body = objectOf(response);
  if (name === 'a create') return { code: status, ...pick(body as Case, ...createdAlike) };
  if (name === 'an upload') return { code: status, ...pick(body as Artifact, ...storedAlike) };
  // Without a sandbox a case may be decided between two reads (D80).
  if (name === 'a read' && !claimsSandbox)
    return { code: status, ...pick(knownCase(body as Case) as Case, ...undecidedProperties) };
  return {
    code: status,
    ...('status' in body ? knownCase(body as Case) : pick(body as Artifact, ...artifactProperties)),
  };
}

const createdAlike = ['type', 'status', 'score', 'reasons', 'artifacts'] as const;
const undecidedProperties = ['id', 'type', 'reference', 'artifacts', 'created_at'] as const;
const storedAlike = ['kind', 'content_type', 'size', 'sha256'] as const;

interface IgnoredRules<Name extends OperationName> {
  headers: Cells<Name, Noise>;
  queries: Cells<Name, Noise>;
  spellings: Cells<OperationName, Change>;
}

/**
 * Each operation responds alike with and without the noise.
 *
 * @param plain the operation that another check tries the same noise with, when this is its repetition
 */
export async function judgeNoise<Name extends OperationName>(
  context: Context,
  noise: IgnoredRules<Name>,
  plain?: OperationName,
): Promise<void> {
  const judge = async (send: Send, name: OperationName, change: Change, code: FailureCode) => {
    if (plain !== undefined) await acceptsPlain(context, plain, change);
    await expectUnchanged(context, send, name, change, code);
  };
  await allTables(
    () =>
      forEachCellTogether(context, noise.headers, async (send, some, name) => {
        for (const change of changesWith(some)) await judge(send, name, change, 'changed-by-request-header');
      }),
    () =>
      forEachCellTogether(context, noise.queries, async (send, some, name) => {
        for (const change of changesWith(some)) await judge(send, name, change, 'changed-by-query');
      }),
    () =>
      forEachCellInOrder(context, noise.spellings, (send, change, name) =>
        judge(send, name, change, 'changed-by-spelling'),
      ),
  );
}

const acceptsPlain = (context: Context, plain: OperationName, change: Change) =>
  acceptedPrecondition('http.left-open-answers', async () => (await operation(context, plain))(change));
