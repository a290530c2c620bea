import type { RequirementId } from '../../generated/requirements.ts';
import { Artifact } from '../../generated/validators.js';
import type { Answer } from '../engine/exchange.ts';
import {
  expectAccepted,
  expectNotAccepted,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  expectValid,
  jsonOf,
  objectOf,
  show,
} from '../engine/expect.ts';
import { multipart, type Part } from '../engine/multipart.ts';
import { bareSignatures, foreignContents, jpeg, pdf, png } from '../evidence-files/index.ts';
import { arranged, type Checks, type Context, each, eachInTurn, refused } from './context.ts';
import { clientForms } from './client-forms.ts';
import { unknownIds } from './get-case.ts';
import { everyAccepted } from './survey.ts';
import { caseIn, type Kind, listedIn, partsOf, pick, sha256, type Upload } from './tenant.ts';

export const kinds: Kind[] = [
  'ID_FRONT',
  'ID_BACK',
  'PASSPORT',
  'SELFIE',
  'PROOF_OF_ADDRESS',
  'TAX_CERTIFICATE',
  'INCORPORATION_DEED',
  'POWER_OF_ATTORNEY',
  'REGISTRY_EXTRACT',
  'OWNERSHIP_REGISTER',
];

const files = {
  'image/jpeg': { file: jpeg(), filename: 'evidence.jpg', type: 'image/jpeg' },
  'image/png': { file: png(), filename: 'evidence.png', type: 'image/png' },
  'application/pdf': { file: pdf(), filename: 'evidence.pdf', type: 'application/pdf' },
};

const [kindPart, filePart] = partsOf({}) as [Part, Part];

/** The part with the evidence that this candidate takes. */
const evidencePart = ({ tenant }: Context) => tenant.parts()[1]!;

/** A case that has taken evidence: the control of every refused upload. */
async function caseWithEvidence({ tenant }: Context): Promise<string> {
  const { id } = await tenant.openCase();
  await tenant.addEvidence(id);
  return id;
}

/** After the control, each list of parts is refused as asked. */
async function refusesParts(
  context: Context,
  rows: Record<string, Part[]>,
  judge: (answer: Answer) => void,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await each(rows, async (parts) => judge(await context.tenant.uploadParts(id, parts)));
}

/** After the control, each upload is refused with the problem. */
async function refusesUploads(
  context: Context,
  rows: Record<string, Upload>,
  status: number,
  type: string,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await each(rows, async (upload) => expectProblem(await context.tenant.upload(id, upload), status, type));
}

type Judge = (artifact: Record<string, unknown>, answer: Answer, upload: Upload) => void;

/** After the control, each upload is accepted, and its artifact looks as asked. */
async function acceptsUploads(context: Context, rows: Record<string, Upload>, judge: Judge = () => {}): Promise<void> {
  const id = await caseWithEvidence(context);

  await eachInTurn(rows, async (upload) => {
    const answer = await context.tenant.upload(id, upload);
    expectAccepted(answer);
    judge(objectOf(answer), answer, upload);
  });
}

/** Each upload that is accepted, as the other requirement asks, has an artifact that looks as asked. */
async function judgesArtifacts(
  context: Context,
  by: RequirementId,
  rows: Record<string, Upload>,
  judge: Judge,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await eachInTurn(rows, async (upload) => {
    const answer = await accepted(by, () => context.tenant.upload(id, upload));
    judge(objectOf(answer), answer, upload);
  });
}

/** A request that must be accepted before its answer is judged; whether it is, its own requirement's check judges. */
function accepted(by: RequirementId, send: () => Promise<Answer>): Promise<Answer> {
  return arranged(by, async () => {
    const answer = await send();
    expectAccepted(answer);
    return answer;
  });
}

const invalid = (answer: Answer) => expectProblem(answer, 422, '/problems/invalid-request');

