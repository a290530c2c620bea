// Where each decision is in the pages.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract, DecisionRecord } from '../contract/contract.ts';
import { withLinks } from './text.ts';

interface SourceSection {
  title: string;
  states: string;
  leaves: string;
  /** the page of the decisions about it that no requirement cites */
  page: string;
}

/** The sections of the source document. */
export const sections: Record<string, SourceSection> = parse(
  readFileSync(new URL('content/sections.yaml', import.meta.url), 'utf8'),
);

export class Places {
  /** by decision, the name of its page */
  readonly #pages: Map<string, string>;

  constructor({ requirements, decisions }: Contract) {
    // Of several families, the first.
    this.#pages = new Map(requirements.map(({ source, family }) => [source, family] as const).toReversed());
    for (const { id, section } of decisions) {
      const known = sections[section];
      if (!known) throw new Error(`${section} of ${id} is not in tools/docs/content/sections.yaml; add it.`);
      if (!this.#pages.has(id)) this.#pages.set(id, known.page);
    }
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
