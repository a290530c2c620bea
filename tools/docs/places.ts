// Where each decision is in the pages.
import type { Contract, DecisionRecord } from '../contract.ts';
import { withLinks } from './text.ts';

/** The page of the decisions from which no requirement follows, by the section that they are about. */
const pageOfSection: Record<string, string> = {
  '§1': 'get-case',
  '§2': 'get-case',
  '§3': 'case-lifecycle',
  '§4': 'http',
  '§4.1': 'create-case',
  '§4.2': 'upload-artifact',
  '§4.3': 'get-case',
  '§5': 'authentication',
  '§6': 'webhook',
  '§7': 'problems',
  '§8': 'limits',
  '§9': 'http',
};

export class Places {
  /** by decision, the name of its page */
  readonly #pages: Map<string, string>;

  constructor({ requirements, decisions }: Contract) {
    // Of several families, the first.
    this.#pages = new Map(requirements.map(({ source, family }) => [source, family] as const).toReversed());
    for (const { id, section } of decisions)
      if (!this.#pages.has(id)) this.#pages.set(id, pageOfSection[section] ?? 'http');
  }

  /** The name of the page of a decision. */
  pageOf(decision: string): string {
    const page = this.#pages.get(decision);
    if (page === undefined) throw new Error(`${decision} is named in the docs, and the contract does not have it.`);
    return page;
  }

  /** The decisions that are on a page because no requirement names them. */
  alone({ requirements, decisions }: Contract, page: string): DecisionRecord[] {
    const named = new Set(requirements.map(({ source }) => source));
    return decisions.filter(({ id }) => !named.has(id) && this.pageOf(id) === page);
  }

  /** Markdown with links to the decisions that it names. */
  linked(text: string): string {
    return withLinks(text, (id) => `[${id}](${this.pageOf(id)}.html#${id})`);
  }
}
