import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escape } from '../text.ts';

/** A page of the site, and what is the same on all of them: policy, style and navigation. */
export interface Page {
  file: string;
  title: string;
  /** further content of `head`, as HTML */
  head?: string;
  body: string;
  /** the sources of scripts for the Content-Security-Policy; none if absent */
  scripts?: string;
}

const pages = [
  ['index.html', 'Guide'],
  ['reference.html', 'Reference'],
  ['decisions.html', 'Decisions'],
  ['sources.html', 'Stated or decided'],
] as const;

export const asset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

// The reference has a switch for its colours and remembers the choice; the other pages use the same colours.
const colours = `try{document.documentElement.classList.add(localStorage.getItem('redoc.colorMode')||'')}catch{}`;

// The reference was index.html before; old links to it still work.
const moved = `if(/^#(requirement-|\\/)/.test(location.hash))location.replace('reference.html'+location.hash)`;
const copy = asset('copy.js');

export function page({ file, title, head = '', body, scripts = [colours, copy, moved].map(hashOf).join(' ') }: Page) {
  const links = pages.map(
    ([href, text]) => `<a href="${href}"${href === file ? ' aria-current="page"' : ''}>${text}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${asset('site.css')}</style>
<script>${colours}</script>${file === 'index.html' ? `<script>${moved}</script>` : ''}
${head}
</head>
<body>
${file === 'reference.html' ? '' : skip}<header class="site"><nav aria-label="Site"><span class="name">Identity-verification case service</span>
${links.join('\n')}
<a href="openapi.yaml" download>openapi.yaml</a>
<a href="openapi.json" download>openapi.json</a>
<a href="arazzo.yaml" download>arazzo.yaml</a></nav></header>
${body}${file === 'reference.html' ? '' : `\n<script>${copy}</script>`}
</body>
</html>
`;
}

// Not in the reference: Redoc would take the fragment for one of its pages.
const skip = '<a class="skip" href="#content">Skip to content</a>\n';

/** A page of prose in one column, with its title as heading. */
export function article(file: string, title: string, content: string): string {
  return page({
    file,
    title: escape(title),
    body: `<main id="content" class="prose"><h1>${escape(title)}</h1>${content}</main>`,
  });
}

// Nothing may leave the folder: the bundle of Redoc names an address for telemetry and one for its logo.
const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
