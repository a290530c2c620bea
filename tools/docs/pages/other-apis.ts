import { section } from '../blocks.ts';
import type { Page } from './page.ts';

/** `other-apis.html`: what a reader knows from other services, and what it is here. */
export function otherApisPage(): Page {
  return {
    name: 'other-apis',
    title: 'For those who come from another identity-verification API',
    lead: `You know applicants, sessions, checks and reports. This contract has one resource, the case, three operations and one
event. This page says where the things that you know are, and why some do not exist.`,
    blocks: [words, again, states, reading, managing, files, sandbox],
  };
}

const words = section(
  'words',
  'The words',
  `| You know | Here |
| --- | --- |
| applicant, session, inquiry, verification, check | a **case**: \`POST /cases\` with \`type\` and \`reference\` |
| individual and company, KYC and KYB | the \`type\` of a case: \`PF\` is a natural person, \`PM\` a legal entity (D2) |
| external id, client reference, vendor data | \`reference\`: your own identifier of the user, returned as you sent it (D7) |
| document, file, image, media | an **artifact**: one file with its \`kind\`, \`POST /cases/{case_id}/artifacts\` (D14) |
| submit, start the check | nothing to call: upload the files, and the service decides |
| report, result, outcome | \`status\`, \`score\` and \`reasons\` of the case, \`GET /cases/{case_id}\` |
| approved, clear, verified | \`APPROVED\` (D10) |
| declined, rejected, consider | \`DENIED\`, with at least one reason that ends in \`_FAIL\` (D9) |
| API version in the path or in a header | none: changes are only additive, and an incompatible interface has another address (D40) |
| SDK token, client-side key, CORS | none: only servers call the service, with a secret key (D45) |
| scopes, roles of keys | none: a key gives access to everything of its tenant in its mode (D21) |`,
);

const again = section(
  'again',
  'Retry, resubmission, verifying again',
  `- **The user tries again after a denial**: open a new case with the same \`reference\`. A decision is final, because a client that
  polls can stop at the first one that it reads (D10). Any number of cases may have the same \`reference\`, because one user may be
  verified more than once (D7). Your own database knows which case is the newest.
- **More or better files**: upload them while the case is \`PENDING\`. A kind may be repeated (D14), and a case has up to 20 files
  (D16). After the decision, the response to an upload is \`409 case-closed\`, because it could have no effect (D29).
- **A request without a response**: send it again with the same \`Idempotency-Key\`. You get the first response, and no second case
  or file exists (D41), even if the case has been decided since (D55).`,
);

const states = section(
  'states',
  'Expired, review, cancelled, resubmission requested',
  `A case is \`PENDING\`, and then \`APPROVED\` or \`DENIED\`: the source document has [three states](sources.html#section-3), and a case
changes its state once (D10).

- **Expired**: a case does not expire. Without files it stays \`PENDING\`. If your process has a time limit, count it yourself, and
  open a new case for the next attempt.
- **In review, on hold**: is \`PENDING\`. Whether a person or a program decides is not visible to a client, and neither is the
  progress.
- **Cancelled, withdrawn**: not possible. Stop to read the case, and ignore its event.
- **Resubmission requested**: is \`DENIED\`, with the reasons. Open a new case.`,
);

const reading = section(
  'reading',
  'List, search, download, deletion',
  `There are exactly three operations (D1). The others that you know have the response of a path or a method that does not exist,
\`404\` (D27) or \`405\` (D28).

- **List or search cases**: store the \`id\` of each case with your user when you open it. No operation lists ids, so a key that leaks
  shows no case whose id is unknown, and nobody can guess an id (D6).
- **Download a file**: not possible. Evidence that cannot be downloaded cannot leak through this interface (D1). To see whether a
  file arrived unchanged, compare \`size\` and \`sha256\` of the artifact with your own file (D13, D63).
- **Update a case, replace or delete a file**: not possible; upload another file, or open another case.
- **Delete a case, retention, erasure**: not part of this interface (D1). The source document does not say how long evidence is
  kept: agree on it with the operator.`,
);

const managing = section(
  'managing',
  'Webhooks',
  `- **Register, change or delete an endpoint, rotate its secret**: outside this interface, with the operator, because each customer is
  connected after an agreement (D3). During a rotation an event carries several signatures, and one that matches is enough (D47).
- **Choose event types**: there is one event, \`case.decided\`, sent once for each case with the whole case in it (D46). There is none for an
  upload or for progress.
- **Signature**: Standard Webhooks 1.0, for which there are libraries (D47). A header with one HMAC over the body alone is not used.
- **Retries**: at least 8 attempts over at least 24 hours (D48). The same \`webhook-id\` may arrive twice (D69).
- **List or resend events**: not possible. If you have missed one, read the case: the response to a read is always right (D46).`,
);

const files = section(
  'files',
  'Files: HEIC, duplicates, sizes, two sides',
  `- **HEIC, WebP, TIFF, video**: the response is \`415 unsupported-file-type\` (D34). JPEG, PNG and PDF are accepted, recognised by their first
  bytes and never by their names (D15). Convert a photograph of a telephone before you upload it.
- **The same file twice**: is stored twice, as two artifacts, because a kind may be repeated (D14). Only a repeated \`Idempotency-Key\` prevents
  it; then the kind and the digest of the file are compared, not the bytes of the form (D42).
- **Front and back**: two uploads, \`ID_FRONT\` and \`ID_BACK\`. A passport is one, \`PASSPORT\` (D14).
- **Country and type of a document, name and date of birth**: no request has them. An unknown part or property is rejected, so that a misspelt
  name is noticed (D17, D40).
- **Size**: up to 10 MiB for each file (D16). There is no upload in several requests and no upload address; send the file in the form.
- **Base64 in JSON, or a link to a file**: not accepted; an upload is \`multipart/form-data\` with the parts \`file\` and \`kind\` (D17).`,
);

const sandbox = section(
  'sandbox',
  'Sandbox',
  `It has the same address, and a key of its own (D24). The \`reference\` chooses the result: \`sandbox:approve\` (D49), \`sandbox:deny\` (D50),
\`sandbox:error:429\` (D52). Any other one stays \`PENDING\` (D51): a sandbox case that is "never decided" usually has a real reference. There are no
test documents, and no operation that sets the result.`,
);
