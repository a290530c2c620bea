// Generates the types of a report from report.schema.json: what is written is what is published.
import { readFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** The schemas that code names. */
const named = {
  Report: 'report',
  ReportedResult: 'result',
  ReportedFinding: 'finding',
  ReportedExchange: 'exchange',
  ReportedBody: 'body',
};

/** `generated/report.ts` as text, by path. */
export async function reportTypes(): Promise<Record<string, string>> {
  const schema = readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8');
  const { $defs, ...report } = JSON.parse(schema.replaceAll('#/$defs/', '#/components/schemas/')) as { $defs: object };
  const components = { schemas: { report, ...$defs } };
  const document = { openapi: '3.1.0', info: { title: 'report', version: '0' }, paths: {}, components };
  const nodes = await openapiTypes(document as never, {
    defaultNonNullable: false,
    transform: (_schema, { path }) =>
      path?.endsWith('/requirementId') ? ts.factory.createTypeReferenceNode('RequirementId') : undefined,
  });
  const types = Object.entries(named).map(
    ([type, name]) => `export type ${type} = components['schemas']['${name}'];\n`,
  );
  const banner = '// Written by `npm run generate` from report.schema.json. Never edited.\n';
  const imported = `import type { RequirementId } from './requirements.ts';\n\n`;
  return { 'generated/report.ts': banner + imported + types.join('') + astToString(nodes) };
}
