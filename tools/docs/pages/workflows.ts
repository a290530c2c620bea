import { article } from './page.ts';
import { block, escape, inline } from '../text.ts';

interface Criterion {
  context?: string;
  condition: string;
}

interface Step {
  stepId: string;
  operationId: string;
  description?: string;
  requestBody?: { payload: Record<string, string> };
  successCriteria: Criterion[];
}

interface Workflows {
  info: { title: string; summary: string };
  workflows: { workflowId: string; summary: string; steps: Step[] }[];
}

/** Where the reference shows an operation. */
const places: Record<string, string> = {
  createCase: '/cases/createcase',
  getCase: '/cases/getcase',
  uploadArtifact: '/evidence/uploadartifact',
};

/** `workflows.html`: the workflows of `arazzo.yaml`, step by step. */
export function workflowsPage({ info, workflows }: Workflows): string {
  return article(
    'workflows.html',
    info.title,
    `<p class="lead">Sequences of calls that a client makes. <a href="arazzo.yaml" download>arazzo.yaml</a> describes them in
Arazzo, the OpenAPI Initiative's format. Tools that read it can run them against a service: <code>npx redocly respect arazzo.yaml</code>.</p>
${workflows.map(workflow).join('\n')}`,
  );
}

function workflow({ workflowId, summary, steps }: Workflows['workflows'][number]): string {
  return `<section class="part" id="${workflowId}"><h2>${inline(summary)}</h2>
<ol>${steps.map(step).join('')}</ol></section>`;
}

function step({ operationId, description, requestBody, successCriteria }: Step): string {
  const sent = requestBody === undefined ? '' : `<p>Send ${object(requestBody.payload)}</p>`;
  const operation = `<a href="reference.html#${places[operationId]}">${escape(operationId)}</a>`;
  const expected = successCriteria.map(({ condition }) => `<li><code>${escape(condition)}</code></li>`).join('');
  return `<li><b>${operation}</b>${description === undefined ? '' : block(description)}${sent}<p>Expect:</p><ul>${expected}</ul></li>`;
}

const object = (payload: Record<string, string>) => `<code>${escape(JSON.stringify(payload))}</code>`;
