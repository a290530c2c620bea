// What the errors of a problem point at.
import { writes } from './support/changes.ts';
import { faultsOf, type InputFault, type InputFaults } from './support/fault.ts';
import type { Input, Properties } from './support/input.ts';
import { nameIn } from './support/pointers.ts';

interface Entry {
  pointer: string;
  detail: string;
}

const errorsOf = (problem: Properties) => problem['errors'] as Entry[] | undefined;

const lists = (
  change: (entry: Entry, input: Input) => object,
  is: (input: Input) => boolean = () => true,
): InputFault =>
  writes((problem, input) => {
    const errors = errorsOf(problem);
    return errors && is(input) ? { ...problem, errors: errors.map((entry) => change(entry, input)) } : undefined;
  });
const listsNone = (
  is: (errors: Entry[], input: Input) => boolean = () => true,
  instead: (errors: Entry[]) => object = () => ({}),
): InputFault =>
  writes((problem, input) => {
    const { errors: _, ...rest } = problem;
    const errors = errorsOf(problem);
    return errors && is(errors, input) ? { ...rest, ...instead(errors) } : undefined;
  });

const points = (change: (entry: Entry) => string, is?: (input: Input) => boolean): InputFault =>
  lists(({ pointer, detail }) => ({ pointer: change({ pointer, detail }), detail }), is);
/** Errors for which the pointer is another one. */
const pointsFor = (is: (entry: Entry) => boolean, change: (pointer: string) => string): InputFault =>
  points((entry) => (is(entry) ? change(entry.pointer) : entry.pointer));
const about =
  (...details: string[]) =>
  ({ detail }: Entry) =>
    details.includes(detail);
/** What the schema does not allow. */
const isOfSchema = ({ detail }: Entry) => !/sandbox|is repeated|is empty/.test(detail);

/** Names that are written in another way. */
const escapes = (change: (name: string, pointer: string) => string): InputFault =>
  pointsFor(
    ({ pointer }) => pointer.startsWith('#/'),
    (pointer) => `#/${change(nameIn(pointer), pointer.slice(2))}`,
  );
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const encoded = (name: string) => encodeURI(name).replaceAll('#', '%23');
const component = (name: string) => encodeURIComponent(name).replaceAll('%2F', '/');

const isUpload = ({ operation }: Input) => operation === 'upload';

const faults: InputFaults = {
  'lists no errors': listsNone(),
  'lists errors in an undefined property': listsNone(undefined, (errors) => ({ 'invalid-params': errors })),
  'lists empty errors': listsNone(undefined, () => ({ errors: [] })),
  ...faultsOf(lists, {
    'lists errors without detail': ({ pointer }) => ({ pointer }),
    'lists errors with an empty detail': ({ pointer }) => ({ pointer, detail: '' }),
    'lists errors in an object by name': ({ pointer, detail }) => ({ name: pointer.slice(2), detail }),
  }),
  ...faultsOf(listsNone, {
    'lists no errors of a repeated part': ([first]) => first?.detail === 'is repeated',
    'lists no errors if there are several': ({ length }) => length > 1,
    'does not point at a part': (_, input) => isUpload(input),
  }),
  ...faultsOf(points, {
    'writes pointers without #': ({ pointer }) => pointer.slice(1),
    'writes pointers with dots': ({ pointer }) => pointer.replace('#/', '#.'),
    'writes pointers below #/body': ({ pointer }) => pointer.replace('#', '#/body'),
    'points at #/ for a body that is not an object': ({ pointer }) => (pointer === '#' ? '#/' : pointer),
    'points at the type of a body that is not an object': ({ pointer }) => (pointer === '#' ? '#/type' : pointer),
  }),
  'points at the body for every property': pointsFor(isOfSchema, () => '#'),
  'points at the body for a value of a wrong type': pointsFor(
    ({ detail }) => /^must be (string|object)$/.test(detail),
    () => '#',
  ),
  'points at the type for every invalid value': pointsFor(
    (entry) => isOfSchema(entry) && entry.pointer === '#/reference' && entry.detail !== 'is required',
    () => '#/type',
  ),
  'points at the body for a missing property': pointsFor(about('is required'), () => '#'),
  'points below the name of a missing property': pointsFor(about('is required'), (pointer) => `${pointer}/required`),
  'points at the body for an unknown property': pointsFor(about('is not known'), () => '#'),
  ...faultsOf(escapes, {
    'escapes only the first slash of a name': (name) => component(name.replaceAll('~', '~0').replace('/', '~1')),
    'writes the dots of a name as slashes': (name) => component(escaped(name).replaceAll('.', '/')),
    'treats brackets in a name as an array index': (name) => component(escaped(name).replaceAll(/\[(\d+)\]/g, '/$1')),
    'does not escape names in pointers': encoded,
    'escapes tilde after slash': (name) => encoded(name.replaceAll('/', '~1').replaceAll('~', '~0')),
    'percent-encodes a slash instead of escaping it': (name) => encodeURIComponent(name.replaceAll('~', '~0')),
    'does not escape a tilde': (name) => encoded(name.replaceAll('/', '~1')),
    'does not percent-encode pointers': escaped,
    'percent-encodes pointers twice': (_, sent) => sent.replaceAll('%', '%25'),
    'percent-encodes pointers as forms do': (name) => encodeURIComponent(escaped(name)).replaceAll('%20', '+'),
    'does not percent-encode # in a pointer': (name) => encodeURI(escaped(name)),
    'does not percent-encode non-ASCII letters': (name, sent) => (/[^\0-\x7f]/.test(name) ? name : sent),
  }),
  'points at parts below the body': points(({ pointer }) => pointer.replace('#', '#/body'), isUpload),
  'does not percent-encode a percent sign in the name of a part': points(
    ({ pointer }) => pointer.replaceAll('%25', '%'),
    isUpload,
  ),
  'does not percent-encode non-ASCII letters in the name of a part': points(
    ({ pointer }) => pointer.replaceAll(/(%[89A-F][0-9A-F])+/gi, decodeURIComponent),
    isUpload,
  ),
  'points at the body for a repeated part': pointsFor(about('is repeated'), () => '#'),
  'points at the file for an unknown kind': pointsFor(
    (entry) => isOfSchema(entry) && entry.pointer === '#/kind' && entry.detail !== 'is required',
    () => '#/file',
  ),
  'points at the body for an empty file': pointsFor(about('is empty'), () => '#'),
};

export default faults;
