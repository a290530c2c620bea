import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, markdown, type Page } from '../blocks.ts';
import { contentText } from '../content.ts';
import { escape } from '../text.ts';

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
  return contentText('page.html', {
    policy: policy(scripts ?? [colours, moved, behaviour].map(hashOf).join(' ')),
    title,
    name,
    style: asset('site.css'),
    head: [...[colours, moved].map(scriptOf), head].join('\n'),
    menu: links.join('\n'),
    body,
  });
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
    body: contentText('prose.html', {
      side: side ? sideHtml(side) : '',
      name,
      title: escape(title),
      lead: escape(lead),
      content: html(blocks),
      behaviour: scriptOf(behaviour),
    }).trimEnd(),
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

const scriptOf = (text: string) => `<script>${text}</script>`;

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