export const uploadArtifact: Checks<'upload-artifact'> = {
  'upload-artifact.accepts-evidence': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    expectAccepted(await tenant.upload(id));
  },

  'upload-artifact.file-required': (context) => refusesParts(context, { 'no file': [kindPart] }, expectNotAccepted),

  'upload-artifact.kind-required': (context) =>
    refusesParts(context, { 'no kind': [evidencePart(context)] }, expectNotAccepted),

  'upload-artifact.case-must-exist': async (context) => {
    await caseWithEvidence(context);

    for (const unknown of unknownIds.slice(0, 2)) expectNotAccepted(await context.tenant.upload(unknown));
  },

  'upload-artifact.multipart-required': async (context) => {
    const id = await caseWithEvidence(context);

    const { content, type } = evidencePart(context);
    const file = Buffer.from(content);
    const json = Buffer.from(JSON.stringify({ kind: 'ID_FRONT', file: file.toString('base64') }));
    const asJson = await context.tenant.uploadRaw(id, json, { headers: { 'Content-Type': 'application/json' } });
    expectNotAccepted(asJson);
    const asFile = await context.tenant.uploadRaw(id, file, { headers: { 'Content-Type': type! } });
    expectNotAccepted(asFile);
  },

  'upload-artifact.answers-201': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();

    expectStatus(await accepted('upload-artifact.accepts-evidence', () => tenant.upload(id)), 201);
    await everyAccepted(context, /\/artifacts$/, (answer) => expectStatus(answer, 201));
  },

  'upload-artifact.answers-artifact': async ({ tenant }) => {
    const { id } = await tenant.openCase('PM');

    for (const upload of Object.values(files)) {
      const answer = await accepted('upload-artifact.accepts-file-types', () => tenant.upload(id, upload));
      expectValid(answer, Artifact, 'Artifact');
    }
  },

  'upload-artifact.returns-kind': (context) =>
    judgesArtifacts(
      context,
      'upload-artifact.accepts-kinds',
      rowsOf(['ID_FRONT', 'PASSPORT', 'SELFIE'], (kind) => ({ kind })),
      (artifact, answer, { kind }) => expectSame('the kind', artifact['kind'], kind, answer),
    ),

  'upload-artifact.returns-size': (context) =>
    judgesArtifacts(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, answer, { file }) =>
      expectSame('the size', artifact['size'], file!.length, answer),
    ),

  'upload-artifact.returns-digest': (context) =>
    judgesArtifacts(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, answer, { file }) =>
      expectSame('the digest', artifact['sha256'], sha256(file!), answer),
    ),

  'upload-artifact.returns-recognised-type': (context) =>
    judgesArtifacts(
      context,
      'upload-artifact.part-type-optional',
      {
        ...rowsOf(Object.keys(files) as (keyof typeof files)[], (type) => ({ ...files[type], type: null })),
        'application/pdf as octet-stream': { ...files['application/pdf'], type: 'application/octet-stream' },
      },
      (artifact, answer, { file }) => {
        const recognised = Object.entries(bareSignatures).find(([, signature]) =>
          signature.equals(file!.subarray(0, signature.length)),
        )![0];
        expectSame('the content type', artifact['content_type'], recognised, answer);
      },
    ),

  'upload-artifact.ids-differ': async ({ tenant }) => {
    const { id: caseId } = await tenant.openCase();

    const file = jpeg('the same bytes');
    const artifacts = [
      await tenant.addArtifact(caseId, { file }),
      await tenant.addArtifact(caseId, { file }),
      await tenant.addArtifact(caseId, { file, kind: 'ID_BACK' }, 'upload-artifact.accepts-kinds'),
    ];

    expectSame('the number of ids', new Set(artifacts.map(({ id }) => id)).size, 3);
  },

  'upload-artifact.accepts-file-types': (context) => acceptsUploads(context, files),

  'upload-artifact.accepts-bare-signature': (context) =>
    acceptsUploads(
      context,
      {
        ...Object.fromEntries(
          Object.entries(bareSignatures).map(([type, file]) => [type, { file, type, filename: 'evidence' }]),
        ),
        'a JPEG with bytes behind its end': {
          ...files['image/jpeg'],
          file: Buffer.concat([jpeg(), Buffer.from('behind')]),
        },
        'a PNG with bytes behind its end': {
          ...files['image/png'],
          file: Buffer.concat([png(), Buffer.from('behind')]),
        },
        'a JPEG with a PDF in it': { ...files['image/jpeg'], file: jpeg(pdf().toString('latin1')) },
        // A boundary is one at the beginning of a line only (RFC 2046 §5.1.1).
        'a JPEG with a boundary within a line': {
          ...files['image/jpeg'],
          file: Buffer.concat([jpeg(), Buffer.from('x--idv-conformance-boundary\r\n')]),
        },
        'a PDF of version 2.0 with a page of HTML': {
          ...files['application/pdf'],
          file: Buffer.from('%PDF-2.0\n<html><script>alert(1)</script></html>'),
        },
      },
      (artifact, answer, { type }) => expectSame('the content type', artifact['content_type'], type, answer),
    ),

  'upload-artifact.part-type-optional': (context) =>
    acceptsUploads(context, {
      'JPEG without a type': { ...files['image/jpeg'], type: null },
      'PNG without a type': { ...files['image/png'], type: null },
      'PDF without a type': { ...files['application/pdf'], type: null },
      'JPEG as octet-stream': { ...files['image/jpeg'], type: 'application/octet-stream' },
      'PNG as octet-stream': { ...files['image/png'], type: 'application/octet-stream' },
      'PDF as octet-stream': { ...files['application/pdf'], type: 'application/octet-stream' },
    }),

  'upload-artifact.part-type-any-form': (context) =>
    acceptsUploads(
      context,
      rowsOf(['IMAGE/JPEG', 'Image/jpeg', 'image/jpeg; name="evidence.jpg"'], (type) => ({ type })),
      (artifact, answer) => expectSame('the content type', artifact['content_type'], 'image/jpeg', answer),
    ),

  'upload-artifact.part-type-disagrees': (context) =>
    refusesUploads(
      context,
      {
        'a PNG as image/jpeg': { ...files['image/png'], type: 'image/jpeg' },
        'a JPEG as image/png': { ...files['image/jpeg'], type: 'image/png' },
        'a JPEG as application/pdf': { ...files['image/jpeg'], type: 'application/pdf' },
        'a PDF as image/jpeg': { ...files['application/pdf'], type: 'image/jpeg' },
        'a JPEG as text/plain': { ...files['image/jpeg'], type: 'text/plain' },
        'a PNG as image/gif': { ...files['image/png'], type: 'image/gif' },
        'a JPEG as image/webp': { ...files['image/jpeg'], type: 'image/webp' },
      },
      415,
      '/problems/unsupported-file-type',
    ),

  'upload-artifact.unknown-content': async (context) => {
    const disguises = {
      'as image/jpeg': 'image/jpeg',
      'as octet-stream': 'application/octet-stream',
      'without a type': null,
    };
    const rows = Object.entries(foreignContents).flatMap(([what, file], at) => {
      // Each content in one disguise, so that all disguises are seen; the plain text in all of them.
      const chosen = at === 0 ? Object.entries(disguises) : [Object.entries(disguises)[at % 3]!];
      return chosen.map(([how, type]) => [`${what} ${how}`, { file, type, filename: 'evidence.jpg' }]);
    });
    await refusesUploads(context, Object.fromEntries(rows), 415, '/problems/unsupported-file-type');
  },

  'upload-artifact.signature-at-start': (context) =>
    refusesUploads(
      context,
      {
        'a JPEG behind one byte': { file: Buffer.concat([Buffer.from('\0'), jpeg()]), type: null },
        'a PNG behind a space': { file: Buffer.concat([Buffer.from(' '), png()]), type: null },
        'a PDF behind a byte-order mark': { file: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf()]), type: null },
        'a PDF behind a line end': { file: Buffer.concat([Buffer.from('\n'), pdf()]), type: null },
        'a PDF behind 500 bytes': { file: Buffer.concat([Buffer.alloc(500, 'x'), pdf()]), type: 'application/pdf' },
      },
      415,
      '/problems/unsupported-file-type',
    ),

  'upload-artifact.empty-file': async (context) => {
    const id = await caseWithEvidence(context);

    for (const type of ['image/jpeg', 'application/octet-stream'])
      expectStatus(await context.tenant.upload(id, { file: Buffer.alloc(0), type }), 422, 415);
  },

  'upload-artifact.accepts-kinds': (context) =>
    acceptsUploads(
      context,
      rowsOf(kinds, (kind) => ({ kind })),
    ),

  'upload-artifact.any-kind-on-any-type': async ({ tenant }) => {
    const { id } = await tenant.openCase('PM');
    await tenant.addEvidence(id);

    await eachInTurn(
      rowsOf(kinds, (kind) => ({ kind })),
      async (upload) => expectAccepted(await tenant.upload(id, upload)),
    );
  },

  'upload-artifact.unknown-kind': (context) =>
    refusesUploads(
      context,
      rowsOf(
        [
          'DRIVER_LICENSE',
          'id_front',
          'ID-FRONT',
          'ID_FRONT ',
          ' ID_FRONT',
          'ID_FRONT\0',
          'ID_FRONT,ID_BACK',
          'ID',
          'UNKNOWN',
          '',
          '0',
          '1',
          'ID_FRONT\n',
          'constructor',
        ],
        (kind) => ({ kind }),
      ),
      422,
      '/problems/invalid-request',
    ),

  'upload-artifact.repeated-kind': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const first = await tenant.addArtifact(id);

    const second = await tenant.upload(id);

    expectAccepted(second);
    const read = await tenant.look(id);
    expectSame(
      'the artifacts',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      [first.id, objectOf(second)['id']],
      read,
    );
  },

  'upload-artifact.parts-in-either-order': async (context) => {
    const id = await caseWithEvidence(context);

    const shown = async (parts: Part[]) => {
      const answer = await context.tenant.uploadParts(id, parts);
      expectAccepted(answer);
      return { answer, artifact: pick(objectOf(answer), 'kind', 'content_type', 'size', 'sha256') };
    };
    const kindFirst = await shown([kindPart, filePart]);
    await arranged('upload-artifact.returns-digest', async () =>
      expectSame('the digest', kindFirst.artifact['sha256'], sha256(jpeg()), kindFirst.answer),
    );
    const fileFirst = await shown([filePart, kindPart]);
    expectSame('the artifact', fileFirst.artifact, kindFirst.artifact, fileFirst.answer);
  },

  'upload-artifact.written-by-any-client': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const asWeWrite = await tenant.addArtifact(id, files['image/jpeg']);
    await arranged('upload-artifact.returns-digest', async () =>
      expectSame('the digest', asWeWrite.sha256, sha256(jpeg())),
    );

    await eachInTurn(clientForms(kindPart, filePart), async ({ contentType, body, inPieces = false }) => {
      const answer = await tenant.uploadRaw(id, body, { headers: { 'Content-Type': contentType }, inPieces });
      expectAccepted(answer);
      const shown = pick(objectOf(answer), 'kind', 'size', 'sha256');
      expectSame('the artifact', shown, pick(asWeWrite, 'kind', 'size', 'sha256'), answer);
    });
  },

  'upload-artifact.missing-part': async (context) => {
    const id = await caseWithEvidence(context);
    const { tenant } = context;

    const rows = { 'no file': [kindPart], 'no kind': [filePart] };
    await each(rows, async (parts) => invalid(await tenant.uploadParts(id, parts)));
    // What a query may hold is ignored.
    const { contentType, body } = multipart([filePart]);
    const path = `/cases/${id}/artifacts?kind=ID_FRONT`;
    expectNotAccepted(await tenant.send({ method: 'POST', path, headers: { 'Content-Type': contentType }, body }));
  },

  'upload-artifact.repeated-part': async (context) => {
    await refusesParts(
      context,
      {
        'two kinds': [kindPart, kindPart, filePart],
        'two unlike kinds, the file between': [kindPart, filePart, { ...kindPart, content: 'SELFIE' }],
        'two files': [kindPart, filePart, { ...filePart, content: jpeg('second') }],
        'two files, the kind last': [filePart, filePart, kindPart],
        'a kind behind an empty one': [{ ...kindPart, content: '' }, kindPart, filePart],
      },
      invalid,
    );
    // An empty file may also be refused for itself, with 415 (D15).
    const rows = { 'an empty file behind a file': [kindPart, filePart, { ...filePart, content: '' }] };
    await refusesParts(context, rows, (answer) => expectStatus(answer, 422, 415));
  },

  'upload-artifact.unknown-part': async (context) => {
    const id = await caseWithEvidence(context);
    const { tenant } = context;

    const rows = {
      'a text part before the others': [{ name: 'note', content: 'x' }, kindPart, filePart],
      'a text part behind the others': [kindPart, filePart, { name: 'note', content: 'x' }],
      'a file part': [kindPart, filePart, { ...filePart, name: 'selfie' }],
      'a name in upper case': [kindPart, filePart, { name: 'KIND', content: 'ID_FRONT' }],
      'a kind with a name in upper case': [{ ...kindPart, name: 'KIND' }, filePart],
      'a file with a name in a list': [kindPart, { ...filePart, name: 'file[]' }],
      'an empty text part': [kindPart, filePart, { name: 'note', content: '' }],
      'a name that every object of JavaScript has': [kindPart, filePart, { name: 'constructor', content: 'x' }],
    };
    await each(rows, async (parts) => invalid(await tenant.uploadParts(id, parts)));
    // An empty name may also be taken for none.
    expectStatus(await tenant.uploadParts(id, [kindPart, filePart, { name: '', content: 'x' }]), 400, 422);
  },

  'upload-artifact.truncated-multipart': async (context) => {
    const id = await caseWithEvidence(context);
    const { tenant } = context;

    const whole = multipart([kindPart, filePart]);
    const bytes = Buffer.concat(whole.body);
    const bodies = {
      'behind the file': bytes.subarray(0, bytes.lastIndexOf('--idv')),
      'within the file': bytes.subarray(0, -400),
      'within the last boundary': bytes.subarray(0, -10),
      'within the hyphens of the last boundary': bytes.subarray(0, -3),
      'behind a boundary that is not the last': Buffer.concat([
        bytes.subarray(0, bytes.lastIndexOf('--\r\n')),
        Buffer.from('\r\n'),
      ]),
      'behind the kind': Buffer.concat(multipart([filePart, kindPart], { last: false }).body),
    };
    await each(bodies, async (body) =>
      expectProblem(
        await tenant.uploadRaw(id, body, { headers: { 'Content-Type': whole.contentType } }),
        400,
        '/problems/malformed-request',
      ),
    );
  },

  'upload-artifact.invalid-utf8-kind': async (context) => {
    const id = await caseWithEvidence(context);

    for (const bytes of [
      Buffer.from([0x49, 0x44, 0xff]),
      Buffer.concat([Buffer.from('ID_FRONT'), Buffer.from([0xc3])]),
    ])
      expectStatus(await context.tenant.upload(id, { kind: bytes }), 400, 422);
  },

  'upload-artifact.file-name-ignored': (context) =>
    acceptsUploads(
      context,
      rowsOf(
        [
          '../../../../etc/passwd',
          '..\\..\\evidence.jpg',
          'evidence.exe',
          'evidence.pdf',
          'no-extension',
          '.htaccess',
          `${'x'.repeat(300)}.jpg`,
          'identificación ñ 身分証.jpg',
          'a;b="c".jpg',
          'CON',
          '%2e%2e%2fevidence.jpg',
          "'; DROP TABLE cases;--.jpg",
        ],
        (filename) => ({ filename }),
      ),
      (artifact, answer) => expectSame('the content type', artifact['content_type'], 'image/jpeg', answer),
    ),

  'upload-artifact.file-name-not-echoed': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    await tenant.addEvidence(id);

    const name = 'name-of-the-file-4711';
    const answer = await accepted('upload-artifact.file-name-ignored', () =>
      tenant.upload(id, { filename: `${name}.jpg` }),
    );
    const refusal = await refused('upload-artifact.unknown-kind', () =>
      tenant.upload(id, { filename: `${name}.jpg`, kind: 'UNKNOWN' }),
    );
    for (const judged of [answer, refusal, await tenant.look(id)]) {
      const shown = [...judged.exchange.answer!.headers.flat(), JSON.stringify(jsonOf(judged))].join('\n');
      expectThat(!shown.includes(name), 'an answer without the file name', `the file name ${show(name)} in it`, judged);
    }
  },

  'upload-artifact.content-not-returned': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    const words = 'what stands in this picture is evidence and not metadata';
    const file = jpeg(words);
    const answer = await tenant.addEvidence(id, { file });
    // Whole groups of three bytes: just as they stand in the base64 of the whole file.
    const begin = Math.ceil(file.indexOf(words) / 3) * 3;
    const piece = file.subarray(begin, begin + 36);
    const forms = [words, piece.toString('base64'), piece.toString('hex')];
    for (const judged of [answer, await tenant.look(id)]) {
      const shown = JSON.stringify(jsonOf(judged));
      const found = forms.find((form) => shown.includes(form) || shown.toLowerCase().includes(form));
      expectThat(found === undefined, 'an answer without the content of the file', `${show(found)} in it`, judged);
    }
  },

  'upload-artifact.refused-stores-nothing': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const kept = await tenant.addArtifact(id);

    await refused('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }));
    await refused('upload-artifact.part-type-disagrees', () => tenant.upload(id, { type: 'application/pdf' }));
    await refused('upload-artifact.unknown-content', () => tenant.upload(id, { file: foreignContents['plain text']! }));
    await refused('upload-artifact.missing-part', () => tenant.uploadParts(id, [filePart]));
    await refused('upload-artifact.repeated-part', () => tenant.uploadParts(id, [kindPart, filePart, filePart]));
    await refused('upload-artifact.unknown-part', () =>
      tenant.uploadParts(id, [...partsOf({}), { name: 'note', content: 'x' }]),
    );
    await refused('upload-artifact.truncated-multipart', () => tenant.uploadParts(id, partsOf({}), { last: false }));
    const read = await tenant.look(id);
    expectSame(
      'the artifacts',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      [kept.id],
      read,
    );
  },
};

