import { createHash } from 'node:crypto';
import { shipped } from '../../../shipped/files.ts';
import { html, Markup } from './markup.ts';

interface Document {
  title: string;
  /** files of `assets/` */
  styles: string[];
  script?: string;
  body: Markup;
}

/** A page without network access: its policy allows only its own styles and script. */
export function htmlDocument({ title, styles, script, body }: Document): string {
  const style = styles.map(asset).join('');
  const code = script === undefined ? undefined : asset(script);
  // The digests of the policy are of exactly these bytes, so they are not escaped.
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policyFor(style, code)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${code !== undefined && new Markup(`<script>${code}</script>`)}
      </body>
    </html> `;
  return page.text;
}

const asset = (name: string) => shipped.read(`conformance/reports/assets/${name}`)!.toString();

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyFor = (style: string, script: string | undefined) =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
