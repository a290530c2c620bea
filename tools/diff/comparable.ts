import { conditions } from './schema-effect.ts';

/** The path of a webhook in a comparable document. */
export const webhookPath = '/webhooks/';

/**
 * The contract in the form that api-smart-diff compares whole. Three things it would pass over:
 * it knows no webhooks, it merges the conditions of an `allOf` into one (the last wins), and it does not look whether a
 * new parameter or header that is behind a reference is required.
 */
export function comparable(contract: any): any {
  const { webhooks, ...document } = withConditions(structuredClone(contract));
  delete document['x-requirements'];
  delete document['x-decisions'];
  for (const [name, { post }] of Object.entries<any>(webhooks ?? {}))
    document.paths[`${webhookPath}${name}`] = { get: asAnswer(document, post) };
  for (const item of Object.values<any>(document.paths)) inlineParameters(document, item);
  for (const { operation } of operationsOf(document)) {
    delete operation['x-requirements'];
    inlineParameters(document, operation);
    operation.responses = withInlined(document, operation.responses);
    for (const response of Object.values<any>(operation.responses))
      if (response.headers) response.headers = withInlined(document, response.headers);
  }
  return document;
}

/** Every operation of the paths, with its place. */
export function operationsOf(document: any): { path: string; method: string; operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item)
      .filter(([, operation]) => operation?.responses)
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

function inlineParameters(document: any, place: any): void {
  if (place.parameters) place.parameters = place.parameters.map((parameter: any) => resolved(document, parameter));
}

const withInlined = (document: any, named: object): any =>
  Object.fromEntries(Object.entries(named).map(([name, node]) => [name, { ...resolved(document, node) }]));

/** A webhook's request is what a client reads, as it reads a response: the same changes break it. */
function asAnswer(document: any, { operationId, description, parameters = [], requestBody }: any): object {
  const headers = parameters.map((parameter: any) => {
    const { name, required, schema } = resolved(document, parameter);
    return [name, { required, schema }];
  });
  const { content } = resolved(document, requestBody);
  return {
    operationId,
    description,
    responses: { 200: { description: '', headers: Object.fromEntries(headers), content } },
  };
}

function resolved(document: any, node: any): any {
  if (typeof node?.$ref !== 'string') return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((value: any, key: string) => value[key], document);
}

/** Each condition as a property of its own, by its `if`, so that one that changes is seen as one. */
function withConditions(node: any): any {
  if (Array.isArray(node)) return node.map(withConditions);
  if (node === null || typeof node !== 'object') return node;
  const found: [string, string][] = [];
  const unconditional = ({ if: given, then, else: otherwise, ...rest }: any): any => {
    if (given !== undefined) found.push([JSON.stringify(given), JSON.stringify([then, otherwise])]);
    return rest;
  };
  const { allOf, ...rest } = unconditional(node);
  const others = Array.isArray(allOf) ? allOf.map(unconditional).filter((each) => Object.keys(each).length > 0) : [];
  return {
    ...mapped(rest),
    ...(others.length > 0 && { allOf: others.map(withConditions) }),
    ...(found.length > 0 && { [conditions]: Object.fromEntries(found) }),
  };
}

// The names under `properties` are names, also when one of them is `if`.
const mapped = (node: object): object =>
  Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'properties' ? mapped(value) : withConditions(value)]),
  );
