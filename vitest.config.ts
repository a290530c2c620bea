import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const folders = '{conformance,examples,proof,reference-impl,tools}';
const tests = `${folders}/**/*.test.ts`;
// What judges many services, starts processes or browsers, or waits: named *.slow.test.ts.
const slow = `${folders}/**/*.slow.test.ts`;
// For `npm run proof -- --full`: whole services that are conformant, or never are, what needs a PostgreSQL server, and what
// costs most: the package as npm installs it, and whole runs that pass a proxy.
const services = [
  'proof/{behaviours,clients,gateways,null-servers}/**/*.slow.test.ts',
  'examples/services.slow.test.ts',
  'conformance/cli/traffic.slow.test.ts',
  'tools/package.slow.test.ts',
  '{proof,reference-impl,tools}/**/postgres/**/*.test.ts',
];

// They have commands of their own, because what they need takes long to build or to install: `npm run test:executable` and
// `npm run test:consumers`.
const elsewhere = ['tools/release/**', 'tools/consumers/**'];

const except = (...patterns: string[]) => [...configDefaults.exclude, ...elsewhere, ...services, ...patterns];

// What takes longest begins first. A fresh clone does not know how long files take.
const long = [
  '/proof/clients/',
  '/proof/behaviours/',
  '/proof/null-servers/',
  '/conformance/run/',
  '/conformance/cli/',
  '/tools/docs/',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = long.findIndex((folder) => moduleId.includes(folder));
      return rank >= 0 && /\.slow\.|\/postgres\//.test(moduleId) ? rank : long.length;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- this method of the sequencer returns a new array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        // Nothing in these files changes what another one uses, so they share the loaded modules.
        test: { name: 'quick', include: [tests], exclude: except(slow), isolate: false },
      },
      { extends: true, test: { name: 'slow', include: [slow], exclude: except() } },
      {
        extends: true,
        test: { name: 'services', include: services, globalSetup: './tools/postgres/vitest-setup.ts' },
      },
    ],
    // Servers, browsers and whole runs of the suite: what hangs is cut by its own limits, this is the last one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // For two processors, because many tests wait.
    maxWorkers: 4,
    // Concurrent tests share one thread with the services that they judge: many delay each other's responses.
    maxConcurrency: 2,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'reports/vitest.json' }]] : ['default'],
  },
});
