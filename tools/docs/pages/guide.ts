import hljs from 'highlight.js';
import { demoEndpoints } from '../../../reference-impl/demo-keys.ts';
import type { Contract } from '../../contract.ts';
import { article } from './page.ts';
import { sample, samplesOf } from './samples.ts';
import { inline } from '../text.ts';

const title = 'Open a case, add evidence, read the status, receive the webhook';

/** `index.html`: the whole way of a case against the reference implementation; every answer shown is the contract's own. */
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

const text = (...sentences: string[]) => `<p>${inline(sentences.join(' '))}</p>`;
const part = (id: string, heading: string, ...content: string[]) =>
  `<section class="part" id="${id}"><h2>${heading}</h2>\n${content.join('\n')}</section>`;
const pre = (kind: keyof typeof highlighted, code: string) =>
  `<pre class="${kind}" tabindex="0"><code>${hljs.highlight(code, { language: highlighted[kind] }).value}</code></pre>`;
const highlighted = {
  shell: 'bash',
  answer: 'json',
  typescript: 'typescript',
  python: 'python',
  go: 'go',
  java: 'java',
} as const;
const shell = (...lines: string[]) => pre('shell', lines.join('\n'));
const answer = (value: object) => pre('answer', JSON.stringify(value, null, 2));
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

const lead = `<p class="lead">The whole way of a case in four steps, against the reference implementation on your own machine.
It takes five minutes, Node from 20 on and curl.</p>`;

const beforeYouBegin = part(
  'begin',
  'Before you begin',
  text('In the folder of this project install what it needs and start the service; `--ephemeral` keeps nothing:'),
  shell('npm ci', 'WEBHOOK_URL=http://127.0.0.1:4020 npm start -- --ephemeral'),
  text(
    'It prints its address, its keys and the secrets of its webhooks. In a second terminal say where it is and who you are:',
  ),
  shell('export BASE_URL=http://127.0.0.1:8080', 'export API_KEY=sandbox_demo_key_of_tenant_one'),
  text(
    'A key belongs to one tenant and to one mode, live or sandbox (D24). With a sandbox key the `reference` of a case',
    'chooses how it ends (D49), so nobody has to look at your test files.',
  ),
);

const open = (reference: string, opened: object) =>
  part(
    'open',
    '1. Open a case',
    text(
      '`PF` is a natural person, `PM` a legal entity. The `reference` is your own identifier of the user (D7); this one',
      'asks the sandbox for an approval:',
    ),
    shell(`${curl('createCase').replace('user-48213', reference)} \\\n  | tee case.json`),
    text('The answer is 201 with the whole case, in this form (D4):'),
    answer(opened),
    text('The next steps need its `id`:'),
    shell(`export CASE_ID=$(node -p 'require("./case.json").id')`),
    text(
      'The `Idempotency-Key` makes the request safe to repeat (D41): when the answer was lost, send the same request with',
      'the same key, and no second case is opened. Take a new key for a new case.',
    ),
    inOtherLanguages('createCase'),
    more('/cases/createcase', 'Everything about opening a case'),
  );

const evidence = (stored: object) =>
  part(
    'evidence',
    '2. Add evidence',
    text(
      'A JPEG, PNG or PDF of up to 10 MiB, with what it is evidence of as `kind` (D14, D15). For the sandbox the first',
      'three bytes of a JPEG suffice:',
    ),
    shell(`printf '\\xff\\xd8\\xff' > id-front.jpg`),
    shell(curl('uploadArtifact')),
    text('The answer is 201 and tells what arrived. Compare `sha256` with the digest of your file (D63):'),
    answer(stored),
    inOtherLanguages('uploadArtifact'),
    more('/evidence/uploadartifact', 'Everything about uploading evidence'),
  );

const status = (decided: object) =>
  part(
    'status',
    '3. Read the status',
    text('A read answers the whole case, as it is at that moment:'),
    shell(curl('getCase')),
    text(
      'Read until `status` is no longer `PENDING`: with a live key at least two seconds apart, and ever more seldom (D43).',
      'The sandbox decides within five seconds of the first upload (D54):',
    ),
    answer(decided),
    text(
      'A decision is final (D10). `reasons` is an open set: classify a code that you do not know by its ending, `_OK` or',
      '`_FAIL` (D9). Ignore members that you do not know; more may follow (D40).',
    ),
    inOtherLanguages('getCase'),
    more('/cases/getcase', 'Everything about reading a case'),
  );

const webhook = part(
  'webhook',
  '4. Receive the webhook',
  text(
    'When an address of yours is registered, the service posts `case.decided` to it, once a case, so that you need not',
    'poll (D46). Whoever knows the address can post to it, so verify the signature before you believe anything (D47):',
  ),
  `<ul>${[
    'over the bytes as they arrived, before they are parsed;',
    'with every `v1,` member of the list, because secrets rotate, and in constant time;',
    'and refuse a `webhook-timestamp` that is more than five minutes off, so that nobody can replay an old event.',
  ]
    .map((item) => `<li>${inline(item)}</li>`)
    .join('')}</ul>`,
  ...samplesOf('caseDecided')
    .filter(({ label }) => label !== 'curl')
    .map(({ label, source }, at) => folded(`A receiver in ${label}`, kindOf(label), source, at === 0)),
  folded('Send a signed event to your receiver with curl', 'shell', sample('caseDecided/curl.sh')),
  text(
    'Answer 2xx within 15 seconds; anything else comes again with the same `webhook-id` (D48, D69). Polling still works:',
    'when the event arrives, a read of the case already answers the same.',
  ),
  text(
    'The service that you started sends its events to port 4020. Start the receiver there in a third terminal, with the',
    'secret of the first tenant:',
  ),
  shell(
    `export WEBHOOK_SECRET=${demoEndpoints('http://127.0.0.1:4020')[0]!.secret}`,
    'npx node tools/docs/samples/caseDecided/node-http.ts',
  ),
  text(
    'Then open another case and add evidence to it, as in the steps 1 and 2: the receiver prints the case that was',
    'decided. The event of your first case comes again too, after a second, five, twenty-five and so on.',
  ),
  more('/events/casedecided', 'Everything about the event'),
);

const refusals = (refused: object) =>
  part(
    'refusals',
    'When a request is refused',
    text(
      'Every refusal is a problem as RFC 9457 describes it (D75). One more upload to the case, which is decided now:',
    ),
    shell(curl('uploadArtifact')),
    text('is answered with 409 (D29):'),
    answer(refused),
    text(
      'Decide by `type`, never by the words of `detail` (D76); `errors` points at what to fix (D62). After 429 or 503',
      'wait as long as `Retry-After` says and repeat the request with the same `Idempotency-Key` (D71). Rehearse it by',
      'the references `sandbox:error:429` and `sandbox:error:503` (D52). Quote `instance` when you ask the operator.',
    ),
    more('/problems', 'What every problem has'),
  );

const live = part(
  'live',
  'From the sandbox to live',
  text(
    'Take the address of the service and a live key; nothing else changes. A live key refuses a `reference` that begins',
    'with `sandbox:` (D53), and the cases of the sandbox do not exist for it (D70). A client whose every path and member',
    'the compiler checks stands in `examples/typed-client`.',
  ),
);
