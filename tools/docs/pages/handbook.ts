// The pages of docs/, which explain the suite to those who run it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import { type Block, type Code, section, type Page } from '../blocks.ts';

const folder = join(root, 'docs');

// What a reader needs first; the others follow by name.
const first = ['check-your-implementation', 'read-a-failure', 'claim-capabilities', 'webhooks', 'settings'];

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''));

/** Files that the site has too. */
const onSite = new Map([
  ...names.map((name) => [`${name}.md`, `${name}.html`] as const),
  ['../openapi.yaml', 'openapi.yaml'],
  ['../arazzo.yaml', 'arazzo.yaml'],
]);

const languages: Record<string, Code['language']> = { sh: 'bash', console: 'bash', ts: 'typescript' };

/** In the order of the menu. */
export const handbookPages = (): Page[] =>
  [...first, ...names.filter((name) => !first.includes(name))].map((name) => handbookPage(name));

function handbookPage(name: string): Page {
  const text = linked(readFileSync(join(folder, `${name}.md`), 'utf8'));
  const [head, ...parts] = text.split(/^## /m);
  const [, title, paragraph, rest] = /^# ([^\n]+)\n\n(.+?)(?:\n\n(.*)|\n*)$/s.exec(head!)!;
  // A page may begin with a table.
  const [lead, before] = paragraph!.startsWith('|') ? ['', `${paragraph}\n\n${rest ?? ''}`] : [paragraph!, rest ?? ''];
  const sections = parts.map((part) => {
    const [heading, ...lines] = part.split('\n');
    return section(anchorOf(heading!), heading!, ...blocksOf(lines.join('\n')));
  });
  return { name, title: title!, lead: plain(lead), blocks: [...blocksOf(before), ...sections] };
}

function blocksOf(text: string): Block[] {
  return text
    .split(/^(```.+?^```)$/ms)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, fence, code] = /^```(\w+)\n(.*)\n```$/s.exec(part) ?? [];
      if (code === undefined) return part;
      const language = languages[fence!] ?? (fence as Code['language']);
      return { code, language, ...(fence === 'text' && { isOutput: true as const }) };
    });
}

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Links lead to the page on the site; a file that is only in the project is named. */
function linked(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (whole, shown: string, file: string, anchor = '') => {
    if (file === '' || file.startsWith('http')) return whole;
    const target = onSite.get(file);
    if (target !== undefined) return `[${shown}](${target}${anchor})`;
    const path = file.replace(/^\.\.\//, '');
    return shown.includes(path) ? shown : `${shown} (\`${path}\`)`;
  });
}

/** A lead is plain text. */
const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]|\b_|_\b/g, '');
