// What real clients send is about people. A recording of it has other texts and other files of the same form, so that it is
// judged as the traffic was.
import { createHash, randomInt } from 'node:crypto';
import { ArtifactKind, CaseType } from '../../generated/validators.js';
import { type FileType, recognise, type Recognised } from '../oracle/request/file-type.ts';
import { mediaTypeIn } from '../oracle/request/media-type.ts';
import { type Exchange, type Header, headerIn } from '../wire/exchange.ts';
import { parsed, textIn } from '../wire/json.ts';
import { withoutSecret } from './secret-headers.ts';

const ranges: [pattern: RegExp, first: number, size: number][] = [
  [/[a-z]/, 0x61, 26],
  [/[A-Z]/, 0x41, 26],
  [/[0-9]/, 0x30, 10],
  // Letters without accents, as many bytes long in UTF-8.
  [/[\u0080-\u07ff]/, 0x430, 32],
  [/[\u0800-\uffff]/, 0x4e00, 512],
  [/[^\u0000-\uffff]/, 0x20_000, 512],
];

/** Another letter of the same kind; what is neither letter nor digit stays. */
function letterLike(letter: string): string {
  if (!/[\p{L}\p{N}]/u.test(letter)) return letter;
  const [, first, size] = ranges.find(([pattern]) => pattern.test(letter))!;
  return String.fromCodePoint(first + randomInt(size));
}

/** They mean something in the contract. */
const isWord = (text: string) => CaseType(text) || ArtifactKind(text);
const directive = /^sandbox:[^#]*/;
/** Half of a pair of escapes, which makes JSON malformed, another escape, or a letter. */
const letters = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}|\\u?.|./gisu;
const attempts = 20;

