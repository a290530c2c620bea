// Problems that repeat what was sent.
import { isUnknownCase, parses } from './requests.ts';
import { sends, withHeader, writes } from './support/changes.ts';
import { faultsOf, type InputFault, type InputFaults } from './support/fault.ts';
import type { Input, Properties, Shown } from './support/input.ts';
import { nameIn } from './support/pointers.ts';

/** The detail has a text with a value of the request in it; undefined for another request. */
const tells = (text: (input: Input, shown: Shown) => string | undefined): InputFault =>
  writes((problem, input, shown) => {
    const detail = text(input, shown);
    return detail === undefined ? undefined : { ...problem, detail };
  });

const caseIn = ({ target }: Input) => target.split('/')[2]!;
const unknown = (input: Input) => `No case has the id ${caseIn(input)}.`;
const namesCase = (type: string) =>
  tells((input, { problem }) => (problem === type ? `${caseIn(input)} accepts no more evidence.` : undefined));
/** A header of a create or an upload that is the reason of the rejection. */
const showsHeader = (name: string, type: string) =>
  tells(({ header, method }, { problem, body }) => {
    const sent = method === 'POST' && problem === type ? header(name) : undefined;
    return sent === undefined ? undefined : `${String(body!['detail'])} Not: ${sent}`;
  });
const malformed = (text: (sent: string) => string) =>
  tells(({ operation, text: sent }, { status }) =>
    operation === 'create' && status === 400 && !parses(sent) ? text(sent) : undefined,
  );
/** No word such as XX, and short enough for any message. */
const isShort = (value: unknown) => typeof value === 'string' && value.length > 2 && value.length < 6;
const ofFile = (text: (file: NonNullable<Input['file']>) => string) =>
  tells(({ file }, { problem }) => (problem === 'unsupported-file-type' && file ? text(file) : undefined));

/** Each error that the schema finds shows the value. */
const showsValues = (is: (name: string, value: unknown, sender: Input['sender']) => boolean): InputFault =>
  writes((problem, { properties, parts, sender }) => {
    const errors = problem['errors'] as { pointer: string; detail: string }[] | undefined;
    return (
      errors && {
        ...problem,
        errors: errors.map(({ pointer, detail }) => {
          const name = nameIn(pointer);
          const value = properties ? properties[name] : parts.find((part) => part.name === name)?.content;
          const isOfSchema = !/sandbox|is repeated|is empty/.test(detail);
          return {
            pointer,
            detail: isOfSchema && is(name, value, sender) ? `${detail}, not ${JSON.stringify(value)}` : detail,
          };
        }),
      }
    );
  });
const isKnown = (name: string) => ['type', 'reference', 'kind', 'file'].includes(name);

