import { createHash } from 'node:crypto';
import { shipped } from '../../../shipped/files.ts';

/** HTML that needs no escaping: only this file creates it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | undefined | false | Markup | Value[];

/** HTML in which every value is escaped, unless this tag created it. */
export function html(pieces: TemplateStringsArray, ...values: Value[]): Markup {
  // The indentation of a template means nothing to a browser, and it would be a fifth of the page.
  const parts = pieces.map(
    (piece, at) => piece.replaceAll(/\s*\n\s*/g, '\n') + (at < values.length ? textOf(values[at]) : ''),
  );
  return new Markup(parts.join(''));
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value instanceof Markup ? value.text : escape(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** A sentence of the contract, with code between backticks. */
export const sentenceHtml = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A page without network access: its policy allows only its own styles and script. */
export function htmlDocument(title: string, body: Markup): string {
  const style = asset('report.css');
  const script = asset('report.js');
  const sources = `script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:`;
  const policy = `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'`;
  // The digests of the policy are of exactly these bytes, so they are not escaped.
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${new Markup(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.text;
}

const asset = (name: string) => shipped.read(`conformance/reports/assets/${name}`)!.toString();

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