function rowsOf<T extends string>(values: T[], upload: (value: T) => Upload): Record<string, Upload> {
  return Object.fromEntries(values.map((value) => [value || 'empty', upload(value)]));
}

/** Contents that a careless reader changes: line ends, all byte values, boundary-like lines, zeros at the end. */
function contents(): Record<string, Upload> {
  const behind = (...bytes: (string | Buffer)[]) =>
    Buffer.concat([jpeg(), ...bytes.map((piece) => Buffer.from(piece as string))]);
  const rows: Record<string, Buffer> = {
    'a picture': jpeg(),
    'all byte values': behind(Buffer.from(Array.from({ length: 256 }, (_, at) => at))),
    'line ends of all kinds': behind('\r\n\n\r\r\n\r\n'),
    'lines like a boundary': behind('\r\n--idv-conformance-boundarx\r\n--\r\n--idv-conformance--'),
    // A boundary is one at the beginning of a line only (RFC 2046 §5.1.1).
    'a boundary within a line': behind('x--idv-conformance-boundary\r\nx--idv-conformance-boundary--\r'),
    'zeros at the end': behind(Buffer.alloc(1000)),
    'letters of two, three and four bytes': behind('é 身分証 🪪 '),
    'bytes that are no UTF-8': behind(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80])),
    '100,000 bytes': behind(Buffer.alloc(100_000 - jpeg().length, 7)),
  };
  return Object.fromEntries(Object.entries(rows).map(([label, file]) => [label, { file }]));
}
