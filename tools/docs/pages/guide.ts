import { createHash } from 'node:crypto';
import { demoEndpoints } from '../../../reference-impl/demo-keys.ts';
import type { Contract } from '../../contract.ts';
import { type Block, type Code, type Fold, type Section, section } from '../blocks.ts';
import type { Page } from './page.ts';
import { type Sample, sample, samplesOf } from './samples.ts';

/** `index.html`: a guide through all steps of a case. A test runs its commands, and compares the responses. */
export function guidePage(contract: Contract): Page {
  const { PendingSandboxApproval, ApprovedPerson, CaseClosed } = contract.document.components.examples;
  const reference = 'sandbox:approve';
  const opened = { ...PendingSandboxApproval.value, reference };
  const evidence = [0xff, 0xd8, 0xff];
  const stored = {
    ...ApprovedPerson.value.artifacts[0],
    size: evidence.length,
    sha256: createHash('sha256').update(Buffer.from(evidence)).digest('hex'),
  };
  const decided = { ...ApprovedPerson.value, id: opened.id, reference, artifacts: [stored] };
  return {
    name: 'index',
    title: 'Open a case, add evidence, read the status, receive the webhook',
    lead: `Open a case, add evidence, read its status and receive its webhook, with the reference implementation on your own
machine. You need five minutes, Node 20 or newer, and curl.`,
    blocks: [
      beforeYouBegin,
      open(opened),
      addEvidence(stored),
      readStatus(decided),
      receiveEvent,
      rejection(CaseClosed.value),
      live,
      next,
    ],
  };
}

const shell = (...lines: string[]): Code => ({ code: lines.join('\n'), language: 'bash' });
const response = (value: object): Code => ({ code: JSON.stringify(value, null, 2), language: 'json', isOutput: true });
const folded = (fold: string, { label, source }: Sample): Fold => ({
  fold,
  blocks: [{ code: source, language: label === 'curl' ? 'bash' : (label.toLowerCase() as Code['language']) }],
});
const inOtherLanguages = (operation: string): Block[] =>
  samplesOf(operation)
    .filter(({ label }) => label !== 'curl')
    .map((each) => folded(`The same in ${each.label}`, each));
const more = (fragment: string, words: string) => `[${words}](reference.html#${fragment})`;

/** The sample for curl, without the meter that it shows beside a pipe. */
const curl = (operation: string) => sample(`${operation}/curl.sh`).replace('curl ', 'curl --silent --show-error ');

const beforeYouBegin = section(
  'begin',
  'Before you begin',
  'In the folder of this project, install the packages and start the service. With `--ephemeral`, it deletes all data when it ends:',
  shell('npm ci', 'WEBHOOK_URL=http://127.0.0.1:4020 npm start -- --ephemeral'),
  'It prints its address, its keys and the secrets of its webhooks. At <http://127.0.0.1:8080/docs> you can send requests from the browser. In a second terminal, set its address and your key:',
  shell('export BASE_URL=http://127.0.0.1:8080', 'export API_KEY=sandbox_demo_key_of_tenant_one'),
  `A key belongs to one tenant and to one mode, live or sandbox (D24). With a sandbox key, the \`reference\` of a case decides its
status (D49), so no person has to examine your test files.`,
);

const open = (opened: object): Section =>
  section(
    'open',
    '1. Open a case',
    `\`PF\` is a natural person, \`PM\` is a legal entity. The \`reference\` is your own identifier for the user (D7). This one asks the
sandbox to approve the case. The response is kept in a file, because the next steps need the \`id\`:`,
    shell(`${curl('createCase')} \\\n  | tee case.json`),
    'The response is 201 with the whole case (D4):',
    response(opened),
    shell(`export CASE_ID=$(node -p 'require("./case.json").id')`),
    `The \`Idempotency-Key\` makes the request safe to retry (D41): if no response arrived, send the same request with the same key,
and the service opens no second case. Use a new key for each new case; this one is sixteen random bytes.`,
    ...inOtherLanguages('createCase'),
    more('/cases/createcase', 'Reference: open a case'),
  );