const faults: InputFaults = {
  'shows a rejected key in the challenge': sends(
    ({ status }, { key }) => status === 401 && key !== undefined,
    ({ headers }, { key }) => ({
      headers: withHeader(
        headers,
        'WWW-Authenticate',
        `${headers.find(([name]) => name === 'WWW-Authenticate')![1]}, error_description="unknown: ${key}"`,
      ),
    }),
  ),
  ...faultsOf(tells, {
    'shows a rejected API key': ({ key, header }, { status }) =>
      status === 401 && key !== undefined ? `${header('Authorization')} is no issued key.` : undefined,
    'shows the path in the response to a wrong method': ({ method, target }, { status }) =>
      status === 405 ? `${method} is not allowed for ${target}.` : undefined,
    'shows an idempotency key that was reused': ({ operation, header }, { problem }) =>
      operation === 'create' && problem === 'idempotency-key-reused'
        ? `The key ${header('Idempotency-Key')} was used for another payload.`
        : undefined,
    'shows the id of an unknown case to a read': (input, shown) =>
      isUnknownCase(shown, input) ? unknown(input) : undefined,
    'shows the id of an unknown case to an upload': (input, { status }) =>
      status === 404 && input.method === 'POST' && input.operation === 'upload' ? unknown(input) : undefined,
    'shows an unknown path': ({ method, target }, { status }) =>
      (status === 404 && !/^\/cases\/[^/]+(\/artifacts)?$/.test(target)) || status === 405
        ? `Cannot ${method} ${target.split('?')[0]}`
        : undefined,
  }),
  'shows the case id in the problem case-closed': namesCase('case-closed'),
  'shows the case id in the problem artifact-limit-reached': namesCase('artifact-limit-reached'),
  ...faultsOf(showsValues, {
    'shows invalid values': () => true,
    'shows numbers': (_, value) => typeof value === 'number',
    'shows an invalid type': (name, value) => name === 'type' && value !== 'XX',
    'shows an invalid type to the second tenant': (name, _, sender) => name === 'type' && sender === 'other',
    'shows an invalid kind to the second tenant': (name, _, sender) => name === 'kind' && sender === 'other',
    'shows an invalid kind': (name) => name === 'kind',
    'shows the value of an unknown property': (name) => !isKnown(name),
    'shows an invalid type that is short': (name, value) => name === 'type' && isShort(value),
    'shows an invalid kind that is short': (name, value) => name === 'kind' && isShort(value),
    'shows a short value of an unknown property or part': (name, value) => !isKnown(name) && isShort(value),
  }),
  'shows the first letters of a reference that is too long': writes(
    ({ errors, ...problem }, { properties }) => ({
      ...problem,
      errors: (errors as Properties[]).map((entry) => ({
        ...entry,
        detail: `${String(entry['detail'])}: ${String(properties!['reference']).slice(0, 8)}…`,
      })),
    }),
    ({ body }, { properties }) => {
      const reference = properties?.['reference'];
      return body?.['errors'] !== undefined && typeof reference === 'string' && reference.length > 256;
    },
  ),
  'shows malformed JSON as JSON.parse reports it': malformed((sent) => {
    try {
      return `The body is not JSON. ${JSON.stringify(JSON.parse(sent)).length}`;
    } catch (error) {
      return (error as Error).message;
    }
  }),
  'shows the first twelve bytes of malformed JSON': malformed((sent) => `No JSON: ${sent.slice(0, 12)}`),
  'shows the last twelve bytes of malformed JSON': malformed((sent) => `No JSON: ${sent.slice(-12)}`),
  'shows the first twelve bytes of a malformed form': tells(({ operation, text: sent }, { status }) =>
    operation === 'upload' && status === 400 ? `No form: ${sent.slice(0, 12)}` : undefined,
  ),
  'shows malformed JSON that is short': malformed((sent) => (sent.length < 6 ? `No JSON: ${sent}` : 'No JSON.')),
  'shows the id of an unknown case that is short': tells((input, shown) =>
    isUnknownCase(shown, input) && isShort(caseIn(input)) ? unknown(input) : undefined,
  ),
  'shows a short file name': ofFile(({ filename = '' }) =>
    isShort(filename.replace('.jpg', '')) ? `${filename} is no picture.` : 'It is no picture.',
  ),
  'shows a short subtype that a part declares': ofFile(({ type = '' }) =>
    isShort(type.split('/')[1]) ? `It is no ${type}.` : 'It is no picture.',
  ),
  'shows malformed JSON': malformed((sent) => `The body is not JSON: ${sent.slice(0, 100)}`),
  'shows an illegal idempotency key': showsHeader('Idempotency-Key', 'malformed-request'),
  'shows a media type that is not accepted': showsHeader('Content-Type', 'unsupported-media-type'),
  'shows a content encoding that is not accepted': showsHeader('Content-Encoding', 'unsupported-media-type'),
  'shows the Content-Type that a part declares': ofFile(({ type }) => `The content is not ${type}.`),
  'shows the beginning of a file that is not accepted': ofFile(
    ({ content }) => `The content begins with ${JSON.stringify(content.slice(0, 8))}.`,
  ),
};

export default faults;
