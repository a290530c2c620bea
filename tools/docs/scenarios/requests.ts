// Prints the requests of scenarios: what differs from the valid request of the operation, as the suite would send it.
import { visible } from '../../../conformance/reports/exchange/exchange.ts';
import { type KeyName, keyVariables } from '../../../conformance/manifest.ts';
import { requestOf } from '../../../conformance/run/play/sending/request.ts';
import { pathOf, type Surroundings } from '../../../conformance/run/play/sending/surroundings.ts';
import { Run } from '../../../conformance/run/play/run.ts';
import type { Reply } from '../../../conformance/scenarios/events.ts';
import type { Scenario, Step } from '../../../conformance/scenarios/vocabulary.ts';
import { bearerKey } from '../../../conformance/wire/exchange.ts';
import type { Request } from '../../../conformance/wire/http.ts';
import { type FormPart, formPartsOf } from './form-parts.ts';

const idOfExamples = 'case_7Qm2xVt9LkPz4RwB';
const opened = { id: idOfExamples, location: `/cases/${idOfExamples}` };

const shells = Object.entries(keyVariables).map(([name, variable]): [KeyName, string] => [
  name as KeyName,
  `$${variable}`,
]);
// Nothing is sent with it.
const run = new Run(
  {
    baseUrl: 'https://candidate.example',
    key: bearerKey,
    id: '/id',
    claims: [],
    keys: Object.fromEntries(shells),
  },
  '000000',
  { timeout: 0, signal: AbortSignal.abort() },
);
const around: Surroundings = {
  run,
  unique: '{unique}',
  uuid: '{uuid}',
  number: '{number}',
  opened: [opened, { id: '{id of the second case}', location: undefined }],
  artifactId: '{artifact id}',
  control: opened,
};

const written = (step: Step): Request => requestOf(step, pathOf(step, around) ?? '/cases/{id}', around, false);

const valid = {
  create: written({ do: 'create' }),
  upload: written({ do: 'upload' }),
  read: written({ do: 'read' }),
};

/** The valid request of an operation, which the others are compared with. */
export function validRequest(operation: Step['do']): string {
  const { method, path, headers, body } = valid[operation];
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const content = body ? ['', ...textOf(body).split('\r\n').map(lineText)] : [];
  return [`${method} ${readable(path)}`, `Authorization: Bearer $${keyVariables.tenant}`, ...lines, ...content].join(
    '\n',
  );
}

const lineText = (line: string) => (/^[\x20-\x7e]*$/.test(line) ? line : `(${line.length} bytes)`);

/** The steps of a scenario, a line for each with what differs below it. */
export function requestLines({ setting, steps, observe }: Scenario): string[] {
  const roles = [
    ['given', setting],
    ['', steps],
    ['then', observe],
  ] as const;
  return roles.flatMap(([role, list]) =>
    runsOf(list.map((step) => stepText(step))).map(
      ([text, count]) => `${role && `${role} `}${count > 1 ? `${count} × ` : ''}${text}`,
    ),
  );
}

/** Equal neighbours, with their number. */
function runsOf(texts: string[]): [text: string, count: number][] {
  const runs: [string, number][] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.[0] === text) last[1] += 1;
    else runs.push([text, 1]);
  }
  return runs;
}

/** The same step with the usual file: of a generated one, only the size is shown. */
function withoutFile(step: Step): Step {
  const { fileSize: _, ...change } = step.change ?? {};
  return { ...step, change };
}

/** One step: its method, path and body, what else is special about it, and the headers that differ. */
export function stepText(step: Step): string {
  const request = written(withoutFile(step));
  const usual = valid[step.do];
  const notes = notesOf(step);
  const first = [
    `${request.method} ${readable(request.path)}`,
    ...bodyText(step, request, usual),
    ...(notes.length > 0 ? [`(${notes.join(', ')})`] : []),
  ];
  return [first.join(' '), ...headerLines(request, usual).map((line) => `    ${readable(line)}`)].join('\n');
}

function headerLines({ headers = {}, credential, key = bearerKey }: Request, usual: Request): string[] {
  const own = Object.entries(headers).filter(([name, value]) => String(usual.headers?.[name]) !== String(value));
  const lines = own.flatMap(([name, value]) => {
    const values = [value].flat();
    return values.length === 0 ? [`(no ${name})`] : values.map((each) => `${name}: ${shortened(each)}`);
  });
  const authorization = credential && `${key.header}: ${key.template.replace('{key}', () => credential.shell)}`;
  if (authorization === `Authorization: Bearer $${keyVariables.tenant}`) return lines;
  return [authorization ?? '(no Authorization)', ...lines];
}

