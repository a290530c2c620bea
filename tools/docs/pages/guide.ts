import hljs from 'highlight.js';
import { demoEndpoints } from '../../../reference-impl/demo-keys.ts';
import type { Contract } from '../../contract.ts';
import { article } from './page.ts';
import { sample, samplesOf } from './samples.ts';
import { block } from '../text.ts';

const title = 'Open a case, add evidence, read the status, receive the webhook';

/** `index.html`: a guide through all steps of a case; every response shown is an example of the contract. */
export function guidePage(contract: Contract): string {
  const { CreateSandboxApproval, PendingSandboxApproval, ApprovedPerson, CaseClosed } =
    contract.document.components.examples;
  return article(
    'index.html',
    title,
    [
      lead,
      beforeYouBegin,
      open(CreateSandboxApproval.value.reference, PendingSandboxApproval.value),
      evidence(ApprovedPerson.value.artifacts[0]),
      status(ApprovedPerson.value),
      webhook,
      refusals(CaseClosed.value),
      live,
    ].join('\n'),
  );
}

const text = (...sentences: string[]) => block(sentences.join(' '));
const part = (id: string, heading: string, ...content: string[]) =>
  `<section class="part" id="${id}"><h2>${heading}</h2>\n${content.join('\n')}</section>`;
const pre = (kind: keyof typeof highlighted, code: string) =>
  `<pre class="${kind}" tabindex="0"><code>${hljs.highlight(code, { language: highlighted[kind] }).value}</code></pre>`;
const highlighted = {
  shell: 'bash',
  response: 'json',
  typescript: 'typescript',
  python: 'python',
  go: 'go',
  java: 'java',
} as const;
const shell = (...lines: string[]) => pre('shell', lines.join('\n'));
const response = (value: object) => pre('response', JSON.stringify(value, null, 2));
const inOtherLanguages = (operation: string) =>
  samplesOf(operation)
    .filter(({ label }) => label !== 'curl')
    .map(({ label, source }) => folded(`The same in ${label}`, kindOf(label), source))
    .join('\n');
const kindOf = (label: string) => label.toLowerCase() as keyof typeof highlighted;
const folded = (summary: string, kind: keyof typeof highlighted, code: string, open = false) =>
  `<details class="sample"${open ? ' open' : ''}><summary>${summary}</summary>${pre(kind, code)}</details>`;
const more = (fragment: string, words: string) =>
  `<p class="meta"><a href="reference.html#${fragment}">${words}</a></p>`;

/** The sample for curl, with a key that needs no other program than Node. */
const curl = (operation: string) =>
  sample(`${operation}/curl.sh`)
    .replace('curl ', 'curl --silent --show-error ')
    .replace('uuidgen', `node -p 'crypto.randomUUID()'`);

const lead = `<p class="lead">Open a case, add evidence, read its status and receive its webhook, with the reference implementation on
your own machine. You need five minutes, Node 20 or newer, and curl.</p>`;

const beforeYouBegin = part(
  'begin',
  'Before you begin',
  text(
    'In the folder of this project, install the packages and start the service. With `--ephemeral`, it deletes all data when it ends:',
  ),
  shell('npm ci', 'WEBHOOK_URL=http://127.0.0.1:4020 npm start -- --ephemeral'),
  text(
    'It prints its address, its keys and the secrets of its webhooks. In a second terminal, set its address and your key:',
  ),
  shell('export BASE_URL=http://127.0.0.1:8080', 'export API_KEY=sandbox_demo_key_of_tenant_one'),
  text(
    'A key belongs to one tenant and to one mode, live or sandbox (D24). With a sandbox key, the `reference` of a case',
    'decides its status (D49), so no person has to examine your test files.',
  ),
);

const open = (reference: string, opened: object) =>
  part(
    'open',
    '1. Open a case',
    text(
      '`PF` is a natural person, `PM` is a legal entity. The `reference` is your own identifier for the user (D7). This one',
      'asks the sandbox to approve the case:',
    ),
    shell(`${curl('createCase').replace('user-48213', reference)} \\\n  | tee case.json`),
    text('The response is 201 with the whole case (D4):'),
    response(opened),
    text('The next steps need the `id` of the case:'),
    shell(`export CASE_ID=$(node -p 'require("./case.json").id')`),
    text(
      'The `Idempotency-Key` makes the request safe to retry (D41): if no response arrived, send the same request with',
      'the same key, and the service opens no second case. Use a new key for each new case.',
    ),
    inOtherLanguages('createCase'),
    more('/cases/createcase', 'Reference: open a case'),
  );

