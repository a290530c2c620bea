import type { Family as RequirementFamily } from '../../generated/requirements.ts';
import type { Step } from '../../conformance/scenarios/vocabulary.ts';

interface Family {
  title: string;
  lead: string;
  /** of a family that is about one operation: its page is that of the endpoint */
  operation?: string;
  /** how scenarios name the operation; the event has no request */
  step?: Step['do'];
}

const lead = 'The requirements of this endpoint.';

/** The families in the order of their pages, those of endpoints first. */
export const families: Record<string, Family> = {
  'create-case': { title: 'Open a case', lead, operation: 'createCase', step: 'create' },
  'upload-artifact': { title: 'Upload evidence', lead, operation: 'uploadArtifact', step: 'upload' },
  'get-case': { title: 'Read a case', lead, operation: 'getCase', step: 'read' },
  webhook: {
    title: 'The event of a decided case',
    lead: 'The requirements of this event.',
    operation: 'caseDecided',
  },
  authentication: { title: 'Authentication', lead: 'API keys, and requests without a valid one.' },
  tenancy: { title: 'Tenants', lead: 'What one tenant can see of another, and one mode of the other.' },
  problems: { title: 'Problems', lead: 'The form of rejections, and what they contain.' },
  http: { title: 'HTTP', lead: 'Paths, methods, headers, media types and times, for every response.' },
  idempotency: { title: 'Idempotency', lead: 'Repeated and parallel requests with an idempotency key.' },
  'case-lifecycle': { title: 'Lifecycle of a case', lead: 'The states of a case, and what may change.' },
  sandbox: { title: 'Sandbox', lead: 'References that choose the result of a case.' },
  limits: { title: 'Limits', lead: 'Sizes of bodies, files and cases.' },
  client: { title: 'Clients', lead: 'What a client of the service must do; a service is never judged by these.' },
} satisfies Record<RequirementFamily, Family>;

/** A link to the page of an operation, as Markdown. */
export function requirementsLink(operationId: string): string {
  const [family] = Object.entries(families).find(([, { operation }]) => operation === operationId)!;
  return `[The requirements of this endpoint, with the requests that test them](${family}.html)`;
}

/** The fragment under which Redoc shows an operation. */
export const route = ({ tags: [tag], operationId }: { tags: string[]; operationId: string }): string =>
  `/${tag!.toLowerCase()}/${operationId.toLowerCase()}`;