function bodyText({ do: operation, change = {} }: Step, { body, headers }: Request, usual: Request): string[] {
  const text = textOf(body);
  if (text === textOf(usual.body) && change.fileSize === undefined) return [];
  if (text === '') return ['(no body)'];
  if (operation === 'upload') {
    const parts = formPartsOf(text, String(headers?.['Content-Type']));
    const usualParts = formPartsOf(textOf(usual.body), String(usual.headers?.['Content-Type']))!;
    if (parts && (change.formAs ?? change.writtenAs) === undefined) return formText(parts, usualParts, change.fileSize);
  }
  return [shortened(Buffer.from(text, 'latin1').toString('utf8'))];
}

/** The parts that differ from those of the valid form. */
function formText(parts: FormPart[], usual: FormPart[], fileSize: number | undefined): string[] {
  const texts = parts.map((part) => partText(part, part.name === 'file' ? fileSize : undefined));
  const usualTexts = usual.map((part) => partText(part));
  const missing = usual.filter(({ name }) => !parts.some((part) => part.name === name));
  const changed = texts.filter((text) => !usualTexts.includes(text));
  if (changed.length + missing.length === 0)
    return texts.join() === usualTexts.join() ? [] : ['(the parts in reverse order)'];
  return [...changed, ...missing.map(({ name }) => `(no ${name})`)];
}

/** @param size of the content, where that is generated */
function partText({ name, headers, content }: FormPart, size?: number): string {
  const isShort = size === undefined && /^[\x20-\x7e]{0,60}$/.test(content);
  const value = isShort ? content : `${(size ?? content.length).toLocaleString('en')} bytes`;
  return `${name}=${value}${headers && ` [${shortened(headers)}]`}`;
}

function notesOf(step: Step): string[] {
  const { change = {}, until, receiver, together, watchedBy, aborted, listens, connection } = step;
  const notes = {
    'again and again, until the case is decided': until === 'decided',
    'until the event of the case has arrived': until === 'announced',
    'again and again, until the run ends': until === 'the end',
    'at the same moment as the request before': together,
    [`while ${watchedBy} clients read the case`]: watchedBy,
    'the connection is closed in the middle of the body': aborted,
    'on a connection of its own': listens,
    [`on the connection "${connection}"`]: connection,
    [receiverText(receiver)]: receiver && !isUsualReply(receiver),
    'with the cookies that the service has set': change.cookies,
    [`header names ${change.headerNamesAs}`]: change.headerNamesAs,
    'without Content-Length': change.chunked,
    'in four pieces, one each second': change.sending === 'over three seconds',
    'in two pieces, the second after 18 seconds': change.sending === 'with a pause of 18 seconds',
    'in several pieces': change.sending === 'in pieces',
    [`in pieces that begin at byte ${placesText(change.cutAt)}`]: change.cutAt,
  };
  return Object.keys(notes).filter((note) => notes[note]);
}

/** The first numbers of a list show how it goes on. */
const placesText = (places: readonly number[] = []) =>
  [...places.slice(0, 3), ...(places.length > 3 ? [`… ${places.at(-1)}`] : [])].join(', ');

function receiverText({ status, after }: Reply = { status: 204 }): string {
  if (status === 'close') return 'the receiver closes the connection of its event';
  if (status === 'silence') return 'the receiver does not respond to its event';
  return `the receiver responds to its event with ${status}${after === undefined ? '' : ` after ${after} ms`}`;
}

/** Copies that are sent together arrive within this time. */
const isUsualReply = ({ status, after = 0 }: Reply) => status === 204 && after <= 100;

/** Bytes, a character for each. */
function textOf(body: Uint8Array | Uint8Array[] = []): string {
  return Buffer.concat([body].flat())
    .toString('latin1')
    .replaceAll(/conformance-000000-\d{5}/g, '{new reference}');
}

const longest = 160;

/** On one line, without long runs of the same character. */
function shortened(text: string): string {
  const line = visible(text.replaceAll('\n', String.raw`\n`)).replaceAll(
    /(.)\1{19,}/gsu,
    (all, character: string) => `${character}…(${[...all].length}×)`,
  );
  return line.length <= longest ? line : `${line.slice(0, longest)}… (${text.length.toLocaleString('en')} characters)`;
}

/** Ids of the examples are placeholders; those with a change show it. */
function readable(text: string): string {
  return text.replaceAll(new RegExp(`${idOfExamples}(?![\\w-])`, 'g'), '{id}');
}
