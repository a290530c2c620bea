import { build } from 'esbuild';
import { root } from '../root.ts';

/** Standalone code of ajv with everything that it imports, so that the published package does not need ajv. */
export async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}
