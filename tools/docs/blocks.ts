// The content of a page, which has two forms: HTML and Markdown.
import hljs from 'highlight.js/lib/common';
import { escape, inlineHtml, toHtml } from './text.ts';

/** A string is Markdown: paragraphs, lists and tables. */
export type Block = string | Section | Fold | Code;

/** A page of the site; its file is `<name>.html`, beside `<name>.md`. */
export interface Page {
  name: string;
  title: string;
  /** the first paragraph, as plain text */
  lead: string;
  blocks: Block[];
}

export interface Section {
  heading: string;
  id: string;
  blocks: Block[];
}

/** Content that a reader opens. */
export interface Fold {
  fold: string;
  id?: string;
  open?: true;
  blocks: Block[];
  /** what Markdown shows instead, because a reader cannot fold it there; nothing if it is empty */
  inMarkdown?: string;
}

export interface Code {
  code: string;
  language: 'bash' | 'json' | 'typescript' | 'python' | 'go' | 'java' | 'yaml' | 'sql' | 'text' | 'requests';
  /** what a program prints: it is not copied */
  isOutput?: true;
}

export const section = (id: string, heading: string, ...blocks: Block[]): Section => ({ id, heading, blocks });

export const html = (blocks: Block[], level = 2): string => blocks.map((block) => htmlOf(block, level)).join('\n');

function htmlOf(block: Block, level: number): string {
  if (typeof block === 'string') return toHtml(block);
  if ('code' in block) return htmlOfCode(block);
  if ('fold' in block) {
    const attributes = `${block.id ? ` id="${escape(block.id)}"` : ''}${block.open ? ' open' : ''}`;
    return `<details${attributes}><summary>${inlineHtml(block.fold)}</summary>\n${html(block.blocks, level)}\n</details>`;
  }
  const { id, heading, blocks } = block;
  return `<section class="part" id="${escape(id)}"><h${level}><a class="anchor" href="#${escape(id)}">${inlineHtml(heading)}</a></h${level}>
${html(blocks, level + 1)}
</section>`;
}

function htmlOfCode({ code, language, isOutput }: Code): string {
  const content =
    language === 'requests'
      ? escape(code).replaceAll(/^# (.*)$/gm, '<b>$1</b>')
      : hljs.highlight(code, { language }).value;
  return `<pre class="${language}${isOutput ? ' output' : ''}" tabindex="0"><code>${content}</code></pre>`;
}

export const markdown = (blocks: Block[], level = 2): string =>
  blocks
    .map((block) => markdownOf(block, level))
    .filter((text) => text !== '')
    .join('\n\n');

function markdownOf(block: Block, level: number): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `\`\`\`\`${block.language === 'requests' ? '' : block.language}\n${block.code}\n\`\`\`\``;
  if ('fold' in block) return block.inMarkdown ?? `**${block.fold}**\n\n${markdown(block.blocks, level)}`;
  return `${'#'.repeat(level)} ${block.heading}\n\n${markdown(block.blocks, level + 1)}`;
}
