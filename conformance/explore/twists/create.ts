import { eachOf, type Twist, type Twists } from '../step.ts';
import * as values from './create-values.ts';
import * as sandbox from './sandbox-values.ts';

const set =
  (name: string) =>
  (value: unknown): Twist =>
  (draft) => {
    draft.json = { ...draft.json, [name]: value };
  };

const raw =
  (write: (text: string, json: Record<string, unknown>) => string | Buffer): Twist =>
  (draft) => {
    draft.body = Buffer.from(write(JSON.stringify(draft.json), draft.json) as string);
  };

/** A reference of this text, made unique where its length allows it. */
const reference =
  (text: string): Twist =>
  (draft) => {
    draft.json = { ...draft.json, reference: text };
  };

const bytesOf = (size: number, behind: boolean) => (text: string) => {
  const space = ' '.repeat(Math.max(0, size - Buffer.byteLength(text)));
  return behind ? text + space : space + text;
};
const lengths = (...all: number[]) => Object.fromEntries(all.map((each) => [each, each]));

/** Changes of the body of a create: values of its schema, their boundaries, and what no schema allows. */
export const createTwists: Twists = {
  ...eachOf('type', values.wrongTypes, set('type')),
  ...eachOf('reference', values.nonStrings, set('reference')),
  ...eachOf('legal reference', values.legal, reference),
  ...eachOf('directive', sandbox.directives, reference),
  ...eachOf('valid directive', sandbox.validDirectives, reference),
  ...eachOf('control', values.controls, (control) => (draft) => set('reference')(`a${control}b`)(draft, undefined!)),
  ...eachOf(
    'control at the end',
    values.controls,
    (control) => (draft) => set('reference')(`ab${control}`)(draft, undefined!),
  ),
  ...eachOf('length', lengths(0, 1, 2, 128, 200, 255, 256, 257, 1000, 30_000), (length) =>
    reference('x'.repeat(length)),
  ),
  // What is behind the beginning that two references share.
  ...eachOf('length of its own', lengths(129, 201, 255, 256, 257), (length) => (draft, { unique }) => {
    draft.json = { ...draft.json, reference: unique.padStart(length, 'x') };
  }),
  ...eachOf('length in emoji', lengths(128, 129, 255, 256, 257), (length) => reference('🪪'.repeat(length))),
  ...eachOf('length in combining accents', lengths(128, 129, 256), (length) => reference('e\u0301'.repeat(length))),
  ...eachOf('length with spaces at the end', lengths(256, 257), (length) => reference('x'.repeat(9).padEnd(length))),
  ...eachOf('length in accents', lengths(256, 257), (length) => reference('é'.repeat(length))),
  ...eachOf('property', values.names, (name) => (draft, { unique }) => {
    draft.body = Buffer.from(JSON.stringify(draft.json).replace(/}$/, `,${JSON.stringify(name)}:"${unique}"}`));
  }),
  ...eachOf('surrogate in a name', values.surrogates, (escape) => raw((text) => text.replace('{', `{"${escape}":1,`))),
  ...eachOf('surrogate in an unknown property', values.surrogates, (escape) =>
    raw((text) => text.replace(/}$/, `,"nickname":"${escape}"}`)),
  ),
  ...eachOf('type as', values.rawValues, (value) => raw((text) => text.replace(/"type":"[^"]*"/, `"type":${value}`))),
  ...eachOf('reference as', values.rawValues, (value) =>
    raw((text) => text.replace(/"reference":"[^"]*"/, `"reference":${value}`)),
  ),
  ...eachOf('unknown property as', values.rawValues, (value) =>
    raw((text) => text.replace(/}$/, `,"nickname":${value}}`)),
  ),
  ...eachOf('nearly the reference', values.nearly, (change) => (draft) => {
    draft.json = { ...draft.json, reference: change(String(draft.json['reference'])) };
  }),
  ...eachOf('property with value', { null: null, list: [], object: {}, false: false }, set('extra')),
  ...eachOf('missing', values.missing, (absent) => (draft) => {
    draft.json = Object.fromEntries(Object.entries(draft.json).filter(([name]) => !absent.includes(name)));
  }),
  ...eachOf('missing, in the query', values.missing, (absent) => (draft) => {
    const given = absent.map((name) => `${name}=${encodeURIComponent(String(draft.json[name]))}`);
    draft.path += `?${given.join('&')}`;
    draft.json = Object.fromEntries(Object.entries(draft.json).filter(([name]) => !absent.includes(name)));
  }),
  ...eachOf('not an object', values.nonObjects, (text) => raw(() => text)),
  ...eachOf('malformed', values.malformed, raw),
  ...eachOf('spelled', values.spelled, raw),
  ...eachOf('surrogate', values.surrogates, (escape) =>
    raw((text) => text.replace('"reference":"', `"reference":"${escape}`)),
  ),
  ...eachOf('surrogate at the end', values.surrogates, (escape) => raw((text) => text.replace(/"}$/, `${escape}"}`))),
  ...eachOf('surrogate in type', values.surrogates, (escape) =>
    raw((text) => text.replace('"type":"', `"type":"${escape}`)),
  ),
  ...eachOf('bytes', values.broken, (bytes) =>
    raw((text) => {
      const at = text.indexOf('"reference":"') + 13;
      return Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))]);
    }),
  ),
  ...eachOf('size', lengths(65_535, 65_536, 65_537, 70_000, 200_000), (size) => raw(bytesOf(size, false))),
  ...eachOf('size, behind', lengths(65_536, 65_537), (size) => raw(bytesOf(size, true))),
  ...eachOf('size, without Content-Length', lengths(65_536, 65_537, 200_000), (size) => (draft, ingredients) => {
    raw(bytesOf(size, true))(draft, ingredients);
    draft.chunked = true;
  }),
  'names in another letter case': (draft) => {
    const { type, reference: text } = draft.json;
    draft.json = { Type: type, Reference: text };
  },
  'a name in another letter case': (draft) => {
    const { reference: text, ...rest } = draft.json;
    draft.json = { ...rest, Reference: text };
  },
  'UTF-16 without a mark': raw((text) => Buffer.from(text, 'utf16le')),
  'a repeated property': raw((text) => text.replace('{', '{"type":"PM",')),
  'a byte-order mark': raw((text) => `\ufeff${text}`),
  'UTF-16': raw((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  'deep nesting': raw(() => `{"type":"PF","reference":${'['.repeat(2000)}${']'.repeat(2000)}}`),
  ...eachOf('random reference', values.ranges, (codes) => (draft, { pick }) => {
    const random = Array.from({ length: 1 + pick(12) }, () => {
      const [from, to] = codes[pick(codes.length)]!;
      return String.fromCodePoint(from + pick(to - from + 1));
    });
    draft.json = { ...draft.json, reference: random.join('') };
  }),
  ...eachOf('in two pieces', values.cuts, ([letter, at]) => (draft) => {
    draft.json = { ...draft.json, reference: `🪪${String(draft.json['reference'])}` };
    draft.body = Buffer.from(JSON.stringify(draft.json));
    draft.cut = (body) => Math.max(1, body.indexOf(letter) + at);
  }),
  'an entity': set('type')('PM'),
};
