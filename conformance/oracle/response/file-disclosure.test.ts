import { describe, expect, test } from 'vitest';
import type { Part } from '../../wire/multipart.ts';
import {
  artifact,
  caseOf,
  create,
  invalid,
  opened,
  problem,
  read,
  type Received,
  type Sent,
  stored,
  Story,
  upload,
  validParts,
} from '../testing.ts';

const id = 'case_0123456789abcdef';
const text = 'written on the front of a card';
const content = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text)]);
const parts: Part[] = [validParts[0]!, { ...validParts[1]!, filename: 'passport-of-4711.jpg', content }];
const sent = upload(id, parts);
const rejected = upload(id, [{ name: 'kind', content: 'X' }, parts[1]!]);

function withCase(reference = 'user-1'): Story {
  const story = new Story();
  story.brokenBy(create(reference), opened(id, reference));
  return story;
}

/** What only these two requirements say of the response. */
const shownBy = (story: Story, request: Sent, response: Received): string[] =>
  story.brokenBy(request, response).filter((each) => /not-(echoed|returned)$/.test(each));
const withMore = (more: object): Received => ({ status: 201, body: artifact('a1', more) });
const withDetail = (detail: string): Received => ({
  ...invalid('#/kind'),
  body: { ...(invalid('#/kind').body as object), detail },
});
const shown = (more: object): Received => ({ status: 200, body: caseOf(id, { artifacts: [artifact('a1', more)] }) });
const middle = content.subarray(2, 14);

const contents: Record<string, string> = {
  base64: content.toString('base64'),
  'twelve bytes in base64': middle.toString('base64'),
  hexadecimal: content.toString('hex'),
  'hexadecimal with spaces': middle.toString('hex').replaceAll(/(..)/g, '$1 '),
  text,
};

describe('the content of a file', () => {
  test.each(Object.entries(contents))('as %s is in no response', (_, encoded) => {
    const by = ['upload-artifact.file-not-returned'];
    expect(shownBy(withCase(), sent, withMore({ preview: encoded }))).toEqual(by);
    expect(shownBy(withCase(), rejected, withDetail(`unknown: ${encoded}`))).toEqual(by);
    expect(shownBy(withCase(), sent, { ...stored('a1'), headers: { 'X-Begin': contents['base64']! } })).toEqual(by);
    const story = withCase();
    story.brokenBy(sent, stored('a1'));
    expect(shownBy(story, read(id), shown({ preview: encoded }))).toEqual(by);
  });

  test('of few different bytes, or fewer of them, shows nothing', () => {
    const blank = upload(id, [validParts[0]!, validParts[1]!]);
    expect(shownBy(withCase(), blank, withMore({ preview: Buffer.alloc(18, 7).toString('base64') }))).toEqual([]);
    expect(shownBy(withCase(), sent, withMore({ magic: content.toString('hex', 0, 8) }))).toEqual([]);
  });

  test('may have a reference or a media type in it', () => {
    const reference = 'the reference of a user of a shop';
    const file = Buffer.concat([content, Buffer.from(`${reference} application/json;charset=utf-8 application/json`)]);
    const story = withCase(reference);
    story.brokenBy(upload(id, [validParts[0]!, { ...validParts[1]!, content: file }]), stored('a1'));
    const response = { ...shown({}), body: { ...caseOf(id, { reference }), external_reference: reference } };
    expect(shownBy(story, read(id), response)).toEqual([]);
  });
});

describe('the name of a file', () => {
  const by = ['upload-artifact.file-not-returned'];

  test('is in no response', () => {
    expect(shownBy(withCase(), sent, withMore({ file_name: 'passport-of-4711.jpg' }))).toEqual(by);
    expect(shownBy(withCase(), rejected, withDetail('passport-of-4711 has an unknown kind'))).toEqual(by);
    expect(shownBy(withCase(), sent, { ...stored('a1'), headers: { 'X-Name': 'passport-of-4711.jpg' } })).toEqual(by);
    const story = withCase();
    story.brokenBy(rejected, invalid('#/kind'));
    expect(shownBy(story, read(id), shown({ name: 'passport-of-4711' }))).toEqual(by);
  });

  test.each([`${id}.jpg`, 'user-number-4711.jpg', `${artifact('a1').sha256}.jpg`, 'trace-0123456789.jpg'])(
    'may be a value that the response has anyway: %s',
    (filename) => {
      const story = withCase('user-number-4711');
      const headers = { 'X-Request-Id': 'trace-0123456789' };
      const named = upload(id, [validParts[0]!, { ...validParts[1]!, filename }], { headers });
      const body = { ...artifact('a1'), case: id };
      expect(shownBy(story, named, { status: 201, headers, body })).toEqual([]);
      const shownCase = { ...caseOf(id, { reference: 'user-number-4711', artifacts: [artifact('a1')] }), case: id };
      expect(shownBy(story, { ...read(id), headers }, { status: 200, headers, body: shownCase })).toEqual([]);
    },
  );

  test('of a gateway response is not judged', () => {
    const page = { status: 502, headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from('passport-of-4711') };
    expect(shownBy(withCase(), sent, page)).toEqual([]);
    expect(shownBy(withCase(), sent, problem(404, 'not-found'))).toEqual([]);
  });
});
