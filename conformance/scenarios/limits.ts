import { limits } from '../../generated/limits.ts';
import type { TestableId } from '../../generated/requirements.ts';
import { jpeg, pdf, png } from '../values/evidence-files.ts';
import { invalid, invalidUploads } from './invalid.ts';
import {
  accepted,
  acceptedOnEach,
  both,
  type Change,
  create,
  each,
  json,
  keyed,
  lastWithQuery,
  read,
  rejected,
  type Scenario,
  type Scenarios,
  scenario,
  type Step,
  together,
  upload,
  labelled,
} from './vocabulary.ts';

const chunked: Change = { chunked: true };
const inChunks = (changes: Record<string, Change>): Record<string, Change> =>
  each(changes, (change) => both(change, { ...lastWithQuery, ...chunked }));

const longest: Change = { size: limits.jsonBytes };
const tooLong: Record<string, Change> = {
  'one byte too long': { size: limits.jsonBytes + 1 },
  'white space after the object': { ...json({ type: 'PM' }), size: 200_000, spaceBehind: true },
  'too long in bytes, but not in characters': { ...json({ reference: '🪪'.repeat(200) }), size: limits.jsonBytes + 1 },
};

/** Ways to send a file of the largest size; each may reach a different limit. */
const largest: Record<string, Change> = {
  // More than 512 bytes around the file, but no part headers longer than that, which some parsers reject (D65).
  'a JPEG with a long name and boundary': {
    parts: { filename: `${'x'.repeat(196)}.jpg` },
    boundary: 'idv-conformance-boundary'.padEnd(70, '-'),
  },
  // As streams of PHP do.
  'a selfie as PNG': { parts: { kind: 'SELFIE', type: 'image/png' }, headers: { Connection: 'close' } },
  'a PDF without Content-Length': { parts: { kind: 'PROOF_OF_ADDRESS', type: 'application/pdf' }, ...chunked },
};
const announced: Record<string, Change> = {
  'a PDF with an Idempotency-Key': { parts: { kind: 'PROOF_OF_ADDRESS', type: 'application/pdf' }, ...keyed('{uuid}') },
};
const unannounced = inChunks({
  'a PNG': { parts: { kind: 'SELFIE', type: 'image/png' } },
  'the file before the kind': { parts: { kind: 'ID_BACK', fileFirst: true } },
});

/** The same upload with a small file. */
const small = ({ parts }: Change): Step =>
  upload(0, { parts: { ...parts, file: ofType[parts?.type ?? 'image/jpeg']!().toString('latin1') } });
const ofType: Record<string, () => Buffer> = { 'image/jpeg': jpeg, 'image/png': png, 'application/pdf': pdf };

/** Files that are one byte too long, to a case with a small one. */
const tooLarge = (changes: Record<string, Change>, reportedAs: TestableId[] = []): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [upload(0, { ...change, fileSize: limits.fileBytes + 1 })], {
      setting: [create(), read(), small(change)],
      observe: [read()],
      outcome: 'rejected',
      reportedAs,
    }),
  );

const picture = (content: Buffer, more: Change = {}) =>
  upload(0, { parts: { file: content.toString('latin1') }, ...more });
const pictures = (many: number) => Array.from({ length: many }, (_, at) => picture(jpeg(String(at))));
// Artifacts of every kind and type count, also identical ones.
const mixed = [
  upload(),
  upload(0, { parts: { kind: 'SELFIE' } }),
  upload(0, { parts: { file: png().toString('latin1'), type: 'image/png' } }),
];
const ofTwoKinds = Array.from({ length: 16 }, (_, at) => mixed[at % 2]!);

const full = [
  create(json({ type: 'PM' })),
  ...Array.from({ length: limits.artifacts }, (_, at) => mixed[at % mixed.length]!),
];

/** Pictures that differ in kind, size and content. Every other one has its own key: a lock on one must not reject another. */
const atOnce = (many: number): Step[] =>
  together(
    [0],
    ...Array.from({ length: many }, (_, at) => {
      const parts = {
        kind: ['ID_FRONT', 'SELFIE'][at % 2]!,
        file: jpeg(`${many}/${at}`.padEnd(100 + at, '.')).toString('latin1'),
      };
      return upload(0, { parts, ...(at % 2 === 1 && keyed(`{unique}-${at}`)) });
    }),
  );
const live: Change = { as: 'live' };
const keyOfUpload = keyed('{uuid}');
const ofEvidence: TestableId[] = ['get-case.lists-evidence', 'upload-artifact.rejected-stores-nothing'];
const ofRecords: TestableId[] = ['upload-artifact.describes-file', 'upload-artifact.ids-differ'];

