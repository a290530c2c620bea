// Converts the Markdown that requirements and decisions use to HTML.

/** Text as HTML text or as the value of a quoted attribute. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** One line: code between backticks, decisions (`D12`) as links, keywords of RFC 2119 set apart. */
export function inline(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escape(part)}</code>` : words(part)))
    .join('');
}

function words(text: string): string {
  return (
    escape(text)
      .replace(/\bD[1-9][0-9]*\b/g, (id) => `<a href="${decisionPage(id)}">${id}</a>`)
      // Includes the spaces around it: Redoc drops white space that is alone between two elements.
      .replace(/ ?\b(MUST NOT|MUST|SHOULD)\b ?/g, (keyword) => `<strong class="keyword">${keyword}</strong>`)
  );
}

/** A paragraph, or a list where every line begins with `- ` or continues the line before it. */
export function block(text: string): string {
  if (!text.startsWith('- ')) return `<p>${inline(text.replaceAll('\n', ' '))}</p>`;
  const items = text.slice(2).split('\n- ');
  return `<ul>${items.map((item) => `<li>${inline(item.replace(/\n\s*/g, ' '))}</li>`).join('')}</ul>`;
}

export const decisionPage = (id: string) => `decisions.html#${id}`;
export const sectionPage = (section: string) => `sources.html#${sectionAnchor(section)}`;
export const sectionAnchor = (section: string) => section.replace('§', 'section-');
export const requirementAnchor = (id: string) => `requirement-${id}`;
export const requirementPage = (id: string) => `reference.html#${requirementAnchor(id)}`;
