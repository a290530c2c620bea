// Converts the Markdown of pages to HTML.
import { Marked } from 'marked';

/** Text as HTML text or as the value of a quoted attribute. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Markdown as HTML, with the keywords of RFC 2119 set apart. */
export const toHtml = (text: string): string => markdown.parse(text, { async: false });

/** The same for a heading, which is one line. */
export const inlineHtml = (text: string): string => markdown.parseInline(text, { async: false });

/** Markdown with each decision that it names (`D12`) as a link, except in code. */
export const withLinks = (text: string, linkOf: (decision: string) => string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<![[\w#])D[1-9][0-9]*\b/g, linkOf)))
    .join('`');

const markdown = new Marked({
  renderer: {
    // The text of a list item has tokens; they are rendered one by one.
    text: (token) => ('tokens' in token && token.tokens ? false : words(token.text)),
    html: ({ text }) => (isComment(text) ? '' : escape(text)),
    codespan: ({ text }) =>
      `<code>${text
        .split(flag)
        .map((part, at) => (at % 2 === 1 ? unbroken(part) : breakable(part)))
        .join('')}</code>`,
  },
});

// No line ends within a flag, such as `--slow`.
const flag = /((?<![^\s'"])--[\w-]+)/;
const unbroken = (text: string) => `<span class="flag">${escape(text)}</span>`;

const isComment = (text: string) => /^<!--.*-->\s*$/s.test(text);

/** An id is divided after a sign, not within a word. */
const breakable = (text: string) =>
  text
    .split(/(?<=[/:.#_=,])(?=[\w{<#"])|(?<=\w)(?=\{)/)
    .map(escape)
    .join('<wbr>');

const words = (text: string) =>
  escape(text).replace(/\b(MUST NOT|MUST|SHOULD)\b/g, (keyword) => `<strong class="keyword">${keyword}</strong>`);
