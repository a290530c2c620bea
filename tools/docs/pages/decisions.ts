import type { Contract } from '../../contract.ts';
import type { Places } from '../places.ts';
import type { Page } from './page.ts';

/** `decisions.html`, where all decisions and freedoms were: each anchor leads to the place that it has now. */
export function decisionsPage({ decisions, freedoms }: Contract, places: Places): Page {
  return {
    name: 'decisions',
    title: 'Decisions',
    lead: 'Each decision is at the requirements that follow from it.',
    blocks: [
      decisions.map(({ id, question }) => `- [${id}](${places.pageOf(id)}.html#${id}) ${question}`).join('\n'),
      freedoms.map(({ id, limits: [limit] }) => `- [freedom-${id}](${limit!.split('.')[0]}.html#${limit})`).join('\n'),
    ],
  };
}
