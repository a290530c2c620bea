import type { FailureCode } from '../../../failure-codes.ts';
import type { HttpResponse } from '../../../engine/exchange.ts';
import { memoize } from '../../../engine/memoize.ts';
import { expectSame, expectThat, isAccepted, objectOf } from '../../../engine/expect.ts';
import { type Artifact, artifactProperties, type Case, knownCase, pick } from '../case.ts';
import type { Context } from '../context.ts';
import type { Change, OperationName, Send } from './operations.ts';

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
