interface Endpoint {
  operation: string;
  /** how scenarios name it; the event has no request */
  step?: 'create' | 'upload' | 'read';
}

/** The families that are about one operation: their page is that of the endpoint. */
export const endpoints: Record<string, Endpoint> = {
  'create-case': { operation: 'createCase', step: 'create' },
  'upload-artifact': { operation: 'uploadArtifact', step: 'upload' },
  'get-case': { operation: 'getCase', step: 'read' },
  webhook: { operation: 'caseDecided' },
};

export const isEndpoint = (family: string) => Object.hasOwn(endpoints, family);

/** A link to the page of an operation, as Markdown. */
export function requirementsLink(operationId: string): string {
  const [family] = Object.entries(endpoints).find(([, { operation }]) => operation === operationId)!;
  return `[The requirements of this endpoint, with the requests that test them](${family}.html)`;
}

/** The fragment under which Redoc shows an operation. */
export const route = ({ tags: [tag], operationId }: { tags: string[]; operationId: string }): string =>
  `/${tag!.toLowerCase()}/${operationId.toLowerCase()}`;
