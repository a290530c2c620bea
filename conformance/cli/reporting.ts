import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Manifest } from '../checks/support/context.ts';
import { docsFrom } from '../docs.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Judgement } from '../run/judge.ts';
import { print } from './print.ts';
import { consoleHeader, consoleReport } from '../reports/console.ts';
import { annotations, guarded } from '../reports/github.ts';
import { type ReportContext, reportOf } from '../reports/report.ts';
import { summaryReport } from '../reports/summary.ts';
import type { Selection } from '../run/selection.ts';
import { version } from '../version.ts';

const command = process.env['npm_lifecycle_event'] === 'conformance' ? 'npm run conformance --' : 'npx idv-conformance';

/** Reports what a run found: on the console, and in files where a folder is given. */
export async function report(
  judgement: Judgement,
  run: Pick<ReportContext, 'bundled' | 'files' | 'repeats'>,
  folder?: string,
): Promise<void> {
  // The reference implementation has nothing to explain of itself.
  const references = run.bundled ? new Map<RequirementId, Exchange>() : await askReference(judgement);
  const made = reportOf(judgement, { ...run, suiteVersion: version, command, docs: docsFrom(folder), references });
  const text = `\n${consoleReport({ ...made, docs: docsFrom() }, folder && join(folder, 'report.html'))}`;
  const onGitHub = process.env['GITHUB_ACTIONS'] === 'true';
  print(onGitHub ? guarded(text, randomUUID()) + annotations(made) : text);
  if (folder !== undefined) {
    // Loaded for who asks for files only.
    const { reportFiles } = await import('../reports/files.ts');
    for (const [name, content] of Object.entries(reportFiles(made))) writeFileSync(join(folder, name), content);
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, summaryReport(made));
}

/** What explains failures must never stand in the way of the outcome. */
async function askReference(judgement: Judgement): Promise<Map<RequirementId, Exchange>> {
  const { referenceResponses: referenceAnswers } = await import('../reference/responses.ts');
  try {
    return await referenceAnswers(judgement);
  } catch (error) {
    process.stderr.write(`The reference implementation could not be asked how it answers: ${String(error)}\n`);
    return new Map();
  }
}

/** Says what is judged, before it is. */
export const announce = (manifest: Manifest, name: Selection['class']) => print(consoleHeader(manifest, name, version));
