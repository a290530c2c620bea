import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectPointer, expectStatus, expectThat, isObject, objectOf, show } from '../../engine/expect.ts';
import type { Part } from '../../engine/multipart.ts';
import { escapeToken } from '../../json-pointer.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { forEachGenerated, propertyNameOf, propertyNames } from '../support/fixtures/generated.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, inRow, lazily } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';

/** A request that must be rejected with 422 before the check judges its pointers. */
function rejectedAsInvalid(by: RequirementId, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  return precondition(by, async () => {
    const response = await send();
    expectStatus(response, 422);
    return response;
  });
}

/** Sends the control, then each body, and expects a rejection with the pointer. */
async function pointsAt(
  { tenant }: Context,
  rows: Record<string, [by: RequirementId, body: unknown, pointer: string]>,
): Promise<void> {
  await tenant.requireCreates();

  await forEachRow(rows, async ([by, body, pointer]) =>
    expectPointer(await rejectedAsInvalid(by, () => tenant.create(body)), pointer),
  );
}

/** Checks of the pointers to invalid values. */
export const pointerChecks = {
  'problems.errors-listed': async (context) => {
    const { tenant } = context;
    await tenant.requireCreates();
    const upload = lazily(() => tenant.openCaseForUploads());

    const [kind, file] = partsOf();
    const uploaded =
      (...parts: Part[]) =>
      async () =>
        tenant.uploadParts(await upload(), parts);
    const requests: Record<string, [by: RequirementId, send: () => Promise<HttpResponse>]> = {
      'a wrong type': ['create-case.invalid-type', () => tenant.create({ ...tenant.newCase(), type: 'XX' })],
      'an object without properties': ['create-case.missing-member', () => tenant.create({})],
      'not an object': ['create-case.no-object', () => tenant.create([])],
      'an unknown property': [
        'create-case.unknown-member',
        () => tenant.create({ ...tenant.newCase(), nickname: 'x' }),
      ],
      'a long reference': [
        'create-case.too-long-reference',
        () => tenant.create({ type: 'PF', reference: 'x'.repeat(257) }),
      ],
      'two kinds': ['upload-artifact.repeated-part', uploaded(kind, kind, file)],
      'an unknown part': ['upload-artifact.unknown-part', uploaded(kind, file, { name: 'note', content: 'x' })],
      'an unknown kind': ['upload-artifact.unknown-kind', uploaded(...partsOf({ kind: 'UNKNOWN' }))],
      'no file': ['upload-artifact.missing-part', uploaded(kind)],
    };
    await forEachRow(requests, async ([by, send]) => {
      const response = await rejectedAsInvalid(by, send);
      const { errors } = objectOf(response);
      const holds = Array.isArray(errors) && errors.length > 0 && errors.every(isEntry);
      expectThat('missing-pointer', holds, 'errors, each with a pointer and a detail', show(errors), response);
    });
  },

  'problems.points-at-invalid-member': (context) =>
    pointsAt(context, {
      'a wrong type': ['create-case.invalid-type', { ...context.tenant.newCase(), type: 'XX' }, '#/type'],
      'a type that is not a string': ['create-case.invalid-type', { ...context.tenant.newCase(), type: 7 }, '#/type'],
      'an empty reference': ['create-case.empty-reference', { type: 'PM', reference: '' }, '#/reference'],
      'a reference that is not a string': [
        'create-case.invalid-reference',
        { type: 'PM', reference: {} },
        '#/reference',
      ],
      'a long reference': ['create-case.too-long-reference', { type: 'PF', reference: 'x'.repeat(257) }, '#/reference'],
      'a control character': ['create-case.control-character', { type: 'PF', reference: 'a\u0000b' }, '#/reference'],
    }),

  'problems.points-at-missing-member': (context) =>
    pointsAt(context, {
      'no type': ['create-case.missing-member', { reference: 'x' }, '#/type'],
      'no reference': ['create-case.missing-member', { type: 'PF' }, '#/reference'],
    }),

  'problems.points-at-unknown-member': (context) =>
    pointsAt(context, {
      'a nickname': ['create-case.unknown-member', { ...context.tenant.newCase(), nickname: 'x' }, '#/nickname'],
      'an id': ['create-case.unknown-member', { ...context.tenant.newCase(), id: 'x' }, '#/id'],
    }),

  'problems.escapes-pointer': async (context) => {
    const { tenant } = context;
    await tenant.requireCreates();

    const plain = ['a/b', 'a~b', 'a~1b', 'a b', 'a%b', 'a%20b', 'a"b', 'ñandú', 'a#b', 'a^b|c', 'a\\b'];
    const judge = (name: string, response: HttpResponse) =>
      expectPointer(response, `#/${encodeURIComponent(escapeToken(name))}`);
    await forEachRow({ ...rowsOf(...plain), 'a name with a NUL in it': 'a\0b' }, async (name) =>
      judge(
        name,
        await rejectedAsInvalid('create-case.unknown-member', () =>
          tenant.create({ ...tenant.newCase(), [name]: 'x' }),
        ),
      ),
    );
    await forEachGenerated(context, propertyNames, async (list) => {
      const body = { ...tenant.newCase(), [propertyNameOf(list)]: 'x' };
      judge(propertyNameOf(list), await rejectedAsInvalid('create-case.unknown-member', () => tenant.create(body)));
    });
    const name = 'a/b~c d';
    const parts = [...partsOf(), { name, content: 'x' }];
    await inRow(`the part ${name}`, async () => {
      const id = await tenant.openCaseForUploads();
      judge(name, await rejectedAsInvalid('upload-artifact.unknown-part', () => tenant.uploadParts(id, parts)));
    });
  },

  'problems.points-at-body': (context) =>
    pointsAt(context, {
      'an array': ['create-case.no-object', [], '#'],
      'a string': ['create-case.no-object', 'PF', '#'],
      'a number': ['create-case.no-object', 7, '#'],
      null: ['create-case.no-object', null, '#'],
    }),

  'problems.points-at-part': async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();

    const [kind, file] = partsOf();
    const rows: Record<string, [by: RequirementId, parts: Part[], pointer: string]> = {
      'no file': ['upload-artifact.missing-part', [kind], '#/file'],
      'no kind': ['upload-artifact.missing-part', [file], '#/kind'],
      'two kinds': ['upload-artifact.repeated-part', [kind, kind, file], '#/kind'],
      'two files': ['upload-artifact.repeated-part', [kind, file, file], '#/file'],
      'an unknown kind': ['upload-artifact.unknown-kind', partsOf({ kind: 'UNKNOWN' }), '#/kind'],
      'an unknown part': ['upload-artifact.unknown-part', [kind, file, { name: 'note', content: 'x' }], '#/note'],
    };
    await forEachRow(rows, async ([by, parts, pointer]) =>
      expectPointer(await rejectedAsInvalid(by, () => tenant.uploadParts(id, parts)), pointer),
    );
    // A service may also reject an empty file with 415 (D15).
    await inRow('an empty file', async () => {
      const send = () => tenant.upload(id, { file: Buffer.alloc(0) });
      const empty = await rejectedPrecondition('upload-artifact.empty-file', send);
      if (empty.status === 422) expectPointer(empty, '#/file');
    });
  },
} satisfies Partial<Checks<'problems'>>;

const isEntry = (entry: unknown) =>
  isObject(entry) &&
  typeof entry['pointer'] === 'string' &&
  entry['pointer'].startsWith('#') &&
  typeof entry['detail'] === 'string' &&
  entry['detail'] !== '';
