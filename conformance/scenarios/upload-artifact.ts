import type { TestableId } from '../../generated/requirements.ts';
import { foreignContents, fragileContents, jpeg } from '../values/evidence-files.ts';
import { clientUploads } from '../values/client-uploads.ts';
import { evidenceKinds } from '../values/evidence-kinds.ts';
import { fileNames } from '../values/file-names.ts';
import { unknownIds } from '../values/ids.ts';
import { invalidUploads, invalidWithoutKey } from './invalid.ts';
import {
  contentType,
  cutInType,
  cutUploads,
  encodedParts,
  encodingHeaders,
  encodingsOfClients,
  endingWithBuffer,
  files,
  foreignFiles,
  fragilePdf,
  inGzip,
  inWords,
  largeText,
  largeWithOtherType,
  largeWithUnknownKind,
  largeWithValidType,
  largeWithWrongParts,
  latin1,
  namedFile,
  nearlyRecognised,
  notWhole,
  octetStream,
  parts,
  picture,
  pictureOf,
  readable,
  samePicture,
  truncatedForms,
  unknownKinds,
  withContent,
  withOtherType,
  withRepeatedPart,
  withShiftedSignature,
  withUnknownPart,
  written,
  writtenByClients,
} from './uploads.ts';
import {
  alone,
  both,
  type Change,
  create,
  each,
  json,
  keyed,
  named,
  type Parts,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  upload,
  labelled,
  otherSenders,
} from './vocabulary.ts';

const utf8 = (text: string) => latin1(Buffer.from(text));
const valid = [create(), upload()];

/** Uploads that must be accepted, each to a case of its own: outside the sandbox evidence may decide a case (D97). */
const accepted = (changes: Record<string, Change>, details: Partial<Scenario> = {}): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [upload(0, change)], { control: valid, setting: [create()], ...details }),
  );

/** Uploads that must be rejected, all to the case that accepted the same without the change: one for each requirement. */
const rejected = (unchanged: Parts, changes: Record<string, Parts>, more: Partial<Scenario> = {}): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [upload('control', parts({ ...unchanged, ...change }))], {
      control: [create(), upload(0, parts(unchanged))],
      outcome: 'rejected',
      ...more,
    }),
  );

/** The same with changes of more than the parts. */
const rejectedIn = (changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [upload('control', change)], {
      control: [create(), upload(0, parts(picture))],
      outcome: 'rejected',
    }),
  );

/** Uploads of the others that must be rejected, after an unchanged one of the same sender was accepted. */
const rejectedOfOthers = (changes: Record<string, Parts>): Scenario[] =>
  Object.entries(otherSenders).flatMap(([who, as]) =>
    Object.entries(changes).map(([label, change]) =>
      scenario(`${who}: ${label}`, [upload(0, { as, ...parts(change) })], {
        control: [create({ as }), upload(0, { as })],
        setting: [create({ as })],
        outcome: 'rejected',
      }),
    ),
  );

/** Whether an upload is accepted or rejected at all is another requirement. */
const given: Partial<Scenario> = { isAnswerGiven: true };
const recognised: TestableId[] = ['upload-artifact.returns-recognised-type'];
const records: TestableId[] = [...recognised, 'upload-artifact.describes-file'];
const fragile = accepted(each(fragileContents, withContent), given);

const withoutPart = (missing: 'kind' | 'file') =>
  scenario(`no ${missing}`, [upload('control', parts({ [missing]: null }))], { control: valid, outcome: 'rejected' });

const everyKind = (file: Parts) => evidenceKinds.map((kind) => upload(0, parts({ ...file, kind })));

