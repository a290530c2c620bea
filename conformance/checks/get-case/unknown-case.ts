import { expectNotAccepted, expectProblem, expectThat, show } from '../../engine/expect.ts';
import { showsStatus } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownCaseIds, unknownLike } from '../support/fixtures/unknown.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { malformedIds } from '../../values/paths.ts';
import { forEachRow, namedRows } from '../support/rows/rows.ts';
import { sharedRows } from '../support/rows/shared.ts';

/** Reads of ids that no case has, after the control. Sent once per run. */
const unknownReads = (context: Context) =>
  sharedRows(context, 'reads of unknown cases', async ({ tenant }) => {
    const id = await tenant.openCaseForReads();
    const ids = [...unknownCaseIds, unknownLike(id)];
    return Object.fromEntries(ids.map((unknown) => [unknown, () => tenant.read(unknown)]));
  });

/** Reads of cases that do not exist. */
export const unknownCaseChecks = {
  'get-case.unknown-has-no-status': async (context) =>
    forEachRow(await unknownReads(context), async (receive) => {
      const response = await receive();
      expectThat(
        'case-disclosed',
        !showsStatus(response),
        'no case status for an identifier that was never assigned',
        `status ${response.status} with a case`,
        response,
      );
    }),

  'get-case.unknown-404': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    // If ids contain letters of both cases, a store that ignores case confuses two ids. UUIDs and ULIDs mean the
    // same in upper and lower case, so this row is omitted for them.
    const end = id.slice(-12);
    const folded = id.slice(0, -12) + swapLetterCase(end);
    const rows = /[a-z]/.test(end) && /[A-Z]/.test(end) ? { [folded]: () => tenant.read(folded) } : {};
    await forEachRow({ ...(await unknownReads(context)), ...rows }, async (receive) =>
      expectProblem(await receive(), 404, '/problems/not-found'),
    );
  },

  'get-case.malformed-id-404': async ({ tenant }) => {
    const id = await tenant.openCaseForReads();
    await rejectedPrecondition('get-case.unknown-404', () => tenant.read(unknownCaseId));

    await forEachRow(
      { ...namedRows('the id', malformedIds), 'a known id with a file extension': `${id}.json` },
      async (wrong) => expectProblem(await tenant.read(encodeURIComponent(wrong)), 404, '/problems/not-found'),
    );
  },

  'get-case.whole-id-compared': async ({ tenant }) => {
    const { id, response } = await tenant.openCase();
    await tenant.readCase(id);
    await rejectedPrecondition('get-case.unknown-404', () => tenant.read(unknownCaseId));
    // If ids are short, a changed id is probably the id of another case.
    await precondition('create-case.id-form', async () =>
      expectThat('wrong-id-form', id.length >= 16, 'an id of at least 16 characters', show(id), response),
    );

    const near = {
      'without its last character': id.slice(0, -1),
      'without its first character': id.slice(1),
      'with a 0 after it': `${id}0`,
      'with a 0 before it': `0${id}`,
      'with a space after it': `${id} `,
      'with a space before it': ` ${id}`,
      // The wildcard of LIKE in SQL.
      'with a LIKE wildcard as its first character': `_${id.slice(1)}`,
      'without its prefix': id.replace(/^[a-z]+[_-]/, ''),
      // UUID parsers often ignore hyphens.
      'without its hyphens': id.replaceAll('-', ''),
    };
    await forEachRow(near, async (unknown) => {
      if (unknown !== id) expectProblem(await tenant.read(encodeURIComponent(unknown)), 404, '/problems/not-found');
    });
    // A proxy may reject these on its own, and may close the connection for a control character (D87).
    const behind = {
      'with a line end after it': () =>
        rejectedOrClosed(() => tenant.read(encodeURIComponent(`${id}\n`)), expectNotAccepted),
      'with a parameter after it': async () => expectNotAccepted(await tenant.read(encodeURIComponent(`${id};x`))),
    };
    await forEachRow(behind, (judge) => judge());
  },
} satisfies Checks<'get-case'>;

const swapLetterCase = (text: string) =>
  text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
