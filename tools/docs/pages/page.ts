import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, markdown, type Page } from '../blocks.ts';
import { contentText } from '../content.ts';
import { escape } from '../text.ts';

const menu = [
  ['index', 'Guide'],
  ['reference', 'Reference'],
  ['requirements', 'Requirements'],
  ['check-your-implementation', 'Check a service'],
  ['other-apis', 'From another API'],
  ['sources', 'Stated or decided'],
] as const;

export const asset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

// The reference has a switch for its colours and remembers the choice; the other pages use the same colours.
const colours = `try{document.documentElement.classList.add(localStorage.getItem('redoc.colorMode')||'')}catch{}`;

interface Script {
  /** the element */
  html: string;
  /** what the Content-Security-Policy has to allow */
  source: string;
}

export const scriptWith = (text: string): Script => ({
  html: `<script>${text}</script>`,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

const behaviour = scriptWith(asset('page.js'));
const own = [scriptWith(colours), scriptWith(asset('moved.js')), behaviour];

interface Frame {
  name: string;
  title: string;
  /** further content of `head`, as HTML */
  head?: string;
  /** the page of the menu that is shown as the current one */
  current?: string;
  body: string;
  /** the sources of further scripts for the Content-Security-Policy */
  scripts?: string;
  /** false for a page that is no text */
  hasMarkdown?: boolean;
}

/** What is the same on all pages: policy, style and navigation. */
export function frame({ name, title, head = '', current = name, body, scripts, hasMarkdown = true }: Frame): string {
  const links = menu.map(
    ([page, text]) => `<a href="${page}.html"${page === current ? ' aria-current="page"' : ''}>${text}</a>`,
  );
  return contentText('page.html', {
    // A hash would make 'unsafe-inline' ineffective.
    policy: policy(
      scripts?.includes('unsafe-inline') ? scripts : [...own.map(({ source }) => source), scripts].join(' '),
    ),
    title,
    style: asset('site.css'),
    head: [
      ...(hasMarkdown ? [`<link rel="alternate" type="text/markdown" href="${name}.md" />`] : []),
      ...own.slice(0, 2).map(({ html: script }) => script),
      head,
    ].join('\n'),
    menu: links.join('\n'),
    body,
  });
}

/** The pages that belong together, and what is on the current one. */
export interface Side {
  /** the page of the menu that leads to them */
  of: 'requirements' | 'check-your-implementation';
  label: string;
  pages: Page[];
  current: Page;
}

/** A page of prose in one column, with its title as heading. */
export function pageHtml({ name, title, lead, blocks }: Page, side?: Side): string {
  return frame({
    name,
    title: escape(title),
    ...(side && { current: side.of }),
    body: contentText('prose.html', {
      side: side ? sideHtml(side) : '',
      name,
      title: escape(title),
      lead: escape(lead),
      content: html(blocks),
      behaviour: behaviour.html,
    }).trimEnd(),
  });
}

function sideHtml({ label, pages, current }: Side): string {
  const entry = (page: Page) =>
    page === current
      ? `<li><a href="${page.name}.html" aria-current="page">${escape(page.title)}</a><ul>${contentsOf(page)}</ul></li>`
      : `<li><a href="${page.name}.html">${escape(page.title)}</a></li>`;
  return `<nav class="side" aria-label="${label}"><ul>${pages.map(entry).join('\n')}</ul></nav>\n`;
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
    // of the search
    "form-action 'self'",
  ].join('; ');
