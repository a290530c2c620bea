import type { AnyResponse } from '../domain/contract.ts';
import { problem } from '../domain/rejections.ts';
import type { Parts } from '../parts.ts';
import type { Change } from './start.ts';

/** Makes the parts that use a freedom of the contract from the original ones. */
export type Freedom = Change;

export const withBody =
  (change: (body: Record<string, unknown>) => Record<string, unknown>): Freedom =>
  (original) => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return { ...rendered, body: JSON.stringify(change(JSON.parse(rendered.body) as Record<string, unknown>)) };
    },
  });

export const withHeaders =
  (change: (headers: Record<string, string>, status: number) => Record<string, string>): Freedom =>
  (original) => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return { ...rendered, headers: change(rendered.headers, rendered.status) };
    },
  });

/** Each operation waits, or is rejected temporarily, before it is carried out. */
export const before =
  (hook: () => Promise<AnyResponse | void>): Freedom =>
  (original) => {
    const wrap =
      <Call, Result>(handler: (call: Call, parts: Parts) => Promise<Result>) =>
      async (call: Call, parts: Parts) =>
        ((await hook()) as Result | undefined) ?? handler(call, parts);
    return {
      createCase: wrap(original.createCase),
      getCase: wrap(original.getCase),
      uploadArtifact: wrap(original.uploadArtifact),
    };
  };

/** Is true at every so many calls. */
export function everyNth(distance: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % distance === 0;
  };
}

export const rateLimited = (detail = 'Wait.') => problem(429, 'rate-limited', detail, { retryAfter: 1 });

/** Writes the rejections with this detail as a page of HTML, as a server in front of the service does. */
export const asPage =
  (detail: string, headers: Record<string, string> = {}): Freedom =>
  (original) => ({
    render: (response, ...rest) =>
      'problem' in response && response.detail === detail
        ? {
            status: response.status,
            headers: { 'Content-Type': 'text/html;charset=utf-8', ...headers },
            body: `<!doctype html><h1>${response.status}</h1>`,
          }
        : original.render(response, ...rest),
  });
