import { expectProblem, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { forEachGenerated, propertyNameOf, propertyNames } from '../support/fixtures/generated.ts';
import { forEachRow, namedRows } from '../support/rows/rows.ts';
import { unknownNames } from '../../values/names.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { falsyWords, nearMissesOf } from '../../values/texts.ts';
import { expectNotOpened } from '../support/tenant.ts';

const invalidTypes = {
  'another word': 'XX',
  'lower case': 'pf',
  'a longer word': 'PFM',
  empty: '',
  'an index as a string': '0',
  'with a space': 'PF ',
  // `$` matches before a line end in many regular expressions.
  'with a line end': 'PF\n',
  'followed by a NUL': 'PF\0',
  // A property of every object in JavaScript.
  'a property name inherited from Object.prototype': 'constructor',
  ...namedRows('', [...nearMissesOf('PF'), ...falsyWords]),
};
const nonStrings = {
  'a number': 42,
  null: null,
  true: true,
  'a fraction': 1.5,
  'an array': ['PF'],
  'an object': { value: 'PF' },
  false: false,
  'an empty array': [],
  'an empty object': {},
};
// Some libraries accept the index of an enum value instead of the value.
const listIndexes = { zero: 0, one: 1 };
// Some parsers read them as numbers, and then the reference has the wrong type.
const notNumbers = ['01', '1.', '.5', '+1', '0x1', 'NaN', '-Infinity'];
const nonObjects = {
  'an array': [],
  'an array with an object': [{ type: 'PF', reference: 'x' }],
  // JSON in a string, which a service may parse twice.
  'a string': '{"type":"PF","reference":"x"}',
  'a number': 7,
  null: null,
};

/** Names that some parsers reject, because they can change the prototype of a JavaScript object. */
const isGuarded = (name: string) => /^(__proto__|constructor|prototype)$/.test(name);

/** After the control, each body is rejected with 422 and `/problems/invalid-request`. */
export async function rejectsBodies({ tenant }: Context, bodies: Record<string, unknown>): Promise<void> {
  await tenant.requireCreates();

  await forEachRow(bodies, async (body) =>
    expectProblem(await tenant.createInvalid(body), 422, '/problems/invalid-request'),
  );
}

/** After the control, no body is accepted; the class `stated` does not define the status. */
async function acceptsNoBody({ tenant }: Context, bodies: Record<string, unknown>): Promise<void> {
  await tenant.requireCreates();

  await forEachRow(bodies, async (body) => expectNotOpened(tenant, await tenant.createInvalid(body)));
}

/** Bodies that are valid except for one property, with each of the values. */
function bodiesWith(
  { tenant }: Context,
  member: 'type' | 'reference',
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([label, value]) => [`${member}: ${label}`, tenant.invalidCase({ [member]: value })]),
  );
}

