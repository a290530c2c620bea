// Writes the catalogue of failure codes into report.schema.json and docs/failure-codes.md, as part of `npm run generate`.
import { failureCodes } from '../../conformance/failure-codes.ts';

const entries = Object.entries(failureCodes);

/** `report.schema.json` with the codes of today. */
export function schemaWithCodes(source: string): string {
  const schema = JSON.parse(source) as { $defs: Record<string, object> };
  schema.$defs['failureCode'] = {
    description: 'Why the check failed. Codes are stable, messages are not.',
    oneOf: entries.map(([code, description]) => ({ const: code, description })),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The page of the docs that lists them. */
export function codesPage(): string {
  const rows = entries.map(([code, sentence]) => `- \`${code}\`: ${sentence}\n`);
  return `# Failure codes

Every failure has a code, an expected value and an actual value. Your own tools should compare the code, not the message: codes
are stable, messages may change in any release. \`report.json\` contains the code of each failure as \`code\`, and
\`report.schema.json\` lists the same codes.

${rows.join('')}`;
}
