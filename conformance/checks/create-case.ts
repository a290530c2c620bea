import { Case } from '../../generated/validators.js';
import type { Answer } from '../engine/exchange.ts';
import {
  expectAccepted,
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  expectValid,
  objectOf,
  show,
} from '../engine/expect.ts';
import { arranged, type Checks, type Context, each } from './context.ts';
import { eachGenerated, nameOf, names, references } from './generated.ts';
import { countsUp } from './sequential-ids.ts';
import { everyAccepted } from './survey.ts';
import { caseIn, idIn, listedIn, type Tenant } from './tenant.ts';

// Outside the Basic Multilingual Plane: one code point, two UTF-16 units, four bytes of UTF-8.
const astral = '🪪';

const wrongTypes = {
  'another word': 'XX',
  'lower case': 'pf',
  'a longer word': 'PFM',
  empty: '',
  'with a space': 'PF ',
  // Where `$` of many regular expressions looks away.
  'with a line end': 'PF\n',
  // What every object of JavaScript has.
  'a word of the language': 'constructor',
};
const noStrings = { 'a number': 42, null: null, true: true, 'an array': ['PF'], 'an object': { value: 'PF' } };
// The places of the words in a list, which some libraries take for the words.
const places = { zero: 0, one: 1 };
const noObjects = {
  'an array': [],
  'an array with an object': [{ type: 'PF', reference: 'x' }],
  // JSON in a string, which a reader may parse once more.
  'a string': '{"type":"PF","reference":"x"}',
  'a number': 7,
  null: null,
};

/** After the control, each body is refused with 422 and `/problems/invalid-request`. */
async function refusesBodies({ tenant }: Context, bodies: Record<string, unknown>): Promise<void> {
  await tenant.openCase();

  await each(bodies, async (body) => expectProblem(await tenant.create(body), 422, '/problems/invalid-request'));
}

/** After the control, each body is not accepted; the source document shows no more. */
async function acceptsNone({ tenant }: Context, bodies: Record<string, unknown>): Promise<void> {
  await tenant.openCase();

  await each(bodies, async (body) => expectNotOpened(tenant, await tenant.create(body)));
}

export function expectNotOpened(tenant: Tenant, created: Answer): void {
  expectThat(!tenant.opened(created), 'a create that is not accepted', `status ${created.status} with an id`, created);
}

// Where Unicode 17 has spaces (Z) and format characters (Cf): looking through all of it would take longer than a check.
const whereSpacesAre = [
  [0x20, 0x3001],
  [0xfeff, 0xfffc],
  [0x110bd, 0x110ce],
  [0x13430, 0x13440],
  [0x1bca0, 0x1bca4],
  [0x1d173, 0x1d17b],
  [0xe0001, 0xe0080],
] as const;

/** All of them, rather than some by chance: it is what a service cleans away that means well. */
const everySpaceAndFormat = (): string =>
  whereSpacesAre
    .flatMap(([from, end]) => Array.from({ length: end - from }, (_, at) => String.fromCodePoint(from + at)))
    .filter((sign) => /[\p{Z}\p{Cf}]/u.test(sign))
    .join('');

/** Each reference is accepted and returned as it was sent, by the create and by a read. */
async function keepsReferences({ tenant }: Context, references: Record<string, string>): Promise<void> {
  await tenant.openCase();

  await each(references, (reference) => keepsReference(tenant, reference));
}

async function keepsReference(tenant: Tenant, reference: string): Promise<void> {
  const created = await tenant.create(tenant.newCase('PF', reference));
  expectAccepted(created);
  expectSame('the reference', objectOf(created)['reference'], reference, created);
  const read = await tenant.look(tenant.idOf(created));
  expectSame('the reference', caseIn(read).reference, reference, read);
}

