// The generated clients that docs/consumers.md lists: how each is made, and the setting that makes it work.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileStrictly, here, run, type Workspace } from './workspace.ts';

/** A row of the table. */
export interface GeneratedClient {
  tool: string;
  /** the npm package that names its version */
  package: string;
  /** what differs from the default of the tool */
  setting: string;
  /** the program in clients/ that uses it */
  program: string;
  /** the setting is one of the program, not of the generator */
  isOfProgram?: boolean;
  generate: (workspace: Workspace) => Promise<void>;
}

/** The columns that a program prints. */
export const columns = ['compiles', 'create', 'upload', 'read', 'key', '404', '429', 'wait'] as const;
export type Cells = Record<(typeof columns)[number], string>;

const byDefault = 'by default';

const heyApi = (setting: string, validator: object): GeneratedClient => ({
  tool: 'hey-api',
  package: '@hey-api/openapi-ts',
  setting,
  program: 'hey-api',
  generate: async (workspace) => {
    const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', ...validator }];
    const config = { input: './openapi.yaml', output: './hey', plugins };
    writeFileSync(join(workspace.folder, 'hey.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    await run(workspace, ['openapi-ts', '-f', 'hey.config.mjs']);
  },
});

const orval = (setting: string, program: string, more: object): GeneratedClient => ({
  tool: 'orval',
  package: 'orval',
  setting,
  program,
  generate: async (workspace) => {
    const output = { target: './orval/client.ts', client: 'fetch', baseUrl: workspace.baseUrl, ...more };
    const config = { cases: { input: './openapi.yaml', output } };
    writeFileSync(join(workspace.folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    await run(workspace, ['orval', '--config', 'orval.config.mjs']);
  },
});
const withZod = (fetch: object) => ({
  headers: true,
  schemas: { path: './orval/model', type: 'zod' },
  override: { fetch },
});

const kubb = (setting: string, client: object): GeneratedClient => ({
  tool: 'kubb',
  package: '@kubb/cli',
  setting,
  program: 'kubb',
  generate: async (workspace) => {
    const names = ['Oas', 'Ts', 'Zod', 'Client'];
    const imports = names.map((name) => `import { plugin${name} } from '@kubb/plugin-${name.toLowerCase()}';`);
    const plugins = `[pluginOas(), pluginTs(), pluginZod(), pluginClient(${JSON.stringify(client)})]`;
    const config = `{ root: '.', input: { path: './openapi.yaml' }, output: { path: './kubb' }, plugins: ${plugins} }`;
    writeFileSync(join(workspace.folder, 'kubb.config.mjs'), `${imports.join('\n')}\nexport default ${config};\n`);
    await run(workspace, ['kubb', 'generate', '--config', 'kubb.config.mjs']);
  },
});

/** A tool whose generator has no setting that matters here; the program has one. */
const twice = (row: Omit<GeneratedClient, 'setting'>, setting: string): GeneratedClient[] => [
  { ...row, setting: byDefault },
  { ...row, setting, isOfProgram: true },
];

const codegen = (client: string): GeneratedClient => ({
  tool: 'openapi-typescript-codegen',
  package: 'openapi-typescript-codegen',
  setting: `\`--client ${client}\``,
  program: 'openapi-typescript-codegen',
  generate: async (workspace) => {
    await run(workspace, ['openapi', '--input', 'openapi.yaml', '--output', 'codegen', '--client', client]);
  },
});

export const generatedClients: GeneratedClient[] = [
  ...twice(
    {
      tool: 'openapi-fetch',
      package: 'openapi-fetch',
      program: 'openapi-fetch',
      generate: async (workspace) => {
        await run(workspace, ['openapi-typescript', 'openapi.yaml', '-o', 'types.ts']);
      },
    },
    '`bodySerializer` that makes a `FormData`',
  ),
  heyApi(byDefault, {}),
  heyApi("`validator: 'zod'`", { validator: 'zod' }),
  heyApi("`validator: { response: 'zod' }`", { validator: { response: 'zod' } }),
  orval(byDefault, 'orval-fetch', {}),
  orval('`headers: true`', 'orval-headers', { headers: true }),
  orval('schemas of zod, `runtimeValidation`', 'orval-headers', withZod({ runtimeValidation: true })),
  orval(
    'the same with `forceSuccessResponse`',
    'orval-headers',
    withZod({ runtimeValidation: true, forceSuccessResponse: true }),
  ),
  ...twice(
    {
      tool: 'swagger-typescript-api',
      package: 'swagger-typescript-api',
      program: 'swagger-typescript-api',
      generate: async (workspace) => {
        await run(workspace, ['swagger-typescript-api', 'generate', '-p', 'openapi.yaml', '-o', 'api', '-n', 'api.ts']);
        // Its client would not be checked.
        const file = join(workspace.folder, 'api/api.ts');
        writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck', ''));
      },
    },
    "`{ headers: { 'Idempotency-Key': key } }` as the last argument",
  ),
  {
    tool: 'oazapfts',
    package: 'oazapfts',
    setting: byDefault,
    program: 'oazapfts',
    generate: async (workspace) => {
      await run(workspace, ['oazapfts', 'openapi.yaml', 'oazapfts.ts']);
    },
  },
  codegen('fetch'),
  codegen('axios'),
  kubb("`client: 'axios'`", { client: 'axios' }),
  kubb("`client: 'fetch'`, `parser: 'zod'`", { client: 'fetch', parser: 'zod' }),
  kubb("`client: 'axios'`, `parser: 'zod'`, `dataReturnType: 'full'`", {
    client: 'axios',
    parser: 'zod',
    dataReturnType: 'full',
  }),
  ...twice(
    {
      tool: 'openapi-client-axios',
      package: 'openapi-client-axios',
      program: 'openapi-client-axios',
      generate: async (workspace) => {
        await run(workspace, ['redocly', 'bundle', 'openapi.yaml', '-o', 'openapi.json']);
      },
    },
    'a `FormData` as the body',
  ),
  ...twice(
    {
      tool: 'RTK Query',
      package: '@rtk-query/codegen-openapi',
      program: 'rtk-query',
      generate: async (workspace) => {
        copyFileSync(join(here, 'clients/rtk-empty.ts'), join(workspace.folder, 'rtk-empty.ts'));
        const config = { schemaFile: './openapi.yaml', apiFile: './rtk-empty.ts', apiImport: 'emptyApi' };
        const output = { outputFile: './rtk.ts', exportName: 'api' };
        const text = `module.exports = ${JSON.stringify({ ...config, ...output })};\n`;
        writeFileSync(join(workspace.folder, 'rtk.config.cjs'), text);
        await run(workspace, ['rtk-query-codegen-openapi', 'rtk.config.cjs']);
      },
    },
    'a `FormData` as the body',
  ),
  ...twice(
    {
      tool: 'typoas',
      package: '@typoas/cli',
      program: 'typoas',
      generate: async (workspace) => {
        await run(workspace, ['typoas-cli', 'generate', '-i', 'openapi.yaml', '-o', 'typoas.ts', '-n', 'cases']);
      },
    },
    'a `FormData` as the body',
  ),
];

/** Generates the client, compiles its program and runs it: what it shows of a create, an upload, reads and rejections. */
export async function cellsOf(client: GeneratedClient, workspace: Workspace): Promise<Cells> {
  const { program, isOfProgram, generate } = client;
  await generate(workspace);
  for (const name of [program, 'probe'])
    copyFileSync(
      join(here, `clients/${name}.ts`),
      join(workspace.folder, name === 'probe' ? 'clients/probe.ts' : 'client.ts'),
    );
  const compiles = await compileStrictly(workspace, ['client.ts']).then(
    () => 'yes',
    () => 'no',
  );
  // Packages of CommonJS call `require` in the bundle.
  const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  const bundle = ['--bundle', '--format=esm', '--platform=node', '--outfile=client.mjs', '--log-level=error'];
  await run(workspace, ['esbuild', 'client.ts', ...bundle, `--banner:js=${banner}`]);
  const settings = { BASE_URL: workspace.baseUrl, API_KEY: workspace.key, SETTING: isOfProgram ? 'yes' : 'no' };
  const printed = await run(workspace, ['node', 'client.mjs'], settings);
  return { compiles, ...(JSON.parse(printed.trim().split('\n').at(-1)!) as Omit<Cells, 'compiles'>) };
}
