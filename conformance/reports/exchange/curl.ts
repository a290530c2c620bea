import { type Credential, type Exchange, type Header, sizeOf } from '../../wire/exchange.ts';
import { redactor } from '../../wire/redactor.ts';
import { formOf, type FormPart } from './form.ts';
import { printing } from './printing.ts';
import { carriedCredentials } from '../secrets.ts';

/** A command for a POSIX shell that sends the request of the exchange again, with the keys from the environment. */
export function curlOf({ request }: Exchange, credentials: Credential[]): string {
  const known = [...carriedCredentials(request), ...credentials];
  const word = (text: string) => shellWord(text, known);
  const isInPieces = request.inPieces !== undefined && request.body.length > 1;
  // curl would write a form at once.
  const form = isInPieces ? undefined : formOf(request);
  const start = [
    'curl -sSi',
    ...(request.method === 'GET' && request.body.length === 0 ? [] : [`-X ${request.method}`]),
    word(request.url),
    ...headersOf(request, form).map(([name, value]) => `-H ${word(value === '' ? `${name}:` : `${name}: ${value}`)}`),
  ];
  if (isInPieces) return piecesOf(request, start);
  if (form) return [...fileOf(form), [...start, ...form.map(formOption)].join(' ')].join(' | ');
  if (request.body.length === 0) return start.join(' ');
  const body = Buffer.concat(request.body);
  const text = body.toString('utf8');
  const isShort = body.length < 2000;
  // Where a key is in it, the body is written with the variable of the key.
  if (/^[^\p{Cc}\ufffd@]*$/u.test(text) && (isShort || word(text).startsWith('"')))
    return [...start, `--data-binary ${word(text)}`].join(' ');
  return `${printing(body)} | ${[...start, '--data-binary @-'].join(' ')}`;
}

/** curl sends what it reads at once, and announces the length only if it is told. */
function piecesOf({ body, chunked, inPieces = 0 }: Exchange['request'], start: string[]): string {
  const pause = Math.max(0.1, inPieces / 1000);
  const pieces = body.map((piece) => printing(Buffer.from(piece))).join(`; sleep ${pause}; `);
  const framing = chunked ? [] : [`-H 'Content-Length: ${sizeOf(body)}' -H 'Transfer-Encoding:'`];
  return `{ ${pieces}; } | ${[...start, ...framing, "-H 'Expect:' -T -"].join(' ')}`;
}

/** curl reads the file from the standard input. */
const fileOf = (form: FormPart[]): string[] => form.flatMap(({ file, content }) => (file ? [printing(content)] : []));

const formOption = ({ name, file, content }: FormPart): string =>
  `--form '${name}=${file ? `@-;filename=${file.name};type=${file.type}` : content.toString('latin1')}'`;

// Without these headers, curl adds a media type to a body and announces its length; for a form it writes its own type.
function headersOf({ headers, body, chunked }: Exchange['request'], form: FormPart[] | undefined): Header[] {
  const isType = ([name]: Header) => name.toLowerCase() === 'content-type';
  const typed = body.length === 0 || headers.some(isType);
  return [
    ...(form ? headers.filter((header) => !isType(header)) : headers),
    ...(typed ? [] : [['Content-Type', ''] as Header]),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as Header] : []),
  ];
}

function shellWord(text: string, credentials: Credential[]): string {
  const marked = redactor(credentials.map(({ value }, at) => ({ value, shell: `\u0000${at}\u0000` })))(text);
  if (marked === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  const pieces = marked
    .split('\u0000')
    .map((piece, at) => (at % 2 === 1 ? credentials[Number(piece)]!.shell : piece.replaceAll(/["\\$`]/g, '\\$&')));
  return `"${pieces.join('')}"`;
}
