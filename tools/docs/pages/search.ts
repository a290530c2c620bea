// The search over all pages. It runs in the browser, also when the folder is opened as files.
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Contract } from '../../contract/contract.ts';
import { interfaceOf, operationsOf } from '../../contract/interface.ts';
import { type Block, type Page } from '../blocks.ts';
import { contentText } from '../content.ts';
import { route } from '../families.ts';
import { frame, scriptWith } from './page.ts';

/** A part of a page that can be found; short names, because the page has them a thousand times. */
interface Entry {
  /** its address */
  id: string;
  title: string;
  /** the title of its page; the same for the beginning of a page */
  page: string;
  text: string;
}

/** `search.html`, with all texts. */
export function searchPage(contract: Contract, pages: Page[], reference: Page): string {
  const all = [...pages.flatMap(entriesOf), ...entriesOfReference(contract, reference)];
  // A decision is on each page that has a requirement of it.
  const entries = [...new Map(all.toReversed().map((entry) => [`${entry.title} ${entry.text}`, entry])).values()];
  // Nothing in it may end the element.
  const data = JSON.stringify(entries).replaceAll('<', String.raw`\u003c`);
  const script = scriptWith(bundled());
  return frame({
    name: 'search',
    title: 'Search',
    hasMarkdown: false,
    scripts: script.source,
    body: contentText('search.html', { data, script: script.html }),
  });
}

/** The script with MiniSearch. */
function bundled(): string {
  const entry = fileURLToPath(new URL('../assets/search.js', import.meta.url));
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
  });
  return outputFiles[0]!.text.trim().replaceAll('</script', String.raw`<\/script`);
}

function entriesOf({ name, title, lead, blocks }: Page): Entry[] {
  const place = `${name}.html`;
  const found: Entry[] = [];
  const text = textOf(blocks, (id, heading, inner) => {
    found.push({ id: `${place}#${id}`, title: plain(heading), page: title, text: inner });
  });
  return [{ id: place, title, page: title, text: `${lead} ${text}` }, ...found];
}

/**
 * The text of the blocks, in which parts with an address of their own are missing.
 *
 * @param note gets each of these parts
 */
function textOf(blocks: Block[], note: (id: string, heading: string, text: string) => void): string {
  const texts = blocks.map((block) => {
    if (typeof block === 'string') return plain(block);
    // The requests of scenarios are long, and nobody knows their words.
    if ('code' in block) return block.language === 'requests' ? '' : block.code;
    const heading = 'fold' in block ? block.fold : block.heading;
    // What is on another page is found there.
    if (block.id === 'others') return '';
    const inner = textOf(block.blocks, note);
    if (block.id === undefined) return `${plain(heading)} ${inner}`;
    note(block.id, heading, inner);
    return '';
  });
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Redoc has anchors of its own: an operation has one, and a schema is shown where an operation uses it. */
function entriesOfReference({ document }: Contract, reference: Page): Entry[] {
  const operations = operationsOf(interfaceOf(document)).map(({ operation }) => operation);
  const placeOf = (id: string, name: string) => {
    const found =
      operations.find(({ operationId }) => operationId === id) ?? operations.find((each) => uses(each, name));
    return `reference.html#${found ? route(found) : '/'}`;
  };
  const titled = reference.blocks.filter((block) => typeof block === 'object' && 'heading' in block);
  const parts = titled.flatMap((block) => (block.id === 'schemas' ? block.blocks : [block]));
  const general = reference.blocks.filter((block) => typeof block === 'string');
  const page = 'Reference';
  return [
    { id: 'reference.html', title: page, page, text: textOf(general, () => {}) },
    ...parts.flatMap((part, at): Entry[] => {
      if (typeof part === 'string' || !('heading' in part)) return [];
      const { id, heading, blocks } = part;
      const texts: string[] = [];
      const own = textOf(blocks, (_, inner, text) => texts.push(`${inner} ${text}`));
      // Two entries may have one address, so the second one gets a parameter that Redoc ignores.
      const [address, fragment] = placeOf(id, heading).split('#');
      return [{ id: `${address}?${at}#${fragment}`, title: plain(heading), page, text: [own, ...texts].join(' ') }];
    }),
  ];
}

const uses = (operation: object, schema: string) => JSON.stringify(operation).includes(`/schemas/${schema}"`);

/** Markdown as text. */
const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[|: -]+$/gm, ' ')
    .replaceAll('|', ' ')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
