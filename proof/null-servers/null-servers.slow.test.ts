import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../tools/prism.ts';
import { bearerKey } from '../../conformance/wire/exchange.ts';
import { isPassedInPart } from '../../conformance/run/judge/outcome.ts';
import { judgeService } from '../../conformance/run/service.ts';
import { run } from '../../conformance/testing.ts';
import { frozen, type NullServerVerdict } from '../frozen.ts';
import { type NullServer, nullServers } from './servers.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';

const manifest = { claims: [], keys: { tenant: 'one', other: 'two' }, key: bearerKey, id: '/id' };

/** Judges the server in bounded time: a server that does not respond is not waited for long. */
async function judged(baseUrl: string, name: 'full' | 'stated', timeout: number): Promise<NullServerVerdict> {
  const selection = { ...wholeSuite, class: name, timeout, deadline: 30_000 };
  const { outcome, results } = await judgeService({ ...manifest, baseUrl }, selection);
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return {
    outcome: outcome.name!,
    passed: results
      .filter((result) => result.verdict === 'pass' && !isPassedInPart(result))
      .map(({ requirement }) => requirement.id),
    inPart: results.filter(isPassedInPart).map(({ requirement }) => requirement.id),
  };
}

// Every request to these reaches the time limit, so it is short.
const withoutEnd = new Set(['silence', 'a body without end', 'a body of one byte now and then']);

test('no null server is conformant, and each is listed in proof/frozen.json', () => {
  const outcomes = Object.values(frozen.nullServers).flatMap(({ full, stated }) => [full.outcome, stated.outcome]);

  expect(Object.keys(frozen.nullServers)).toEqual(Object.keys(nullServers));
  expect(outcomes).not.toContain('CONFORMANT');
});

describe.concurrent('a server that responds with a constant is never conformant', () => {
  for (const [name, start] of Object.entries(nullServers))
    for (const scope of ['full', 'stated'] as const)
      test(`${name}, in the class ${scope}`, async ({ expect }) => {
        const server = await start();
        const timeout = withoutEnd.has(name) ? 300 : wholeSuite.timeout;
        try {
          expect(await judged(server.baseUrl, scope, timeout)).toEqual(frozen.nullServers[name]![scope]);
        } finally {
          await server.stop();
        }
      });
});

describe('the mock is not conformant', () => {
  let mock: NullServer;
  beforeAll(async () => {
    mock = await startMock();
  }, 60_000);
  afterAll(() => mock.stop());

  test('in the class stated, where it passes the checks that need no memory', async () => {
    const { outcome, passed } = await judged(mock.baseUrl, 'stated', wholeSuite.timeout);
    expect(outcome).toBe('NON-CONFORMANT');
    expect(passed).toEqual(frozen.mock.stated);
  });

  // Not with the whole suite: Prism does not respond to some of its requests (docs/mock.md).
  test('in the class full, where it does not separate tenants', async () => {
    const { outcome, results } = await judgeService(
      { ...manifest, baseUrl: mock.baseUrl },
      { ...wholeSuite, only: ['tenancy'] },
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id);
    expect(failed).toContain('tenancy.foreign-case-404');
    expect(outcome.exitCode).toBe(1);
  });
});

test.each(['200 {}', 'a reset'])('a server that responds to everything with %s ends with exit code 1', async (name) => {
  const { baseUrl, stop } = await nullServers[name]!();
  try {
    const { code, out } = await run(['--base-url', baseUrl, '--claim', 'sandbox'], {
      IDV_API_KEY: 'one',
      IDV_OTHER_API_KEY: 'two',
    });
    expect(out).toContain(`NON-CONFORMANT: ${baseUrl} (full`);
    expect(out).not.toContain('ERROR');
    expect(code).toBe(1);
  } finally {
    await stop();
  }
});
