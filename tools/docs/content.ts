// Reads the texts in content/, where `{{name}}` stands for a value.
import { readFileSync } from 'node:fs';
import { type Block, type Code, type Page, section, type Section } from './blocks.ts';

type Values = Record<string, string | Block[]>;

const read = (file: string) => readFileSync(new URL(`content/${file}`, import.meta.url), 'utf8');

/** @throws Error naming a value that is missing */
export const contentText = (file: string, values: Values): string => filled(read(file), values);

/** A page that is written as Markdown; a value that is alone on its line may also be blocks. */
export function contentPage(name: string, values: Values = {}): Page {
  const [head, ...parts] = read(`${name}.md`).split(/^## /m);
  const [, title, lead] = /^# (.+)\n\n(.+?)\n*$/s.exec(filled(head!, values))!;
  return { name, title: title!, lead: lead!, blocks: parts.map((part) => sectionOf(part, values)) };
}

function sectionOf(text: string, values: Values): Section {
  const [, heading, id, content] = /^(.+) \{#([\w-]+)\}\n\n(.*)$/s.exec(text)!;
  const parts = content!.split(/\n*^(```.+?^```|\{\{.+?\}\})$\n*/ms).filter((part) => part !== '');
  return section(id!, heading!, ...parts.flatMap((part) => blocksOf(part, values)));
}

function blocksOf(text: string, values: Values): Block[] {
  const [, language, output, code] = /^```(\w+)( output)?\n(.*)\n```$/s.exec(text) ?? [];
  if (code !== undefined)
    return [
      {
        code: filled(code, values),
        language: language as Code['language'],
        ...(output && { isOutput: true as const }),
      },
    ];
  const value = values[/^\{\{(.+)\}\}$/.exec(text)?.[1] ?? ''];
  return typeof value === 'object' ? value : [filled(text.trim(), values)];
}

function filled(text: string, values: Values): string {
  return text.replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`A text of tools/docs/content/ names ${name}, which has no value.`);
    return value;
  });
}