export const createCase: Checks<'create-case'> = {
  'create-case.opens-person-case': async ({ tenant }) => {
    const created = await tenant.create(tenant.newCase('PF'));

    expectAccepted(created);
    tenant.idOf(created);
  },

  'create-case.opens-entity-case': async ({ tenant }) => {
    const created = await tenant.create(tenant.newCase('PM'));

    expectAccepted(created);
    tenant.idOf(created);
  },

  'create-case.assigns-identifier': async ({ tenant }) => {
    const opened = [];
    for (const type of ['PF', 'PF', 'PM', 'PM'] as const) opened.push(await tenant.openCase(type));

    const ids = new Set(opened.map(({ id }) => id));
    expectThat(ids.size === 4, 'four identifiers for four cases', `${ids.size}`, opened[3]!.answer);
  },

  'create-case.type-required': (context) => acceptsNone(context, { 'no type': { reference: context.run.reference() } }),

  'create-case.reference-required': (context) => acceptsNone(context, { 'no reference': { type: 'PF' } }),

  'create-case.type-known': (context) => acceptsNone(context, variants(context, 'type', wrongTypes)),

  'create-case.type-is-string': (context) =>
    acceptsNone(context, variants(context, 'type', { ...noStrings, ...places })),

  'create-case.reference-is-string': (context) => acceptsNone(context, variants(context, 'reference', noStrings)),

  'create-case.body-is-object': (context) => acceptsNone(context, noObjects),

  'create-case.answers-201': async (context) => {
    const { tenant } = context;
    const opened = [await tenant.openCase('PF'), await tenant.openCase('PM')];

    for (const { answer } of opened) expectStatus(answer, 201);
    await everyAccepted(context, /\/cases$/, (answer) => expectStatus(answer, 201));
  },

  'create-case.location': async ({ tenant, run }) => {
    for (const type of ['PF', 'PM'] as const) {
      const { id, answer } = await tenant.openCase(type);
      await tenant.readCase(id);
      const { origin } = new URL(answer.exchange.request.url);
      const resolved = (value: string) => new URL(value, answer.exchange.request.url);

      expectHeader(answer, 'Location', (value) => URL.canParse(value, origin), 'a URI reference');
      const { pathname } = resolved(answer.header('Location')!);
      const base = new URL(run.manifest.baseUrl).pathname.replace(/\/$/, '');
      expectThat(pathname.startsWith(`${base}/`), `a Location below ${base}/`, pathname, answer);
      // Judged by its path: a proxy may know the service under another host, and a key goes to no other host.
      const read = await tenant.send({ method: 'GET', path: pathname.slice(base.length) });
      expectSame('the id of the case at Location', idIn(caseIn(read)), id, read);
    }
  },

  'create-case.answers-case': async ({ tenant }) => {
    const created = [(await tenant.openCase('PF')).answer, (await tenant.openCase('PM')).answer];

    for (const answer of created) expectValid(answer, Case, 'Case');
  },

  'create-case.returns-type': async ({ tenant }) => {
    const person = await tenant.openCase('PF');
    const entity = await tenant.openCase('PM');

    expectSame('the type', objectOf(person.answer)['type'], 'PF', person.answer);
    expectSame('the type', objectOf(entity.answer)['type'], 'PM', entity.answer);
    const read = await tenant.look(entity.id);
    expectSame('the type', caseIn(read).type, 'PM', read);
  },

  'create-case.returns-reference': async (context) => {
    await keepsReferences(context, {
      'composed and decomposed letters': `é e\u0301 ñ n\u0303 ${context.run.reference()}`,
      'letters outside the Basic Multilingual Plane': `${astral}𝔘𐍈 ${context.run.reference()}`,
      'spaces at both ends': `  ${context.run.reference()}  `,
      'writing from right to left': `مرحبا \u200f ${context.run.reference()}`,
      'signs with a meaning elsewhere': `<b>&amp;"'\\/%41%s+\${x}{{y}};--\u2028#a#b “c” ‘d’—A@b.example ${context.run.reference()}`,
      'a number': `00${context.run.id.length}e1`,
      'compatibility forms': `ﬁ Ⅷ ß ſ K ${context.run.reference()}`,
      'a noncharacter and a private one': `\ufffe\ue000 ${context.run.reference()}`,
      'mixed case': `CamelCase ${context.run.reference()}`,
      'byte-order marks': `\ufeff${context.run.reference()}\ufeff`,
      'wide spaces at both ends': `\u00a0\u3000${context.run.reference()}\u2003`,
      'every space and every sign without width': `${everySpaceAndFormat()}${context.run.reference()}`,
      'spaces side by side': `a  b   c ${context.run.reference()}`,
      'signs without width at both ends': `\u200d${context.run.reference()}\u200b`,
      'digits with zeros in front': `00${Date.now()}`,
      'the sign of a replacement': `\ufffd ${context.run.reference()}`,
    });

    const { tenant } = context;
    await eachGenerated(context, references, async (codes) => {
      const text = `${String.fromCodePoint(...codes)} ${context.run.reference()}`;
      await keepsReference(tenant, text);
    });
    if (context.claimsSandbox) {
      const reference = `sandbox:hold#${context.run.reference()}`;
      const { id, answer } = await tenant.openCase('PF', reference, 'sandbox.suffix-ignored');
      expectSame('the reference', objectOf(answer)['reference'], reference, answer);
      const read = await tenant.look(id);
      expectSame('the reference', caseIn(read).reference, reference, read);
    }
    // Readers that turn each piece into text lose the letter between two.
    const body = tenant.newCase('PF', `${astral} ${context.run.reference()}`);
    const bytes = Buffer.from(JSON.stringify(body));
    const within = bytes.indexOf(astral) + 2;
    await each({ 'a letter in two pieces': [bytes.subarray(0, within), bytes.subarray(within)] }, async (pieces) => {
      const created = await tenant.createRaw(pieces, { inPieces: true });
      expectAccepted(created);
      expectSame('the reference', objectOf(created)['reference'], body.reference, created);
    });
  },

  'create-case.no-evidence-yet': async ({ tenant }) => {
    const { answer } = await tenant.openCase();

    expectSame('the artifacts', objectOf(answer)['artifacts'], [], answer);
  },

  'create-case.id-form': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, answer } = await tenant.openCase(type);
      expectThat(/^[A-Za-z0-9_-]{16,64}$/.test(id), 'an id that matches ^[A-Za-z0-9_-]{16,64}$', show(id), answer);
    }
  },

  'create-case.id-not-all-digits': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, answer } = await tenant.openCase(type);
      expectThat(!/^[0-9]+$/.test(id), 'an id with at least one letter, hyphen or underscore', show(id), answer);
    }
  },

  'create-case.id-not-sequential': async ({ tenant }) => {
    const opened = [];
    for (let at = 0; at < 8; at += 1) opened.push(await tenant.openCase());

    const ids = opened.map(({ id }) => id);
    await arranged('create-case.assigns-identifier', async () =>
      expectSame('the number of ids', new Set(ids).size, opened.length),
    );
    expectThat(!countsUp(ids), 'ids that do not follow from each other', ids.slice(0, 3).join(', '), opened[7]!.answer);
  },

  'create-case.shortest-reference': (context) =>
    keepsReferences(context, {
      'one letter': 'x',
      // What is false in some languages.
      'a zero': '0',
      'a word of the language': 'null',
      'one space': ' ',
      'one space that does not break': '\u00a0',
      'one astral letter': astral,
    }),

  'create-case.longest-reference': (context) => {
    const tag = context.run.reference();
    return keepsReferences(context, {
      '256 letters': tag.padEnd(256, 'x'),
      '256 letters of two bytes': tag.padEnd(256, 'é'),
      '256 letters, most of two UTF-16 units': tag + astral.repeat(256 - tag.length),
      '256 letters of two UTF-16 units': astral.repeat(256),
    });
  },

  'create-case.empty-reference': (context) => refusesBodies(context, { empty: { type: 'PF', reference: '' } }),

  'create-case.too-long-reference': (context) =>
    refusesBodies(context, {
      '257 letters': { type: 'PF', reference: 'x'.repeat(257) },
      '257 letters of two bytes': { type: 'PF', reference: 'é'.repeat(257) },
      '257 astral letters': { type: 'PF', reference: astral.repeat(257) },
      // 257 letters, but fewer graphemes, and fewer code points once they are composed.
      'letters with a combining accent': { type: 'PF', reference: `x${'e\u0301'.repeat(128)}` },
      '256 letters and a space': { type: 'PF', reference: `${'x'.repeat(256)} ` },
      '5000 letters': { type: 'PF', reference: 'x'.repeat(5000) },
      // With and without the sandbox it is not valid.
      'a long suffix': { type: 'PF', reference: `sandbox:hold#${'x'.repeat(300)}` },
    }),

  'create-case.control-character': (context) =>
    refusesBodies(context, {
      ...Object.fromEntries(
        [0x00, 0x01, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x91, 0x9f].map((code) => [
          `U+${code.toString(16).padStart(4, '0').toUpperCase()}`,
          { type: 'PF', reference: `a${String.fromCharCode(code)}b` },
        ]),
      ),
      // Where a reader trims, and where `$` of many regular expressions looks away.
      'a line end at the end': { type: 'PF', reference: 'ab\n' },
      'a tab at the beginning': { type: 'PF', reference: '\tab' },
    }),

  'create-case.repeated-reference': async ({ tenant, run }) => {
    const reference = run.reference();
    const first = await tenant.openCase('PF', reference);
    const other = await tenant.openCase();
    await arranged('create-case.assigns-identifier', async () =>
      expectThat(other.id !== first.id, 'another case than before', 'the same case', other.answer),
    );

    const second = await tenant.create(tenant.newCase('PF', reference));

    expectAccepted(second);
    expectThat(tenant.idOf(second) !== first.id, 'another case for the second create', 'the same case', second);
    await tenant.addEvidence(first.id);
    const read = await tenant.look(tenant.idOf(second));
    expectSame('the artifacts of the second case', listedIn(caseIn(read)), [], read);
  },

  'create-case.lone-surrogate': async ({ tenant }) => {
    await tenant.openCase();

    await each(
      { 'a high one': '\\ud83e', 'a low one': '\\uddaa', 'in the wrong order': '\\uddaa\\ud83e' },
      async (escaped) =>
        expectStatus(await tenant.createRaw(Buffer.from(`{"type":"PF","reference":"a${escaped}b"}`)), 400, 422),
    );
  },

  'create-case.invalid-utf8': async ({ tenant }) => {
    await tenant.openCase();

    const bytes = {
      'a lone byte': [0xff],
      'a cut sequence': [0xc3],
      'an overlong form': [0xc0, 0xaf],
      'Latin-1': [0xe9],
      'a surrogate': [0xed, 0xa0, 0x80],
    };
    await each(bytes, async (wrong) => {
      const body = Buffer.concat([Buffer.from('{"type":"PF","reference":"a'), Buffer.from(wrong), Buffer.from('b"}')]);
      expectStatus(await tenant.createRaw(body), 400, 422);
    });
    const other = Buffer.from(`\ufeff${JSON.stringify(tenant.newCase())}`, 'utf16le');
    await each({ 'UTF-16': other }, async (body) => expectStatus(await tenant.createRaw(body), 400, 422));
  },

  'create-case.malformed-json': async ({ tenant }) => {
    await tenant.openCase();

    const bodies = {
      'an object that ends early': '{"type":"PF","reference":"x"',
      'single quotes': "{'type':'PF','reference':'x'}",
      'a comma too much': '{"type":"PF","reference":"x",}',
      'two objects': '{"type":"PF","reference":"x"}\n{}',
      'no JSON at all': 'type=PF&reference=x',
      'an empty body': '',
      'a comment': '{"type":"PF",/* a person */"reference":"x"}',
      'a tab that is not escaped': '{"type":"PF","reference":"a\tb"}',
    };
    await each(bodies, async (body) =>
      expectProblem(await tenant.createRaw(Buffer.from(body)), 400, '/problems/malformed-request'),
    );
  },

  'create-case.invalid-type': (context) =>
    refusesBodies(context, variants(context, 'type', { ...wrongTypes, ...noStrings, ...places })),

  'create-case.invalid-reference': (context) => refusesBodies(context, variants(context, 'reference', noStrings)),

  'create-case.missing-member': async (context) => {
    await refusesBodies(context, {
      'no type': { reference: 'x' },
      'no reference': { type: 'PF' },
      'an empty object': {},
    });

    const { tenant } = context;
    const [type, reference] = ['type=PF', `reference=${context.run.reference()}`];
    const inQuery = {
      'the type in the query': [type, { reference: context.run.reference() }],
      'the reference in the query': [reference, { type: 'PF' }],
      'both in the query': [`${type}&${reference}`, {}],
    } as const;
    await each(inQuery, async ([query, body]) => expectNotOpened(tenant, await tenant.createWith(query, body)));
  },

  'create-case.unknown-member': async (context) => {
    const { tenant } = context;
    const { type, reference } = tenant.newCase();
    const named = (names: string[], value: unknown) =>
      Object.fromEntries(names.map((name) => [name, { ...tenant.newCase(), [name]: value }]));
    const ofEntity = { ...tenant.newCase('PM'), nickname: 'x' };
    await refusesBodies(context, {
      'a nickname of an entity': ofEntity,
      ...named(['nickname', 'id', 'status', 'score', 'metadata', 'Type', '_internal', '$schema', ''], 'x'),
      ...named(['middle_name'], null),
      ...named(['tags'], []),
      'names in another letter case alone': { Type: type, Reference: reference },
    });

    await eachGenerated(context, names, async (list) =>
      expectProblem(
        await tenant.create({ ...tenant.newCase(), [nameOf(list)]: 'x' }),
        422,
        '/problems/invalid-request',
      ),
    );

    // Some parsers guard against these names and take such JSON for malformed.
    for (const name of ['__proto__', 'a\ud83eb']) {
      const guarded = Buffer.from(JSON.stringify({ ...tenant.newCase(), [name]: 'x' }));
      expectStatus(await tenant.createRaw(guarded), 400, 422);
    }
  },

  'create-case.no-object': (context) => refusesBodies(context, noObjects),
};

/** The valid body with one member replaced by each of the values. */
function variants(
  { tenant }: Context,
  member: 'type' | 'reference',
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([label, value]) => [`${member}: ${label}`, { ...tenant.newCase(), [member]: value }]),
  );
}
