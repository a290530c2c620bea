import { expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';

const surrogates = {
  'a high surrogate': '"a\\ud83eb"',
  'a low surrogate': '"a\\uddaab"',
  'two surrogates in the wrong order': '"a\\uddaa\\ud83eb"',
  'a surrogate in capital digits': '"a\\uD83Eb"',
  'a surrogate before another escape': '"a\\ud83e\\u0041b"',
  'a surrogate at the end': '"a\\ud83e"',
};

// Beyond what a double, or an integer of 53, 63 or 64 bits, can hold, and what some parsers reject to read.
const numbers = {
  '1e400': '1e400',
  '5000 digits': '9'.repeat(5000),
  '2^53 + 1': '9007199254740993',
  '2^64': '18446744073709551616',
  '-2^63 - 1': '-9223372036854775809',
  '1e-400': '1e-400',
};

/** Where a value can be, besides in a reference. */
const otherPlaces: Record<string, (value: string) => string> = {
  'in a type': (value) => `{"type":${value},"reference":"x"}`,
  'in an unknown property': (value) => `{"type":"PF","reference":"x","nickname":${value}}`,
  'in a list': (value) => `{"type":"PF","reference":"x","nickname":[{"a":[${value}]}]}`,
};

/**
 * After the control, each value is rejected as a reference, and the first two in other places too: a parser may reject
 * them, or a validator (400 or 422).
 */
async function rejectsEverywhere({ tenant }: Context, values: Record<string, string>): Promise<void> {
  await tenant.requireCreates();
  await rejectedPrecondition('create-case.unknown-member', () =>
    tenant.createInvalid(tenant.invalidCase({ nickname: 'x' })),
  );
  const rejects = async (body: string) => expectStatus(await tenant.createRaw(Buffer.from(body)), 400, 422);

  await forEachRow(values, (value) => rejects(`{"type":"PF","reference":${value}}`));
  await forEachRow(Object.fromEntries(Object.entries(values).slice(0, 2)), (value) =>
    forEachRow(otherPlaces, (place) => rejects(place(value))),
  );
}

/** JSON that some parsers do not read. */
export const jsonChecks = {
  'create-case.lone-surrogate': async (context) => {
    await rejectsEverywhere(context, surrogates);

    const { tenant } = context;
    await forEachRow({ 'a surrogate in a name': surrogates['a high surrogate'] }, async (name) => {
      const body = Buffer.from(`{"type":"PF","reference":"x",${name}:"x"}`);
      expectStatus(await tenant.createRaw(body), 400, 422);
    });
  },

  'create-case.large-number': async (context) => {
    await rejectedPrecondition('create-case.reference-is-string', () =>
      context.tenant.createInvalid(context.tenant.invalidCase({ reference: 42 })),
    );
    await rejectsEverywhere(context, numbers);
  },
} satisfies Checks<'create-case'>;
