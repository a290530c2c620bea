/** HTML that needs no escaping: only the tag `html` and files of this folder create it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | undefined | false | Markup | Value[];

/** HTML in which every value is escaped, unless this tag created it. */
export function html(pieces: TemplateStringsArray, ...values: Value[]): Markup {
  // The indentation of a template means nothing to a browser, and it would be a fifth of the page.
  const parts = pieces.map(
    (piece, at) => piece.replaceAll(/\s*\n\s*/g, '\n') + (at < values.length ? textOf(values[at]) : ''),
  );
  return new Markup(parts.join(''));
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value instanceof Markup ? value.text : escape(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