const evidence = (stored: object) =>
  part(
    'evidence',
    '2. Add evidence',
    text(
      'Evidence is a JPEG, PNG or PDF of up to 10 MiB. Its `kind` says what it shows, such as the front of an identity card',
      '(D14, D15). For the sandbox, the first three bytes of a JPEG are enough:',
    ),
    shell(`printf '\\xff\\xd8\\xff' > id-front.jpg`),
    shell(curl('uploadArtifact')),
    text(
      'The response is 201 and describes the file that arrived. Compare `sha256` with the digest of your file (D63):',
    ),
    response(stored),
    inOtherLanguages('uploadArtifact'),
    more('/evidence/uploadartifact', 'Reference: upload evidence'),
  );

const status = (decided: object) =>
  part(
    'status',
    '3. Read the status',
    text('A read returns the whole case in its current state:'),
    shell(curl('getCase')),
    text(
      'Repeat the read until `status` is no longer `PENDING`. With a live key, wait at least two seconds between reads, and',
      'increase the interval (D43). The sandbox decides within five seconds of the first upload (D54):',
    ),
    response(decided),
    text(
      'A decision is final (D10). New `reasons` may be added: classify an unknown code by its ending, `_OK` or `_FAIL` (D9).',
      'Ignore unknown properties, because later versions may add some (D40).',
    ),
    inOtherLanguages('getCase'),
    more('/cases/getcase', 'Reference: read a case'),
  );

const webhook = part(
  'webhook',
  '4. Receive the webhook',
  text(
    'If you have registered an address, the service sends one POST request with `case.decided` to it for each case, so you',
    'need not poll (D46). Anyone who knows the address can send requests to it, so verify the signature first (D47):',
  ),
  block(
    [
      '- Compute it over the bytes as they arrived, before you parse them.',
      '- Compare it with every `v1,` signature in the header, because secrets rotate, and compare in constant time.',
      '- Reject a `webhook-timestamp` that is more than five minutes off, so that nobody can replay an old event.',
    ].join('\n'),
  ),
  ...samplesOf('caseDecided')
    .filter(({ label }) => label !== 'curl')
    .map(({ label, source }, at) => folded(`A receiver in ${label}`, kindOf(label), source, at === 0)),
  folded('Send a signed event to your receiver with curl', 'shell', sample('caseDecided/curl.sh')),
  text(
    'Respond with 2xx within 15 seconds. Otherwise the service sends the event again with the same `webhook-id` (D48, D69).',
    'Polling still works: when the event arrives, a read of the case already returns the same decision.',
  ),
  text(
    'The service that you started sends its events to port 4020. In a third terminal, start the receiver on this port, with',
    'the secret of the first tenant:',
  ),
  shell(
    `export WEBHOOK_SECRET=${demoEndpoints('http://127.0.0.1:4020')[0]!.secret}`,
    'npx node tools/docs/samples/caseDecided/node-http.ts',
  ),
  text(
    'Then open another case and add evidence to it, as in steps 1 and 2. The receiver prints the decided case. The service',
    'also sends the event of your first case again, after 1 second, 5 seconds, 25 seconds and so on.',
  ),
  more('/events/casedecided', 'Reference: the event'),
);

const refusals = (refused: object) =>
  part(
    'refusals',
    'When a request is rejected',
    text(
      'Every rejection is a problem document (RFC 9457, D75). Send one more upload to the case, which is decided now:',
    ),
    shell(curl('uploadArtifact')),
    text('The response is 409 (D29):'),
    response(refused),
    text(
      'In your code, use `type`, never the text of `detail` (D76). `errors` points at what to fix (D62). After 429 or 503,',
      'wait for the time in `Retry-After`, then retry with the same `Idempotency-Key` (D71). To test this, use the',
      'references `sandbox:error:429` and `sandbox:error:503` (D52). Quote `instance` when you ask the operator for help.',
    ),
    more('/problems', 'Reference: problem documents'),
  );

const live = part(
  'live',
  'From the sandbox to live',
  text(
    'Use the address of the live service and a live key; nothing else changes. With a live key, the service rejects a',
    '`reference` that begins with `sandbox:` (D53), and responds as if the sandbox cases did not exist (D70). The client in',
    '`examples/typed-client` is in TypeScript; the compiler checks every path and property that it uses.',
  ),
);