export const uploadArtifact: Scenarios<'upload-artifact'> = {
  'upload-artifact.accepts-evidence': [
    scenario('the first upload to a case', [upload()], { setting: [create()] }),
    scenario('in the milliseconds after its create', [upload()], { setting: alone(create()) }),
  ],
  'upload-artifact.file-required': [withoutPart('file')],
  'upload-artifact.kind-required': [withoutPart('kind')],
  'upload-artifact.case-must-exist': unknownIds.map((id) =>
    scenario(id, [upload({ id })], { control: valid, outcome: 'rejected' }),
  ),
  'upload-artifact.multipart-required': Object.entries({
    'as JSON': {
      text: JSON.stringify({ kind: 'ID_FRONT', file: jpeg().toString('base64') }),
      ...contentType('application/json'),
    },
    'as a file': { bytes: picture.file, ...contentType('image/jpeg') },
  }).map(([label, change]) => scenario(label, [upload('control', change)], { control: valid, outcome: 'rejected' })),
  'upload-artifact.responds-with-201': [
    scenario('two uploads', [upload(), upload()], { setting: [create()], ...given }),
  ],
  'upload-artifact.responds-with-artifact': Object.entries(files).map(([type, file]) =>
    scenario(type, [upload(0, parts(file))], {
      setting: [create(json({ type: 'PM' }))],
      reportedAs: ['http.timestamps-utc'],
      ...given,
    }),
  ),
  'upload-artifact.describes-file': [
    ...accepted(
      each(named('', ['ID_FRONT', 'PASSPORT', 'SELFIE']), (kind) => parts({ kind })),
      given,
    ),
    ...fragile,
    ...accepted({ 'a PDF with line ends and all byte values': parts(fragilePdf) }, given),
    ...Object.entries(endingWithBuffer).map(([label, changes]) =>
      scenario(
        label,
        changes.map((change) => upload(0, change)),
        { setting: [create()], ...given },
      ),
    ),
  ],
  'upload-artifact.returns-recognised-type': accepted(
    each(
      {
        'image/jpeg': { ...picture, type: null },
        // The name says nothing about the content.
        'image/png': { ...files['image/png'], filename: 'evidence.pdf', type: null },
        'application/pdf': { ...files['application/pdf'], type: null },
        'application/pdf as octet-stream': { ...files['application/pdf'], ...octetStream, filename: 'evidence.jpg' },
      },
      parts,
    ),
    given,
  ),
  'upload-artifact.ids-differ': [
    scenario(
      'the same file, also with another kind',
      [upload(0, samePicture), upload(0, samePicture), upload(0, parts({ ...samePicture.parts, kind: 'ID_BACK' }))],
      { setting: [create()], ...given },
    ),
  ],
  'upload-artifact.accepts-file-types': [
    ...accepted(each(files, parts)),
    ...Object.entries(otherSenders).flatMap(([who, as]) =>
      labelled(
        who,
        accepted(
          each(files, (file) => ({ as, ...parts(file) })),
          { control: [create({ as }), upload(0, { as })], setting: [create({ as, ...json({ type: 'PM' }) })] },
        ),
      ),
    ),
    ...accepted({ 'a JPEG with a form in it': withContent(fragileContents['a form with another boundary']!) }),
    ...labelled('as tools write it', accepted(each(written, parts), { reportedAs: recognised })),
    ...accepted(each(notWhole, parts), { outcome: { open: 'file.not-whole' }, reportedAs: records }),
  ],
  'upload-artifact.part-type-accepted': [
    ...accepted(
      each(
        {
          'JPEG without a type': { ...picture, type: null },
          'PNG without a type': { ...files['image/png'], type: null },
          'PDF without a type': { ...files['application/pdf'], type: null },
          'JPEG as octet-stream': { ...picture, ...octetStream },
          'PNG as octet-stream': { ...files['image/png'], ...octetStream },
          'PDF as octet-stream': { ...files['application/pdf'], ...octetStream },
          'PDF as octet-stream in capital letters': { ...files['application/pdf'], type: 'Application/Octet-Stream' },
          ...largeWithValidType,
        },
        parts,
      ),
    ),
    ...accepted(
      each(
        named('', [
          'IMAGE/JPEG',
          'Image/jpeg',
          'image/jpeg; name="evidence.jpg"',
          'image/jpeg; charset=x-unknown',
          'Image/JPEG; Charset="BINARY"',
        ]),
        (type) => parts({ ...picture, type }),
      ),
      { reportedAs: recognised },
    ),
  ],
  'upload-artifact.part-type-disagrees': [
    ...rejected(pictureOf('a type'), { ...withOtherType, ...largeWithOtherType }),
    scenario(
      'a PNG as image/jpeg, in pieces that begin within its type',
      cutInType.map((change) => upload(0, change)),
      {
        control: [create(), upload(0, { writtenAs: 'LWP', parts: picture })],
        setting: [create()],
        outcome: 'rejected',
      },
    ),
  ],
  'upload-artifact.unsupported-file-415': [
    ...rejected(pictureOf('a content'), { ...foreignFiles, ...largeText }),
    ...rejectedIn(seldom({ 'plain text': parts({ file: latin1(foreignContents['plain text']!) }) })),
    ...rejected(pictureOf('a signature'), withShiftedSignature),
    ...accepted(each(nearlyRecognised, parts), { outcome: { open: 'file.part-of-signature' }, reportedAs: records }),
    // Without a declared type that would be wrong too.
    ...rejectedOfOthers({
      'plain text': { file: 'plain text', type: octetStream.type },
      'a GIF': { file: latin1(foreignContents['GIF']!), type: null },
    }),
  ],
  'upload-artifact.empty-file': rejected(
    pictureOf('a file'),
    each({ 'image/jpeg': 'image/jpeg', [octetStream.type]: octetStream.type }, (type) => ({ file: '', type })),
  ),
  'upload-artifact.accepts-kinds': [
    ...Object.entries<Parts>({
      'a JPEG': {},
      'a PNG': files['image/png'],
      'a PDF': files['application/pdf'],
      'a JPEG as octet-stream': octetStream,
    }).map(([label, file]) =>
      scenario(label, everyKind(file), { control: [create(), upload(0, parts(file))], setting: [create()] }),
    ),
    scenario('an entity', everyKind({}), { control: valid, setting: [create(json({ type: 'PM' }))] }),
    scenario('the same upload', [upload()], {
      setting: valid,
      observe: [read()],
      reportedAs: ['get-case.lists-evidence', 'get-case.evidence-in-order'],
    }),
    scenario('the same kind as another type of file', [upload(0, parts(files['image/png']))], {
      control: [create(), upload(), create(), upload(1, parts(files['image/png']))],
      setting: valid,
      observe: [read()],
      reportedAs: ['get-case.lists-evidence', 'get-case.evidence-in-order'],
    }),
  ],
  'upload-artifact.unknown-kind': [
    ...rejected(pictureOf('a kind'), {
      ...each(named('the kind', unknownKinds), (kind) => ({ kind: utf8(kind) })),
      // Longer than many columns.
      'a kind of 300 letters': { kind: 'X'.repeat(300) },
      'an unknown kind with the type of a text': {
        kind: 'UNKNOWN',
        kindHeaders: 'Content-Type: text/plain; charset=utf-8',
      },
      ...largeWithUnknownKind,
    }),
    ...rejectedIn(seldom({ 'an unknown kind': invalidUploads['an unknown kind']! })),
  ],
  'upload-artifact.written-by-any-client': [
    scenario('the file before the kind', [upload(0, parts({ ...picture, fileFirst: true }))], {
      setting: [create(), upload(0, parts(picture))],
      reportedAs: records,
    }),
    ...accepted(
      each(writtenByClients, (form) => ({ ...form, parts: { ...picture, ...form.parts } })),
      { control: [create(), upload(0, parts(picture))], reportedAs: records },
    ),
    ...accepted(
      Object.fromEntries(
        Object.keys(clientUploads).map((client) => [`as written by ${client}`, { writtenAs: client, parts: picture }]),
      ),
      { control: [create(), upload(0, parts(picture))], reportedAs: records },
    ),
    ...Object.entries(cutUploads).map(([label, { uncut, cuts }]) =>
      scenario(
        label,
        cuts.map((cutAt) => upload(0, { ...uncut, cutAt })),
        { control: [create(), upload(0, uncut)], setting: [create()], reportedAs: records },
      ),
    ),
  ],
  'upload-artifact.wrong-parts': [
    withoutPart('file'),
    withoutPart('kind'),
    // A query parameter does not replace a part.
    scenario('a kind in the query', [upload('control', { ...parts({ kind: null }), query: 'kind=ID_FRONT' })], {
      control: valid,
      outcome: 'rejected',
    }),
    ...rejected(pictureOf('a part once'), withRepeatedPart),
    ...rejected(pictureOf('two parts'), { ...withUnknownPart, ...largeWithWrongParts }),
    ...rejectedIn(seldom({ 'an unknown part': invalidUploads['an unknown part']!, 'no kind': parts({ kind: null }) })),
    ...rejectedOfOthers({
      'no kind': { kind: null },
      'two kinds': withRepeatedPart['two kinds']!,
      'an unknown part': withUnknownPart['a text part after the others']!,
    }),
  ],
  'upload-artifact.truncated-multipart': rejectedIn({
    ...truncatedForms,
    ...seldom({ 'after the kind': truncatedForms['after the kind']! }),
  }),
  'upload-artifact.invalid-utf8-kind': rejected(pictureOf('a text'), {
    'a byte that is not UTF-8': { kind: 'ID\xff' },
    'a truncated sequence': { kind: 'ID_FRONT\xc3' },
  }),
  'upload-artifact.one-reading': [
    ...accepted(
      each(encodingsOfClients, (fileHeaders) => parts({ ...readable, fileHeaders })),
      { setting: [create(), upload(0, parts(readable))], reportedAs: records },
    ),
    // A service may ignore the header, decode the part, or reject it (D94).
    ...accepted(
      each({ ...each(encodingHeaders, (fileHeaders) => ({ ...readable, fileHeaders })), ...encodedParts }, parts),
      {
        setting: [create(), upload(0, parts(readable))],
        observe: [read()],
        outcome: { open: 'multipart.encoded-part' },
        reportedAs: [...records, 'get-case.lists-evidence'],
      },
    ),
    scenario('a JPEG in gzip', [upload('control', parts({ ...inGzip, fileHeaders: 'Content-Encoding: gzip' }))], {
      control: [...valid, upload(0, parts(inGzip))],
      outcome: 'rejected',
    }),
  ],
  'upload-artifact.file-name-ignored': accepted(
    each(named('', fileNames), (filename) => parts({ ...picture, filename })),
    { reportedAs: records },
  ),
  'upload-artifact.file-not-returned': [
    ...labelled('the name', [
      scenario('an upload and a read', [upload(0, parts(namedFile)), read()], { setting: [create()], ...given }),
      ...rejected(namedFile, { 'a rejected upload': { kind: 'UNKNOWN' } }, given),
    ]),
    ...labelled('the content', [
      scenario('an upload and a read', [upload(0, parts(inWords)), read()], { setting: [create()], ...given }),
      ...rejected(
        inWords,
        {
          'an upload with another type': { type: 'image/png' },
          'an upload with an unknown kind': { kind: 'X' },
          'an upload of an unknown type': { file: inWords.file.slice(1) },
        },
        given,
      ),
    ]),
  ],
  'upload-artifact.rejected-stores-nothing': [
    ...Object.entries({ ...invalidUploads, ...invalidWithoutKey }).map(([label, change]) =>
      scenario(label, [read()], {
        setting: [...valid, upload(0, change), upload(0, both(keyed(), change))],
        reportedAs: ['get-case.lists-evidence'],
        ...given,
      }),
    ),
    // An aborted upload must not be stored either (D73), nor later.
    scenario('an upload that was cut', [read(), { ...read(), until: 'the end' }], {
      setting: [...valid, { ...upload(), aborted: true }],
      ...given,
      reportedAs: ['get-case.lists-evidence'],
    }),
  ],
};
