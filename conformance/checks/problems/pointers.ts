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
import { sharedRows } from '../support/rows/shared.ts';
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
    expectPointer(await rejectedAsInvalid(by, () => tenant.createInvalid(body)), pointer),
  );
}

const [kind, file] = partsOf();
const invalidForms: Record<string, [by: RequirementId, parts: Part[], pointer: string]> = {
  'two kinds': ['upload-artifact.repeated-part', [kind, kind, file], '#/kind'],
  'no file': ['upload-artifact.missing-part', [kind], '#/file'],
  'no kind': ['upload-artifact.missing-part', [file], '#/kind'],
  'two files': ['upload-artifact.repeated-part', [kind, file, file], '#/file'],
  'an unknown kind': ['upload-artifact.unknown-kind', partsOf({ kind: 'UNKNOWN' }), '#/kind'],
  'an unknown part': ['upload-artifact.unknown-part', [kind, file, { name: 'note', content: 'x' }], '#/note'],
};

/** The rejections of the invalid forms. Sent once per run. */
const rejectedForms = (context: Context) =>
  sharedRows(context, 'invalid forms', ({ tenant }) => {
    const open = lazily(() => tenant.openCaseForUploads());
    const sending = (by: RequirementId, parts: Part[]) => async () => {
      const id = await open();
      return rejectedAsInvalid(by, () => tenant.uploadParts(id, parts));
    };
    return Object.fromEntries(Object.entries(invalidForms).map(([label, [by, parts]]) => [label, sending(by, parts)]));
  });

/** Checks of the pointers to invalid values. */
export const pointerChecks = {
  'problems.errors-listed': async (context) => {
    const { tenant } = context;
    await tenant.requireCreates();

    const bodies: Record<string, [by: RequirementId, body: unknown]> = {
      'a wrong type': ['create-case.invalid-type', tenant.invalidCase({ type: 'XX' })],
      'an object without properties': ['create-case.missing-member', {}],
      'not an object': ['create-case.no-object', []],
      'an unknown property': ['create-case.unknown-member', tenant.invalidCase({ nickname: 'x' })],
      'a long reference': ['create-case.too-long-reference', { type: 'PF', reference: 'x'.repeat(257) }],
    };
    const listsErrors = (response: HttpResponse) => {
      const { errors } = objectOf(response);
      const holds = Array.isArray(errors) && errors.length > 0 && errors.every(isEntry);
      expectThat('missing-pointer', holds, 'errors, each with a pointer and a detail', show(errors), response);
    };
    await forEachRow(bodies, async ([by, body]) =>
      listsErrors(await rejectedAsInvalid(by, () => tenant.createInvalid(body))),
    );
    await forEachRow(await rejectedForms(context), async (receive) => listsErrors(await receive()));
  },

  'problems.points-at-invalid-member': (context) =>
    pointsAt(context, {
      'a wrong type': ['create-case.invalid-type', context.tenant.invalidCase({ type: 'XX' }), '#/type'],
      'a type that is not a string': ['create-case.invalid-type', context.tenant.invalidCase({ type: 42 }), '#/type'],
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
      'no type': ['create-case.missing-member', context.tenant.invalidCase({ type: undefined }), '#/type'],
      'no reference': ['create-case.missing-member', { type: 'PF' }, '#/reference'],
    }),

  'problems.points-at-unknown-member': (context) =>
    pointsAt(context, {
      'a nickname': ['create-case.unknown-member', context.tenant.invalidCase({ nickname: 'x' }), '#/nickname'],
      'an id': ['create-case.unknown-member', context.tenant.invalidCase({ id: 'x' }), '#/id'],
    }),

  'problems.escapes-pointer': async (context) => {
    const { tenant } = context;
    await tenant.requireCreates();

    const plain = ['a/b', 'a~b', 'a~1b', 'a b', 'a%b', 'a%20b', 'a"b', 'ñandú', 'a#b', 'a^b|c', 'a\\b'];
    const judge = (name: string, response: HttpResponse) =>
      expectPointer(response, `#/${encodeURIComponent(escapeToken(name))}`);
    const pointsAtProperty = async (name: string) => {
      const body = tenant.invalidCase({ [name]: 'x' });
      judge(name, await rejectedAsInvalid('create-case.unknown-member', () => tenant.createInvalid(body)));
    };
    await forEachRow({ ...rowsOf(...plain), 'a name with a NUL in it': 'a\0b' }, pointsAtProperty);
    await forEachGenerated(context, propertyNames, (list) => pointsAtProperty(propertyNameOf(list)));
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

  'problems.points-at-part': async (context) => {
    const { tenant } = context;
    await forEachRow(await rejectedForms(context), async (receive, label) =>
      expectPointer(await receive(), invalidForms[label]![2]),
    );
    // A service may also reject an empty file with 415 (D15).
    await inRow('an empty file', async () => {
      const id = await tenant.openCaseForUploads();
      const send = () => tenant.upload(id, { file: Buffer.alloc(0) });
      const empty = await rejectedPrecondition('upload-artifact.empty-file', send);
      if (empty.status === 422) expectPointer(empty, '#/file');
    });
  },
} satisfies Checks<'problems'>;

const isEntry = (entry: unknown) =>
  isObject(entry) &&
  typeof entry['pointer'] === 'string' &&
  entry['pointer'].startsWith('#') &&
  typeof entry['detail'] === 'string' &&
  entry['detail'] !== '';
