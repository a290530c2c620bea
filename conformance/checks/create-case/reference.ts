import { expectAccepted, expectSame, expectThat, objectOf } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { forEachGenerated, referenceCodePoints } from '../support/fixtures/generated.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, inRow, namedRows } from '../support/rows/rows.ts';
import { falsyWords } from '../../values/texts.ts';
import type { Run } from '../../run/run.ts';
import { forEveryOpened } from '../support/survey/effects.ts';
import type { Tenant } from '../support/tenant.ts';
import { rejectsBodies } from './body.ts';

// Outside the Basic Multilingual Plane: one code point, two UTF-16 units, four bytes of UTF-8.
const astral = '🪪';

// The ranges of Unicode 17 with spaces (Z) and format characters (Cf); testing every code point would be slow.
const rangesWithSpaces = [
  [0x20, 0x3001],
  [0xfeff, 0xfffc],
  [0x110bd, 0x110ce],
  [0x13430, 0x13440],
  [0x1bca0, 0x1bca4],
  [0x1d173, 0x1d17b],
  [0xe0001, 0xe0080],
] as const;

/** All of them, and not a random choice, because services often remove exactly these. */
const everySpaceAndFormat = (): string =>
  rangesWithSpaces
    .flatMap(([from, end]) => Array.from({ length: end - from }, (_, at) => String.fromCodePoint(from + at)))
    .filter((sign) => /[\p{Z}\p{Cf}]/u.test(sign))
    .join('');

/** Each reference is accepted and returned as it was sent, by the create and by a read. */
async function keepsReferences({ tenant }: Context, references: Record<string, string>): Promise<void> {
  await tenant.requireCreates();

  const opened: Record<string, string> = {};
  await forEachRow(references, async (reference, label) => {
    opened[label] = await returnsReference(tenant, reference);
  });
  await inRow('a read', () => forEachRow(opened, (id, label) => showsReference(tenant, id, references[label]!)));
}

/** The id of the case, which the create returns with its reference. */
async function returnsReference(tenant: Tenant, reference: string): Promise<string> {
  const created = await tenant.create(tenant.newCase('PF', reference));
  expectAccepted(created);
  expectSame('wrong-reference', 'the reference', objectOf(created)['reference'], reference, created);
  return tenant.idOf(created);
}

async function showsReference(tenant: Tenant, id: string, reference: string): Promise<void> {
  const read = await tenant.readOrBlock(id);
  expectSame('wrong-reference', 'the reference', caseIn(read).reference, reference, read);
}

function unusualReferences(run: Run): Record<string, string> {
  return {
    'composed and decomposed letters': `é e\u0301 ñ n\u0303 ${run.reference()}`,
    'letters outside the Basic Multilingual Plane': `${astral}𝔘𐍈 ${run.reference()}`,
    'spaces at both ends': `  ${run.reference()}  `,
    'writing from right to left': `مرحبا \u200f ${run.reference()}`,
    'characters with a meaning in other formats': `<b>&amp;"'\\/%41%s+\${x}{{y}};--\u2028#a#b “c” ‘d’—A@b.example ${run.reference()}`,
    'markup and a path that leads up': `<script>alert(1)</script> ../../etc/passwd ${run.reference()}`,
    // Some JSON libraries read it as a time and write it in another form.
    'a time with an offset': '2026-01-01T09:30:00.100+01:00',
    'a number': `00${run.id.length}e1`,
    'compatibility forms': `ﬁ Ⅷ ß ſ K ${run.reference()}`,
    'a noncharacter and a private-use character': `\ufffe\ue000 ${run.reference()}`,
    'a variation selector': `\u2764\ufe0f ${run.reference()}`,
    'mixed case': `CamelCase ${run.reference()}`,
    'byte-order marks': `\ufeff${run.reference()}\ufeff`,
    'wide spaces at both ends': `\u00a0\u3000${run.reference()}\u2003`,
    'all space and zero-width characters': `${everySpaceAndFormat()}${run.reference()}`,
    'consecutive spaces': `a  b   c ${run.reference()}`,
    'zero-width characters at both ends': `\u200d${run.reference()}\u200b`,
    'digits that begin with zeros': `00${Date.now()}`,
    // A text that looks like an escape, and the replacement character of a repaired one.
    'a backslash before u': `C:\\ud83ework\\u0041 ${run.reference()}`,
    'the replacement character': `\ufffd ${run.reference()}`,
    // Others are references of other checks.
    ...namedRows(
      'the text',
      falsyWords.filter((word) => word !== '0' && word !== 'null'),
    ),
  };
}

async function keepsSandboxReference({ tenant, run }: Context): Promise<void> {
  const reference = `sandbox:hold#${run.reference()}`;
  const { id, response } = await tenant.openCase('PF', reference, 'sandbox.suffix-ignored');
  await inRow('the create', async () =>
    expectSame('wrong-reference', 'the reference', objectOf(response)['reference'], reference, response),
  );
  await inRow('a read', () => showsReference(tenant, id, reference));
}