/** Properties of a response whose values the contract defines. */
const defined = new Set(['id', 'type', 'status', 'kind', 'content_type', 'instance', 'pointer', 'reasons', 'sha256']);
/** The values of a JSON text, also of one that was cut off, and the names in it; and numbers that may be of a person. */
const literals = /"((?:[^"\\]|\\.)*)("|$)(\s*:)?|\d{5,}/gs;
const digests = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi;

interface Masked {
  request: Exchange['request'];
  /** by text of the request, what stands for it */
  own: Map<string, string>;
}

/** Replaces what is about people in exchanges, the same text always by the same other one. */
export class Mask {
  readonly #texts = new Map<string, string>();
  readonly #made = new Set<string>();
  readonly #digests = new Map<string, string>();
  readonly #requests = new Map<Exchange['request'], Masked>();
  readonly #keys: Set<string>;
  readonly #keepBodies: boolean;

  /**
   * @param keys the supplied ones, which are replaced elsewhere
   * @param keepBodies replace only keys
   */
  constructor(keys: string[], keepBodies: boolean) {
    this.#keys = new Set(keys);
    this.#keepBodies = keepBodies;
  }

  exchange(exchange: Exchange): Exchange {
    const { response } = exchange;
    const { request, own } = this.#request(exchange.request);
    this.#requests.delete(exchange.request);
    return {
      ...exchange,
      request,
      ...(response && {
        response: {
          ...response,
          headers: response.headers.map(withoutSecret),
          body: this.#shown(response.body, own),
        },
      }),
    };
  }

  /** A request has passed, whose response may come later than another one that shows what it sent. */
  passed(request: Exchange['request']): void {
    this.#requests.set(request, this.#request(request));
  }

  #request(request: Exchange['request']): Masked {
    const known = this.#requests.get(request);
    if (known) return known;
    const { credential } = request;
    const own = new Map<string, string>();
    const body = this.#keepBodies ? request.body : this.#body(request, own);
    const isUnknown = credential !== undefined && !this.#keys.has(credential.value);
    if (isUnknown) own.set(credential.value, this.#text(credential.value));
    const masked = {
      ...request,
      url: this.#keepBodies ? request.url : request.url.replace(/\?.*/s, (query) => this.#query(query)),
      headers: this.#lengthened(request, body).map((header) => this.#header(header)),
      body,
      ...(isUnknown && { credential: { ...credential, value: this.#text(credential.value) } }),
    };
    return { request: masked, own };
  }

  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const [kept = ''] = directive.exec(text) ?? [];
    let made = text;
    for (let left = attempts; left > 0; left -= 1) {
      made = kept + text.slice(kept.length).replaceAll(letters, (each) => (each[0] === '\\' ? each : letterLike(each)));
      if (made !== text && !this.#made.has(made) && !isWord(made)) break;
    }
    this.#texts.set(text, made);
    this.#made.add(made);
    return made;
  }

  #query(query: string): string {
    const masked = (value: string) =>
      value.replaceAll(/%[0-9a-f]{2}|%|[^%]+/gi, (each) => (each[0] === '%' ? each : this.#text(each)));
    return query.replaceAll(/(?<==)[^&]+/g, masked);
  }

  #header([name, value]: Header): Header {
    // Some clients make it of what they send.
    if (/^idempotency[-_]key$/i.test(name)) return [name, this.#keepBodies ? value : this.#text(value)];
    const [, scheme, rest] = /^(\S+ +)(.+)$/.exec(value) ?? [];
    const isKey = name.toLowerCase() === 'authorization' && rest !== undefined && !this.#keys.has(rest);
    return withoutSecret([name, isKey ? scheme + this.#text(rest) : value]);
  }

  /** An escape in a text takes more bytes than the letter that stands for it. */
  #lengthened({ headers, body }: Exchange['request'], written: Uint8Array[]): Header[] {
    const [before, after] = [body, written].map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
    return headers.map(([name, value]): Header => {
      const isLength = name.toLowerCase() === 'content-length' && value === String(before);
      return [name, isLength ? String(after) : value];
    });
  }

  #body({ headers, body }: Exchange['request'], own: Map<string, string>): Uint8Array[] {
    if (body.every(({ length }) => length === 0)) return body;
    const bytes = Buffer.concat(body);
    const type = headerIn(headers, 'Content-Type') ?? '';
    const boundary = mediaTypeIn(type)?.parameters.get('boundary') ?? boundaryIn(type, bytes);
    if (boundary !== undefined) return [this.#form(bytes, boundary)];
    const text = textIn(bytes);
    if (text === undefined) return [this.#file(bytes)];
    return [Buffer.from(/json/i.test(type) || /^\s*[[{"]/.test(text) ? this.#json(text, own) : this.#text(text))];
  }

  #json(text: string, own: Map<string, string>): string {
    return text.replaceAll(literals, (whole, inner: string | undefined, end: string, colon: string | undefined) => {
      if (inner === undefined) return whole[0] + this.#text(whole.slice(1));
      if (colon !== undefined) return whole;
      const value = unescaped(inner);
      if (!value?.isWellFormed()) return `"${this.#text(inner)}${end}`;
      if (isWord(value)) return whole;
      const made = this.#text(value);
      own.set(value, made);
      return `"${escaped(made)}${end}`;
    });
  }

  /** Each part: `kind` as it is, a file as another one of the same size and type. */
  #form(bytes: Buffer, boundary: string): Buffer {
    const delimiter = `\r\n--${boundary}`;
    const [first = '', ...parts] = `\r\n${bytes.toString('latin1')}`.split(delimiter);
    const written = parts.map((part) => {
      const [, start, head, middle, content] =
        /^([ \t]*\r\n)(.*?)(\r\n\r\n|(?<=^[ \t]*\r\n)\r\n)(.*)$/s.exec(part) ?? [];
      if (content === undefined) return this.#bytes(part);
      const name = /;\s*name="?([^";\r\n]*)/i.exec(head!)?.[1];
      const isFile = name === 'file' || /;\s*filename/i.test(head!);
      const other = isFile ? this.#file(Buffer.from(content, 'latin1')).toString('latin1') : this.#bytes(content);
      const isKept = name === 'kind' || isWord(content);
      return start! + this.#partHead(head!) + middle! + (isKept ? content : other);
    });
    return Buffer.from([this.#bytes(first), ...written].join(delimiter).slice('\r\n'.length), 'latin1');
  }

  #partHead = (head: string) =>
    head.replaceAll(/(;\s*filename\*?=)("(?:[^"\\]|\\.)*"|[^;\r\n]*)/gi, (_, start: string, name: string) => {
      const [, stem = '', ending = ''] = /^(.*?)(\.\w{1,5}"?)?$/s.exec(name) ?? [];
      return start + this.#bytes(stem) + ending;
    });

  /** A text whose characters are bytes. */
  #bytes(latin1: string): string {
    const bytes = Buffer.from(latin1, 'latin1');
    const text = textIn(bytes);
    return text === undefined ? this.#file(bytes).toString('latin1') : Buffer.from(this.#text(text)).toString('latin1');
  }

  #file(bytes: Buffer): Buffer {
    const made = fileLike(bytes);
    this.#digests.set(sha256(bytes), sha256(made));
    return made;
  }

  /** What the service shows of it. */
  #shown(body: Buffer, own: Map<string, string>): Buffer {
    const text = textIn(body);
    if (text === undefined || text === '') return body;
    let name: string | undefined;
    const written = text
      .replaceAll(digests, (digest) => this.#digests.get(digest.toLowerCase()) ?? digest)
      .replaceAll(literals, (whole, inner: string | undefined, end: string, colon: string | undefined) => {
        const value = inner === undefined ? undefined : unescaped(inner);
        if (colon !== undefined) name = value;
        if (colon !== undefined || value === undefined || (name !== undefined && defined.has(name))) return whole;
        const made =
          name === 'reference' && !this.#keepBodies && !isWord(value) ? this.#text(value) : withOwn(value, own);
        return made === value ? whole : `"${escaped(made)}${end}`;
      });
    return written === text ? body : Buffer.from(written);
  }
}

/** A message may quote what was sent. */
function withOwn(text: string, own: Map<string, string>): string {
  const found = [...own].filter(([value]) => value.length > 2 && text.includes(value));
  return found.reduce((all, [value, made]) => all.replaceAll(value, () => made), text);
}

/** Undefined for what JSON does not allow in a string. */
const unescaped = (inner: string) => parsed(`"${inner}"`)?.value as string | undefined;
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The boundary of a form whose type is malformed, or is missing. */
const boundaryIn = (type: string, body: Buffer): string | undefined =>
  /\bboundary="?([^";,\s]+)/i.exec(type)?.[1] ?? /^--(\S{1,70})[ \t]*\r?\n/.exec(body.toString('latin1', 0, 80))?.[1];

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Frame = [head: string, tail: string];

/** How files of a type begin and end that have the form of a whole one, of its signature or of a part of that. */
const frames: Record<FileType, Record<Recognised['by'], Frame>> = {
  'image/jpeg': {
    'a whole file': ['\xff\xd8\xff\xe0\0\x02\xff\xc0\0\x02\xff\xda\0\x02', '\xff\xd9'],
    'its signature': ['\xff\xd8\xff\xe0', ''],
    'a part of its signature': ['\xff\xd8', ''],
  },
  'image/png': {
    'a whole file': ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'IDATIEND'],
    'its signature': ['\x89PNG\r\n\x1a\n', ''],
    'a part of its signature': ['\x89PNG', ''],
  },
  'application/pdf': {
    'a whole file': ['%PDF-1.4\n', 'startxref\n%%EOF'],
    'its signature': ['%PDF-', ''],
    'a part of its signature': ['%PDF', ''],
  },
};

/** A file of the same size and type that has nothing but the digest of the other one. */
function fileLike(bytes: Buffer): Buffer {
  const recognised = recognise(bytes);
  const [head, tail] = recognised ? frames[recognised.type][recognised.by] : ['', ''];
  const room = bytes.length - head.length - tail.length;
  const digest = sha256(bytes);
  const whole = ` SHA-256 ${digest} `;
  const text = whole.length <= room ? whole : digest;
  const made = head + text.slice(0, Math.max(0, room)).padEnd(Math.max(0, room), ' ') + tail;
  const file = Buffer.from(made, 'latin1').subarray(0, bytes.length);
  // The first marker says which program has written a JPEG.
  if (head.startsWith('\xff\xd8\xff') && bytes.length > 3) file[3] = bytes[3]!;
  return file;
}
