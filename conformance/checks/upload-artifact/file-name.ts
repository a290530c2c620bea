import { expectSame, expectThat, jsonOf, show } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRowInOrder } from '../support/rows/rows.ts';
import { acceptsUploads, uploadRows } from '../support/upload-steps.ts';

/** The name of a file has no effect. */
export const fileNameChecks = {
  'upload-artifact.file-name-ignored': check({ long: true }, (context) =>
    acceptsUploads(
      context,
      uploadRows(
        [
          '../../../../etc/passwd',
          '..\\..\\evidence.jpg',
          'evidence.exe',
          'evidence.pdf',
          'no-extension',
          '.htaccess',
          `${'x'.repeat(396)}.jpg`,
          // 400 bytes.
          `${'身'.repeat(132)}.jpg`,
          'identificación ñ 身分証.jpg',
          'a;b="c".jpg',
          'a; name=kind.jpg',
          'a; filename=b.png',
          'CON',
          '%2e%2e%2fevidence.jpg',
          "'; DROP TABLE cases;--.jpg",
          'id.front 🪪 1:2|*?<b>.JPG',
          '-rf $HOME `id` [1] #2 & a + b, c~.jpeg',
          // Of these, functions that clean a file name leave nothing, or only an ending.
          '身分証',
          '.jpg',
        ],
        (filename) => ({ filename }),
      ),
      (artifact, response) =>
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], 'image/jpeg', response),
    ),
  ),

  'upload-artifact.file-name-not-echoed': async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();

    const name = 'name-of-the-file-4711';
    const filename = `${name}.jpg`;
    const responses = {
      'an upload': () =>
        acceptedPrecondition('upload-artifact.file-name-ignored', () => tenant.upload(id, { filename })),
      'a rejected upload': () =>
        rejectedPrecondition('upload-artifact.unknown-kind', () => tenant.upload(id, { filename, kind: 'UNKNOWN' })),
      'a read after the rejected uploads': () => tenant.readOrBlock(id),
    };
    await forEachRowInOrder(responses, async (send) => {
      const response = await send();
      const shown = [...response.exchange.response!.headers.flat(), JSON.stringify(jsonOf(response))].join('\n');
      expectThat(
        'file-name-disclosed',
        !shown.includes(name),
        'a response without the file name',
        `the file name ${show(name)} in it`,
        response,
      );
    });
  },
} satisfies Checks<'upload-artifact'>;
