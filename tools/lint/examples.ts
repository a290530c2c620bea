import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { tokensOf } from '../../conformance/json-pointer.ts';
import { operationsOf } from '../contract/entries.ts';
import { validatedSchemas } from '../contract/interface.ts';
import { type Located, resolve, type Rule } from './rule.ts';

/** Every request body and every response has a named example: so that Prism and the reference show these and not generated values. */
export const namedExamples: Rule = ({ document }) =>
  contentsOf(document)
    .filter(({ node }) => Object.keys(node?.examples ?? {}).length === 0)
    .map(({ at, what }) => ({ at, message: `${what} has no named example; add one under "examples".` }));

/** Every named example fits its schema and has no property that the schema does not name. */
export const validExamples: Rule = ({ document }) => {
  const validatorOf = validators(document);
  return contentsOf(document).flatMap(({ at, node, what }) =>
    Object.entries(node?.examples ?? {}).flatMap(([name, raw]) => {
      const example = resolve(document, { at: [...at, 'examples', name], node: raw });
      const validate = validatorOf(node.schema);
      if (!example.node || !validate || validate(example.node.value)) return [];
      return validate.errors!.map((error) => ({
        at: [...example.at, 'value', ...tokensOf(error.instancePath)],
        message: `The example ${name} of ${what} does not fit its schema: ${sentence(error)}; fix the example or the schema.`,
      }));
    }),
  );
};

interface Content extends Located {
  what: string;
}

/** The contents of every request body and every response; a response of a path without content counts as one without example. */
function contentsOf(document: any): Content[] {
  const found = operationsOf(document).flatMap(({ at, operation, webhook }): Content[] => {
    const id = operation.operationId;
    const body = resolve(document, { at: [...at, 'requestBody'], node: operation.requestBody });
    const answers = Object.entries(operation.responses ?? {}).map(([status, node]) => ({
      what: `the response ${status} of ${id}`,
      ...resolve(document, { at: [...at, 'responses', status], node }),
    }));
    return [
      ...(body.node ? contents(body, `the request body of ${id}`) : []),
      ...answers
        .filter(({ node }) => node && (node.content || !webhook))
        .flatMap((response) => contents(response, response.what)),
    ];
  });
  // A shared response occurs in several operations; one report is enough.
  return [...new Map(found.toReversed().map((content) => [content.at.join('\n'), content])).values()].toReversed();
}

function contents({ at, node }: Located, what: string): Content[] {
  const types = Object.entries(node.content ?? {});
  if (types.length === 0) return [{ at, node: undefined, what }];
  return types.map(([type, content]) => ({ at: [...at, 'content', type], node: content, what: `${what} (${type})` }));
}

/** Validators of the schemas under components, each closed against properties that it does not name. */
function validators(document: any): (schema: any) => ValidateFunction | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
  addFormats.default(ajv);
  const schemas = validatedSchemas(document);
  const closed = schemas.map(([name, schema]) => [
    name,
    schema.properties ? { additionalProperties: false, ...schema } : schema,
  ]);
  ajv.addSchema({ $id: 'contract:', components: { schemas: Object.fromEntries(closed) } });
  return (schema) => {
    try {
      // Cached by its reference, so that each is compiled once.
      return ajv.getSchema(`contract:${schema.$ref}`);
    } catch {
      // Redocly's own rules report an invalid schema, or a reference without a target.
      return undefined;
    }
  };
}

function sentence({ instancePath, message, params }: { instancePath: string; message?: string; params: any }): string {
  const name = params.additionalProperty;
  return `${instancePath || 'it'} ${message}${name === undefined ? '' : ` ("${name}")`}`;
}
