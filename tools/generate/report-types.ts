// Generates the types of a report from report.schema.json: what is written is what is published.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { typesOf } from './json-schema.ts';

/** The schemas that code names. */
const named = {
  Report: 'report',
  ReportedResult: 'result',
  ReportedCause: 'cause',
  ReportedFinding: 'finding',
  ReportedExchange: 'exchange',
  ReportedBody: 'body',
};

/** `generated/report.ts` as text, by path. */
export async function reportTypes(): Promise<Record<string, string>> {
  const schema = readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8');
  const { $defs, ...report } = JSON.parse(schema.replaceAll('#/$defs/', '#/components/schemas/')) as { $defs: object };
  const isId = (path = '') => path.endsWith('/requirementId');
  const declarations = await typesOf(
    { report, ...$defs },
    { transform: (_, { path }) => (isId(path) ? ts.factory.createTypeReferenceNode('RequirementId') : undefined) },
  );
  const types = Object.entries(named).map(
    ([type, name]) => `export type ${type} = components['schemas']['${name}'];\n`,
  );
  const banner = '// Written by `npm run generate` from report.schema.json. Never edited.\n';
  const imported = `import type { RequirementId } from './requirements.ts';\n\n`;
  return { 'generated/report.ts': banner + imported + types.join('') + declarations };
}
