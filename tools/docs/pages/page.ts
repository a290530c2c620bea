import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Block, html, markdown } from '../blocks.ts';
import { escape } from '../text.ts';

/** A page of the site; its file is `<name>.html`, beside `<name>.md`. */
export interface Page {
  name: string;
  title: string;
  /** the first paragraph, as plain text */
  lead: string;
  blocks: Block[];
}

const menu = [
  ['index', 'Guide'],
  ['reference', 'Reference'],
  ['requirements', 'Requirements'],
  ['other-apis', 'From another API'],
  ['sources', 'Stated or decided'],
] as const;

export const asset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

// The reference has a switch for its colours and remembers the choice; the other pages use the same colours.
const colours = `try{document.documentElement.classList.add(localStorage.getItem('redoc.colorMode')||'')}catch{}`;
const behaviour = asset('page.js');
const moved = asset('moved.js');

interface Frame {
  name: string;
  title: string;
  /** further content of `head`, as HTML */
  head?: string;
  /** the page of the menu that is shown as the current one */
  current?: string;
  body: string;
  /** the sources of scripts for the Content-Security-Policy */
  scripts?: string;
}

/** What is the same on all pages: policy, style and navigation. */
export function frame({ name, title, head = '', current = name, body, scripts }: Frame): string {
  const links = menu.map(
    ([page, text]) => `<a href="${page}.html"${page === current ? ' aria-current="page"' : ''}>${text}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(scripts ?? [colours, moved, behaviour].map(hashOf).join(' '))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${name}.md">
<style>${asset('site.css')}</style>
<script>${colours}</script>
<script>${moved}</script>
${head}
</head>
<body>
<header class="site"><nav aria-label="Site"><span class="name">Identity-verification case service</span>
${links.join('\n')}
<a href="openapi.yaml" download>openapi.yaml</a></nav></header>
${body}
</body>
</html>
`;
}

/** The pages that belong together, and what is on the current one. */
export interface Side {
  pages: Page[];
  current: Page;
}

/** A page of prose in one column, with its title as heading. */
export function pageHtml({ name, title, lead, blocks }: Page, side?: Side): string {
  return frame({
    name,
    title: escape(title),
    ...(side && { current: 'requirements' }),
    body: `<a class="skip" href="#content">Skip to content</a>
${side ? sideHtml(side) : ''}<main id="content" class="prose"><h1>${escape(title)}</h1>
<p class="lead">${escape(lead)}</p>
${html(blocks)}
<footer class="meta"><a href="${name}.md">This page as Markdown</a> · <a href="llms.txt">llms.txt</a> ·
<a href="openapi.json" download>openapi.json</a> · <a href="arazzo.yaml" download>arazzo.yaml</a></footer></main>
<script>${behaviour}</script>`,
  });
}

function sideHtml({ pages, current }: Side): string {
  const entry = (page: Page) =>
    page === current
      ? `<li><a href="${page.name}.html" aria-current="page">${escape(page.title)}</a><ul>${contentsOf(page)}</ul></li>`
      : `<li><a href="${page.name}.html">${escape(page.title)}</a></li>`;
  return `<nav class="side" aria-label="Requirements"><ul>${pages.map(entry).join('\n')}</ul></nav>\n`;
}

const contentsOf = ({ blocks }: Page) =>
  blocks
    .filter((block) => typeof block === 'object' && 'heading' in block)
    .map(({ id, heading }) => `<li><a href="#${id}">${escape(heading.replaceAll('`', '').split('.').at(-1)!)}</a></li>`)
    .join('\n');

/** The same page as Markdown, with links to the Markdown of the others; there are no anchors in it. */
export function pageMarkdown({ title, lead, blocks }: Page): string {
  const text = `# ${title}\n\n${lead}\n\n${markdown(blocks)}\n`;
  return text.replaceAll(/\[([^\]]+)\]\(#[^)]*\)/g, '$1').replaceAll(/\]\(([\w-]+)\.html(#[^)]*)?\)/g, ']($1.md)');
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
