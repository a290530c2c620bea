import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { tokensOf } from '../../conformance/json-pointer.ts';
import { validatedSchemas } from '../contract/interface.ts';
import type { Context } from './context.ts';

/** Every named example fits its schema, with what requirements add to it, and has no property that the schema does not name. */
export function validExamples() {
  let validatorOf: ReturnType<typeof validators>;
  return {
    Root: (document: any) => void (validatorOf = validators(document)),
    MediaType: {
      Example({ value }: any, { location, report }: Context, { MediaType: { schema } }: { MediaType: any }) {
        const validate = validatorOf(schema);
        if (!validate || validate(value)) return;
        const name = location.pointer.split('/').at(-1);
        for (const error of validate.errors!)
          report({
            message: `The example ${name} does not fit its schema: ${sentence(error)}; fix the example or the schema.`,
            location: location.child(['value', ...tokensOf(error.instancePath)]),
          });
      },
    },
  };
}

/** Validators of the schemas under components, each closed against properties that it does not name. */
function validators(document: any): (schema: any) => ValidateFunction | undefined {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, formats: { binary: true } });
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
