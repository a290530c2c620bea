// Converts the Markdown that requirements and decisions use to HTML.
import { Marked } from 'marked';
import { sourcePage } from '../../conformance/docs.ts';

/** Text as HTML text or as the value of a quoted attribute. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Inline Markdown, with decisions (`D12`) as links, and keywords of RFC 2119 set apart. */
export const inline = (text: string): string => markdown.parseInline(text, { async: false });

/** Markdown of whole paragraphs, lists and tables. */
export const block = (text: string): string => markdown.parse(text, { async: false });

const markdown = new Marked({
  renderer: {
    // The text of a list item has tokens; they are rendered one by one.
    text: (token) => ('tokens' in token && token.tokens ? false : words(token.text)),
    html: ({ text }) => escape(text),
  },
});

function words(text: string): string {
  return (
    escape(text)
      .replace(/\bD[1-9][0-9]*\b/g, (id) => `<a href="${sourcePage(id)}">${id}</a>`)
      // Includes the spaces around it: Redoc drops white space that is alone between two elements.
      .replace(/ ?\b(MUST NOT|MUST|SHOULD)\b ?/g, (keyword) => `<strong class="keyword">${keyword}</strong>`)
  );
}

export const sectionAnchor = (section: string) => section.replace('§', 'section-');
export const requirementAnchor = (id: string) => `requirement-${id}`;