export const limitsFamily: Scenarios<'limits'> = {
  'limits.json-accepted': [
    ...accepted({
      'with Content-Length': longest,
      'chunked, without Content-Length': { ...longest, ...chunked },
    }),
    scenario(
      'as long as a buffer',
      [4096, 8192, 16_384, 32_768].map((size) => create({ size, ...json({ reference: 'é {unique}' }) })),
      { control: [create()] },
    ),
  ],
  'limits.slow-body-accepted': acceptedOnEach(
    {
      '': { sending: 'over three seconds' },
      'without Content-Length': { sending: 'over three seconds', chunked: true },
    },
    ['a create', 'an upload'],
  ).map((scenario) => ({ ...scenario, label: scenario.label.replace(/: $/, '') })),
  // A server may close a connection on which the bytes of a short body arrive at less than some rate.
  'limits.pause-accepted': [
    scenario('an upload', [upload(0, { fileSize: 200_000, sending: 'with a pause of 18 seconds' })], {
      control: [create(), upload(0, { fileSize: 200_000 })],
      setting: [create()],
      needs: 'slow',
    }),
  ],
  'limits.json-rejected': [...rejected(tooLong), ...labelled('without Content-Length', rejected(inChunks(tooLong)))],
  'limits.file-accepted': [
    ...Object.entries(largest).map(([label, change]) =>
      scenario(label, [upload(0, { ...change, fileSize: limits.fileBytes })], {
        setting: [create(), small(change)],
        reportedAs: ofRecords,
      }),
    ),
    // Without other evidence: it may decide the case (D97).
    scenario('the live key', [upload(0, { ...live, fileSize: limits.fileBytes })], {
      control: [create(live), upload(0, live)],
      setting: [create(live)],
      reportedAs: ofRecords,
    }),
    scenario(
      'as long as a buffer',
      [8192, 65_536].map((fileSize) => upload(0, { fileSize })),
      { control: [create(), upload()], setting: [create()], reportedAs: ofRecords },
    ),
  ],
  'limits.file-rejected': [...tooLarge(announced), ...tooLarge(unannounced)],
  'limits.rejected-file-not-stored': tooLarge({ ...announced, ...unannounced }, ofEvidence),
  'limits.twenty-artifacts': [
    scenario(
      'neither rejected nor repeated uploads count',
      [...pictures(limits.artifacts - 2), upload(0, keyOfUpload), upload(0, { fileSize: 2_000_000 })],
      {
        control: [create(), upload()],
        observe: [read()],
        setting: [
          create(),
          ...Object.values({ ...invalid, ...invalidUploads }).map((change) => upload(0, change)),
          { ...upload(), aborted: true },
          upload(0, keyOfUpload),
        ],
        reportedAs: ofEvidence,
      },
    ),
    scenario('an entity', full.slice(1), { control: [create(), upload()], setting: full.slice(0, 1) }),
  ],
  'limits.twenty-first-artifact': [
    scenario(
      'after twenty of several kinds and types',
      [
        upload(),
        upload(0, { parts: { kind: 'SELFIE' } }),
        picture(jpeg('1'), keyOfUpload),
        picture(jpeg('1'), keyOfUpload),
        upload(0, { ...lastWithQuery, ...chunked }),
      ],
      { setting: full, observe: [read()], outcome: 'rejected', reportedAs: ofEvidence },
    ),
    // Evidence may decide a live case before it is full (D97).
    scenario(
      'the live key: twenty-two uploads',
      Array.from({ length: 22 }, (): Step => ({ ...upload(0, live), mayBeClosed: true })),
      {
        setting: [create(live)],
        observe: [read(0, live)],
        outcome: 'open',
        reportedAs: ofEvidence,
      },
    ),
  ],
  'limits.parallel-artifacts-kept': [
    scenario('twenty at once', atOnce(limits.artifacts), {
      observe: [read()],
      control: [create(), upload(), upload(0, keyOfUpload)],
      setting: [create()],
      reportedAs: [...ofEvidence, ...ofRecords],
    }),
  ],
  // A limit that is counted too early is exceeded most likely when many compete for the last places.
  'limits.parallel-artifacts-limited': [
    scenario('fourteen at once after sixteen', atOnce(14), {
      observe: [read()],
      setting: [create(), ...ofTwoKinds],
      outcome: 'open',
      reportedAs: [...ofEvidence, ...ofRecords],
    }),
  ],
};