/** A service that decodes each chunk of a body separately loses a character that is split between two chunks. */
async function keepsSplitLetter({ tenant, run }: Context): Promise<void> {
  const body = tenant.newCase('PF', `${astral} ${run.reference()}`);
  const bytes = Buffer.from(JSON.stringify(body));
  const within = bytes.indexOf(astral) + 2;
  const rows = { 'a character in two chunks': [bytes.subarray(0, within), bytes.subarray(within)] };
  await forEachRow(rows, async (pieces) => {
    const created = await tenant.createRaw(pieces, { inPieces: true });
    expectAccepted(created);
    expectSame('wrong-reference', 'the reference', objectOf(created)['reference'], body.reference, created);
  });
}

/** What a reference may be, and how it is kept. */
export const referenceChecks = {
  'create-case.returns-reference': async (context: Context) => {
    const { tenant, run } = context;
    await keepsReferences(context, unusualReferences(run));
    await forEachGenerated(context, referenceCodePoints, async (codes) => {
      const reference = `${String.fromCodePoint(...codes)} ${run.reference()}`;
      await showsReference(tenant, await returnsReference(tenant, reference), reference);
    });
    if (context.claimsSandbox) await inRow('a reference of the sandbox', () => keepsSandboxReference(context));
    await keepsSplitLetter(context);
    await forEveryOpened(context, ({ reference }, sent, response) =>
      expectSame('wrong-reference', 'the reference', reference, sent.reference, response),
    );
  },

  'create-case.shortest-reference': (context: Context) =>
    keepsReferences(context, {
      'one letter': 'x',
      // False in some languages.
      'a zero': '0',
      'a property name inherited from Object.prototype': 'null',
      'one space': ' ',
      'one no-break space': '\u00a0',
      'one astral letter': astral,
    }),

  'create-case.longest-reference': (context: Context) => {
    const tag = context.run.reference();
    return keepsReferences(context, {
      '256 letters': tag.padEnd(256, 'x'),
      '256 letters of two bytes': tag.padEnd(256, 'é'),
      '256 letters, most of two UTF-16 units': tag + astral.repeat(256 - tag.length),
      '256 letters of two UTF-16 units': astral.repeat(256),
    });
  },

  'create-case.empty-reference': (context: Context) => rejectsBodies(context, { empty: { type: 'PF', reference: '' } }),

  'create-case.too-long-reference': (context: Context) =>
    rejectsBodies(context, {
      '257 letters': { type: 'PF', reference: 'x'.repeat(257) },
      '257 letters of two bytes': { type: 'PF', reference: 'é'.repeat(257) },
      '257 astral letters': { type: 'PF', reference: astral.repeat(257) },
      // 257 letters, but fewer graphemes, and fewer code points once they are composed.
      'letters with a combining accent': { type: 'PF', reference: `x${'e\u0301'.repeat(128)}` },
      '256 letters and a space': { type: 'PF', reference: `${'x'.repeat(256)} ` },
      '5000 letters': { type: 'PF', reference: 'x'.repeat(5000) },
      // Invalid with and without the sandbox.
      'a long suffix': { type: 'PF', reference: `sandbox:hold#${'x'.repeat(300)}` },
    }),

  'create-case.control-character': (context: Context) =>
    rejectsBodies(context, {
      ...Object.fromEntries(
        [0x00, 0x01, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x91, 0x9f].map((code) => [
          `U+${code.toString(16).padStart(4, '0').toUpperCase()}`,
          { type: 'PF', reference: `a${String.fromCharCode(code)}b` },
        ]),
      ),
      // Some services trim the text, and `$` matches before a line end in many regular expressions.
      'a line end at the end': { type: 'PF', reference: 'ab\n' },
      'a tab at the beginning': { type: 'PF', reference: '\tab' },
    }),

  'create-case.repeated-reference': async ({ tenant, run }) => {
    const reference = run.reference();
    const first = await tenant.openCase('PF', reference);
    const other = await tenant.openCase();
    await precondition('create-case.assigns-identifier', async () =>
      expectThat('repeated-id', other.id !== first.id, 'a new case', 'the same case', other.response),
    );

    const second = await tenant.create(tenant.newCase('PF', reference));

    await inRow('the create', async () => {
      expectAccepted(second);
      const holds = tenant.idOf(second) !== first.id;
      expectThat('shared-case', holds, 'a new case for the second create', 'the same case', second);
    });
    await inRow('a read of the second case after evidence for the first', async () => {
      await tenant.addEvidence(first.id);
      const read = await tenant.readOrBlock(tenant.idOf(second));
      expectSame('foreign-data', 'the artifacts of the second case', listedIn(caseIn(read)), [], read);
    });
  },
} satisfies Checks<'create-case'>;