const addEvidence = (stored: object): Section =>
  section(
    'evidence',
    '2. Add evidence',
    `Evidence is a JPEG, PNG or PDF of up to 10 MiB. Its \`kind\` says what it shows, such as the front of an identity card (D14,
D15). For the sandbox, the first three bytes of a JPEG are enough:`,
    shell(`printf '\\xff\\xd8\\xff' > id-front.jpg`),
    shell(curl('uploadArtifact')),
    `The response is 201 and describes the file that arrived. Compare \`sha256\` with the digest of your file (D63):`,
    response(stored),
    ...inOtherLanguages('uploadArtifact'),
    more('/evidence/uploadartifact', 'Reference: upload evidence'),
  );

const readStatus = (decided: object): Section =>
  section(
    'status',
    '3. Read the status',
    'A read returns the whole case in its current state:',
    shell(curl('getCase')),
    `Repeat the read until \`status\` is no longer \`PENDING\`. With a live key, wait at least two seconds between reads, and increase
the interval (D43). The sandbox decides within five seconds of the first upload (D54):`,
    response(decided),
    `A decision is final (D10). New \`reasons\` may be added: classify an unknown code by its ending, \`_OK\` or \`_FAIL\` (D9). Ignore
unknown properties, because later versions may add some (D40).`,
    ...inOtherLanguages('getCase'),
    more('/cases/getcase', 'Reference: read a case'),
  );

const [firstReceiver, ...otherReceivers] = samplesOf('caseDecided').filter(({ label }) => label !== 'curl');

const receiveEvent = section(
  'webhook',
  '4. Receive the webhook',
  `If you have registered an address, the service sends one POST request with \`case.decided\` to it for each case, so you need not
poll (D46). Anyone who knows the address can send requests to it, so verify the signature first (D47):

- Compute it over the bytes as they arrived, before you parse them.
- Compare it with every \`v1,\` signature in the header, because secrets rotate, and compare in constant time.
- Reject a \`webhook-timestamp\` that is more than five minutes off, so that nobody can replay an old event.`,
  { ...folded(`A receiver in ${firstReceiver!.label}`, firstReceiver!), open: true },
  ...otherReceivers.map((each) => folded(`A receiver in ${each.label}`, each)),
  folded('Send a signed event to your receiver with curl', {
    lang: 'curl',
    label: 'curl',
    source: sample('caseDecided/curl.sh'),
  }),
  `Respond with 2xx within 15 seconds. Otherwise the service sends the event again with the same \`webhook-id\` (D48, D69). Polling
still works: when the event arrives, a read of the case already returns the same decision.`,
  `The service that you started sends its events to port 4020. In a third terminal, start the receiver on this port, with the
secret of the first tenant:`,
  shell(
    `export WEBHOOK_SECRET=${demoEndpoints('http://127.0.0.1:4020')[0]!.secret}`,
    'npx node tools/docs/samples/caseDecided/node-http.ts',
  ),
  `Then open another case and add evidence to it, as in steps 1 and 2. The receiver prints the decided case. The service also sends
the event of your first case again, after 1 second, 5 seconds, 25 seconds and so on.`,
  more('/events/casedecided', 'Reference: the event'),
);

const rejection = (rejected: object): Section =>
  section(
    'refusals',
    'When a request is rejected',
    'Every rejection is a problem document (RFC 9457, D75). Send one more upload to the case, which is decided now:',
    shell(curl('uploadArtifact')),
    'The response is 409 (D29):',
    response(rejected),
    `In your code, use \`type\`, never the text of \`detail\` (D76). \`errors\` points at what to fix (D62). After 429 or 503, wait for
the time in \`Retry-After\`, then retry with the same \`Idempotency-Key\` (D71). To test this, use the references
\`sandbox:error:429\` and \`sandbox:error:503\` (D52). Quote \`instance\` when you ask the operator for help.`,
    '[Requirements: problems](problems.html)',
  );

const live = section(
  'live',
  'From the sandbox to live',
  `Use the address of the live service, a live key, and your own identifier of the user as the \`reference\`, such as \`user-48213\`;
nothing else changes. With a live key, the service rejects a \`reference\` that begins with \`sandbox:\` (D53), and responds as if the
sandbox cases did not exist (D70). With a sandbox key, a case with any other reference stays \`PENDING\` (D49). The client in
\`examples/typed-client\` is in TypeScript; the compiler checks every path and property that it uses.`,
);

const next = section(
  'next',
  'Where to read on',
  `- [Reference](reference.html): every operation with its parameters, responses and examples
- [From another API](other-apis.html): where retries, lists, downloads and more are, if you know another service
- [Requirements](requirements.html): for those who implement the service: one page for each endpoint`,
);
