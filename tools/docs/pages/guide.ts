import { createHash } from 'node:crypto';
import { demoEndpoints } from '../../../reference-impl/demo-keys.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Block, Code, Fold, Page } from '../blocks.ts';
import { contentPage } from '../content.ts';
import { type Sample, samplesOf } from '../samples.ts';

const operations = ['createCase', 'uploadArtifact', 'getCase', 'caseDecided', 'repeatCreate'];

/** `index.html`: a guide through all steps of a case. A test runs its commands, and compares the responses. */
export function guidePage({ document }: Contract): Page {
  const { PendingSandboxApproval, ApprovedPerson, CaseClosed } = document.components.examples;
  const reference = 'sandbox:approve';
  const opened = { ...PendingSandboxApproval.value, reference };
  const evidence = [0xff, 0xd8, 0xff];
  const stored = {
    ...ApprovedPerson.value.artifacts[0],
    size: evidence.length,
    sha256: createHash('sha256').update(Buffer.from(evidence)).digest('hex'),
  };
  const decided = { ...ApprovedPerson.value, id: opened.id, reference, artifacts: [stored] };
  const responses = Object.entries({ opened, stored, decided, rejected: CaseClosed.value });
  return contentPage('index', {
    ...Object.fromEntries(responses.map(([name, value]) => [name, JSON.stringify(value, null, 2)])),
    ...Object.fromEntries(operations.map((operation) => [`curl ${operation}`, curl(operation)])),
    ...Object.fromEntries(operations.map((operation) => [`samples ${operation}`, folds(operation)])),
    secret: demoEndpoints('http://127.0.0.1:4020')[0]!.secret,
  });
}

/** The sample for curl, without the meter that it shows beside a pipe. */
const curl = (operation: string) => samplesOf(operation)[0]!.source.replace('curl ', 'curl --silent --show-error ');

function folds(operation: string): Block[] {
  const [inCurl, ...others] = samplesOf(operation);
  if (operation === 'repeatCreate')
    return [inCurl!, ...others].map((each) => folded(`A create that is sent again, in ${each.label}`, each));
  if (operation !== 'caseDecided') return others.map((each) => folded(`The same in ${each.label}`, each));
  const [first, ...more] = others.map((each) => folded(`A receiver in ${each.label}`, each));
  return [{ ...first!, open: true }, ...more, folded('Send a signed event to your receiver with curl', inCurl!)];
}

const folded = (fold: string, { label, source }: Sample): Fold => ({
  fold,
  blocks: [{ code: source, language: label === 'curl' ? 'bash' : (label.toLowerCase() as Code['language']) }],
});
