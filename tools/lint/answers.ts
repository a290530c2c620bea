import { operationsOf } from '../contract/entries.ts';
import { resolve, type Rule } from './rule.ts';

const shared = ['401', '429', '500', '503'];

/** Every operation documents the responses that any request may get, and every rejection is a problem. */
export const sharedAnswers: Rule = ({ document }) => {
  const missing = operationsOf(document)
    .filter(({ webhook }) => !webhook)
    .flatMap(({ at, path, operation }) =>
      [...shared, ...(path.includes('{case_id}') ? ['404'] : [])]
        .filter((status) => !operation.responses?.[status])
        .map((status) => ({
          at: [...at, 'responses'],
          message: `${operation.operationId} does not document ${status}; refer to the shared response under components/responses.`,
        })),
    );
  return [...missing, ...rejections(document)];
};

const rejections = (document: any) =>
  operationsOf(document)
    .filter(({ webhook }) => !webhook)
    .flatMap(({ at, operation }) =>
      Object.entries(operation.responses ?? {})
        .filter(([status]) => /^[45]/.test(status))
        .map(([status, node]) => ({ status, ...resolve(document, { at: [...at, 'responses', status], node }) }))
        .filter(({ node }) => node && Object.keys(node.content ?? {}).join() !== 'application/problem+json')
        .map(({ status, at: place }) => ({
          at: place,
          message: `${operation.operationId} responds with ${status} in another media type than application/problem+json; give it only that content.`,
        })),
    );