/** Invalid bodies of a create. */
export const bodyChecks = {
  'create-case.type-required': (context: Context) =>
    acceptsNoBody(context, { 'no type': context.tenant.invalidCase({ type: undefined }) }),

  'create-case.reference-required': (context: Context) => acceptsNoBody(context, { 'no reference': { type: 'PF' } }),

  'create-case.type-known': (context: Context) => acceptsNoBody(context, bodiesWith(context, 'type', invalidTypes)),

  'create-case.type-is-string': (context: Context) =>
    acceptsNoBody(context, bodiesWith(context, 'type', { ...nonStrings, ...listIndexes })),

  'create-case.reference-is-string': (context: Context) =>
    acceptsNoBody(context, bodiesWith(context, 'reference', nonStrings)),

  'create-case.body-is-object': (context: Context) => acceptsNoBody(context, nonObjects),

  'create-case.invalid-utf8': async ({ tenant }) => {
    await tenant.requireCreates();

    const bytes = {
      'a lone byte': [0xff],
      'a truncated sequence of bytes': [0xc3],
      'an overlong sequence': [0xc0, 0xaf],
      'Latin-1': [0xe9],
      'a surrogate': [0xed, 0xa0, 0x80],
    };
    await forEachRow(bytes, async (wrong) => {
      const body = Buffer.concat([Buffer.from('{"type":"PF","reference":"a'), Buffer.from(wrong), Buffer.from('b"}')]);
      expectStatus(await tenant.createRaw(body), 400, 422);
    });
    const other = Buffer.from(`\ufeff${JSON.stringify(tenant.newCase())}`, 'utf16le');
    await forEachRow({ 'UTF-16': other }, async (body) => expectStatus(await tenant.createRaw(body), 400, 422));
  },

  'create-case.malformed-json': async ({ tenant }) => {
    await tenant.requireCreates();

    const bodies = {
      'an object without its end': '{"type":"PF","reference":"x"',
      'single quotes': "{'type':'PF','reference':'x'}",
      'a trailing comma': '{"type":"PF","reference":"x",}',
      'two objects': '{"type":"PF","reference":"x"}\n{}',
      'not JSON': 'type=PF&reference=x',
      'an empty body': '',
      'only white space': ' \r\n',
      'a comment': '{"type":"PF",/* a person */"reference":"x"}',
      'a tab that is not escaped': '{"type":"PF","reference":"a\tb"}',
      'an escape that JSON does not know': '{"type":"PF","reference":"a\\qb"}',
      'a form feed before it': '\f{"type":"PF","reference":"x"}',
      'followed by a NUL': '{"type":"PF","reference":"x"}\0',
      'a comment at its end': '{"type":"PF","reference":"x"} // a person',
      'a brace too many': '{"type":"PF","reference":"x"}}',
      'followed by a semicolon': '{"type":"PF","reference":"x"};',
      'followed by a comma': '{"type":"PF","reference":"x"},',
      'a guard against scripts before it': ')]}\'\n{"type":"PF","reference":"x"}',
      'a no-break space before it': '\u00a0{"type":"PF","reference":"x"}',
      'a shell comment before it': '# a person\n{"type":"PF","reference":"x"}',
      'a word in capital letters': '{"type":"PF","reference":TRUE}',
      'an escape of two digits': '{"type":"PF","reference":"\\x41"}',
      'names without quotes': '{type:"PF",reference:"x"}',
      'strings without quotes': '{"type":PF,"reference":x}',
    };
    const numbers: Record<string, string> = Object.fromEntries(
      notNumbers.map((number) => [`the number ${number}`, `{"type":"PF","reference":${number}}`]),
    );
    await forEachRow({ ...bodies, ...numbers }, async (body) =>
      expectProblem(await tenant.createRaw(Buffer.from(body)), 400, '/problems/malformed-request'),
    );
  },

  'create-case.invalid-type': (context: Context) =>
    rejectsBodies(context, bodiesWith(context, 'type', { ...invalidTypes, ...nonStrings, ...listIndexes })),

  'create-case.invalid-reference': (context: Context) =>
    rejectsBodies(context, bodiesWith(context, 'reference', nonStrings)),

  'create-case.missing-member': async (context: Context) => {
    await rejectsBodies(context, {
      'no type': context.tenant.invalidCase({ type: undefined }),
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
    await forEachRow(inQuery, async ([query, body]) =>
      expectNotOpened(tenant, await tenant.createWithQuery(query, body)),
    );
  },

  'create-case.unknown-member': async (context: Context) => {
    const { tenant } = context;
    const { type, reference } = tenant.newCase();
    const named = (names: string[], value: unknown) =>
      Object.fromEntries(names.map((name) => [name, tenant.invalidCase({ [name]: value })]));
    const ofEntity = { ...tenant.newCase('PM'), nickname: 'x' };
    await rejectsBodies(context, {
      'a nickname of an entity': ofEntity,
      ...named(['', ...unknownNames.filter((name) => !isGuarded(name))], 'x'),
      ...named(['middle_name'], null),
      ...named(['tags'], []),
      ...named(['flag'], false),
      ...named(['count'], 0),
      ...named(['label'], ''),
      ...named(['address'], {}),
      ...named(nearMissesOf('type'), 'PF'),
      ...named(nearMissesOf('reference'), 'x'),
      'only names in another letter case': { Type: type, Reference: reference },
      'a name with a NUL in it': tenant.invalidCase({ 'a\0b': 'x' }),
      'a name that begins with NUL': { ...tenant.newCase(), '\0a': 'x' },
      'type followed by a NUL': { ...tenant.newCase(), 'type\0': 'PM' },
      'only reference followed by a NUL': { type, 'reference\0': reference },
    });

    await forEachGenerated(context, propertyNames, async (list) =>
      expectProblem(
        await tenant.createInvalid(tenant.invalidCase({ [propertyNameOf(list)]: 'x' })),
        422,
        '/problems/invalid-request',
      ),
    );

    // Some parsers reject these names as malformed JSON.
    const guardedNames = { 'the name __proto__': '__proto__', ...rowsOf(...unknownNames.filter(isGuarded)) };
    await forEachRow(guardedNames, async (name) => {
      const guarded = Buffer.from(JSON.stringify({ ...tenant.newCase(), [name]: 'x' }));
      expectStatus(await tenant.createRaw(guarded), 400, 422);
    });
  },

  'create-case.no-object': (context: Context) => rejectsBodies(context, nonObjects),
} satisfies Checks<'create-case'>;
