// Builds docs-site/ from openapi.yaml: `npm run docs`. The folder needs no network, wherever it is opened.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, readContract } from '../contract/contract.ts';
import { interfaceOf } from '../contract/interface.ts';
import type { Block, Page } from './blocks.ts';
import { contentPage, contentText } from './content.ts';
import { families } from './families.ts';
import { familyPage } from './pages/family.ts';
import { guidePage } from './pages/guide.ts';
import { handbookPages } from './pages/handbook.ts';
import { asset, frame, pageHtml, pageMarkdown, type Side } from './pages/page.ts';
import { referenceDocument } from './pages/reference.ts';
import { referenceMarkdown } from './pages/reference-markdown.ts';
import { requirementsPage } from './pages/requirements.ts';
import { searchPage } from './pages/search.ts';
import { sourcesPage } from './pages/sources.ts';
import { Places } from './places.ts';
import { redocly, root } from '../root.ts';

/**
 * Writes the site.
 *
 * @param folder where to; emptied before
 * @returns the names of the files
 */
export function buildDocs(folder: string, contract = readContract()): string[] {
  const places = new Places(contract);
  const linked = (page: Page): Page => ({ ...page, blocks: page.blocks.map((block) => withLinks(block, places)) });
  const general = [
    guidePage(contract),
    requirementsPage(contract),
    contentPage('other-apis'),
    sourcesPage(contract, places),
  ].map(linked);
  const ofFamilies = Object.keys(families).map((family) => linked(familyPage(family, contract, places)));
  const handbook = handbookPages().map(linked);
  const referencePage = linked(referenceMarkdown(contract));
  const prose = [...general, ...ofFamilies, ...handbook];
  const withSide = (side: Omit<Side, 'current'>) =>
    side.pages.map((page) => [`${page.name}.html`, pageHtml(page, { ...side, current: page })]);
  const files = Object.fromEntries([
    ...general.map((page) => [`${page.name}.html`, pageHtml(page)]),
    ...withSide({ of: 'requirements', label: 'Requirements', pages: ofFamilies }),
    ...withSide({ of: 'check-your-implementation', label: 'Check a service', pages: handbook }),
    ['reference.html', reference(contract)],
    ['search.html', searchPage(contract, prose, referencePage)],
    ...[...prose, referencePage].map((page) => [`${page.name}.md`, pageMarkdown(page)]),
    ['llms.txt', llmsText(contract, { guides: general, families: ofFamilies, suite: handbook })],
    ['openapi.json', `${JSON.stringify(interfaceOf(contract.document), null, 2)}\n`],
  ]) as Record<string, string>;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ['openapi.yaml', 'arazzo.yaml']) copyFileSync(join(root, name), join(folder, name));
  return [...Object.keys(files), 'openapi.yaml', 'arazzo.yaml'];
}

/** `llms.txt` (https://llmstxt.org): what there is to read, for programs. */
function llmsText({ document }: Contract, lists: Record<'guides' | 'families' | 'suite', Page[]>): string {
  const list = (pages: Page[]) =>
    pages
      .map(({ name, title, lead }) => `- [${title}](${name}.md)${lead === '' ? '' : `: ${lead.replaceAll('\n', ' ')}`}`)
      .join('\n');
  const { title, summary, version } = document.info;
  const { openapi } = document;
  return contentText('llms.txt', {
    title,
    summary,
    version,
    openapi,
    guides: list(lists.guides),
    families: list(lists.families),
    suite: list(lists.suite),
  });
}

/** The block with each decision that it names as a link. */
function withLinks(block: Block, places: Places): Block {
  if (typeof block === 'string') return places.linked(block);
  if ('code' in block) return block;
  return { ...block, blocks: block.blocks.map((inner) => withLinks(inner, places)) };
}

function reference(contract: Contract): string {
  const work = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const [input, template, output] = ['openapi.json', 'template.hbs', 'reference.html'].map((name) =>
      join(work, name),
    );
    writeFileSync(input!, JSON.stringify(referenceDocument(contract)));
    writeFileSync(template!, referenceTemplate());
    const options = [
      '--inlineBundle',
      '--template',
      template!,
      '--output',
      output!,
      '--config',
      join(root, 'redocly.yaml'),
    ];
    execFileSync(process.execPath, [redocly, 'build-docs', input!, ...options], { stdio: 'pipe', cwd: root });
    return withoutLogo(readFileSync(output!, 'utf8'));
  } finally {
    rmSync(work, { recursive: true });
  }
}

// Handlebars replaces text between braces.
const referenceTemplate = () =>
  frame({
    name: 'reference',
    title: '{{title}}',
    head: `<style>${asset('reference.css')}</style>\n{{{redocHead}}}`,
    body: '<div id="content">{{{redocHTML}}}</div>',
    // Redoc's scripts are part of the page, and its search runs in a worker made from a blob.
    scripts: "'unsafe-inline' blob:",
  });

/** Redoc loads its logo from the network; its name stays, as text drawn in place. */
function withoutLogo(html: string): string {
  const drawn = `<svg xmlns='http://www.w3.org/2000/svg' width='48' height='14'><text y='11' font-family='sans-serif' font-size='11' font-weight='bold' fill='%23808a9e'>Redocly</text></svg>`;
  const logo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
  if (!logo.test(html))
    throw new Error(
      'Redoc no longer loads its logo from the known address; find the new one, and change tools/docs/build.ts.',
    );
  return html.replace(logo, `data:image/svg+xml,${drawn.replaceAll('<', '%3C').replaceAll('>', '%3E')}`);
}

if (import.meta.main) process.stdout.write(`docs-site/: ${buildDocs(join(root, 'docs-site')).join(', ')}\n`);
