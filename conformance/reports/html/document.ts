import { createHash } from 'node:crypto';
import { shipped } from '../../../shipped/files.ts';
import { html, Markup } from './markup.ts';

/** A page without network access: its policy allows only its own styles and script. */
export function htmlDocument(title: string, body: Markup): string {
  const style = asset('report.css');
  const script = asset('report.js');
  // The digests of the policy are of exactly these bytes, so they are not escaped.
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}" />
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

const policyFor = (style: string, script: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
