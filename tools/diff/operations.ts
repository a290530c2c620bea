import { apiCompare, type Diff } from 'api-smart-diff';
import { type Change, type Group, merged } from './change.ts';
import { comparable, operationsOf, webhookPath } from './comparable.ts';
import { type Effect, schemaChange, shown } from './schema-effect.ts';

/** Whom a request or a response breaks if it allows less, and if it allows more. */
type Direction = Record<Effect, Group>;

// A client breaks if its request is now rejected, an implementer if it must accept another one.
const request: Direction = {
  narrower: 'breaks clients',
  wider: 'may make a conformant service fail',
  either: 'breaks clients',
  // Unknown properties are rejected (D35), so an implementation has to learn a new one.
  open: 'may make a conformant service fail',
  none: 'compatible',
};
const response: Direction = {
  narrower: 'may make a conformant service fail',
  wider: 'breaks clients',
  either: 'breaks clients',
  // Clients ignore what they do not know (D40).
  open: 'compatible',
  none: 'compatible',
};

/**
 * What changed between two contracts in their operations, webhooks and security.
 *
 * Finding the differences, also behind references, is the library's; whom they concern is judged here.
 */
export function operationChanges(before: any, after: any): Change[] {
  const old = comparable(before);
  const now = comparable(after);
  const { diffs } = apiCompare(old, now);
  // Changes under components are reported at every place that refers to them.
  const met = diffs.filter(
    ({ path }) => (path[0] !== 'components' || path[1] === 'securitySchemes') && path.join('.') !== 'info.version',
  );
  const moves = movesBetween(old, now);
  return merged([
    ...moves.map(({ id, from, to }) => change('breaks clients', `${id} moved from ${from} to ${to}`)),
    ...webhookAnswers(before, after),
    ...withoutEchoes(met).flatMap((diff) => {
      const place = placeOf(diff, old, now);
      if (place === undefined) return [documentChange(diff)];
      if (diff.path.length > 3) return [operationChange(diff, place)];
      return moves.some(({ id }) => id === place.id) ? [] : [wholeOperation(diff, place)];
    }),
  ]);
}

interface Place {
  id: string;
  path: string;
  method: string;
}

function placeOf({ path }: Diff, old: any, now: any): Place | undefined {
  const [root, name, method] = path.map(String);
  if (root !== 'paths' || name === undefined || method === undefined) return undefined;
  // The library names a path as it was, also when only its parameters have other names.
  const operation = old.paths[name]?.[method] ?? now.paths[name]?.[method];
  return { id: operation?.operationId ?? `${method} ${name}`, path: name, method };
}

function movesBetween(old: any, now: any): { id: string; from: string; to: string }[] {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const all = operationsOf(now);
  return operationsOf(old).flatMap(({ path, method, operation: { operationId: id } }) => {
    const found = all.find(({ operation }) => operation.operationId === id);
    if (!found || (shape(found.path) === shape(path) && found.method === method)) return [];
    return [{ id, from: title({ path, method }), to: title(found) }];
  });
}

const title = ({ path, method }: { path: string; method: string }) =>
  path.startsWith(webhookPath) ? path.slice(webhookPath.length) : `${method.toUpperCase()} ${path}`;

const change = (group: Group, text: string, place?: string): Change => ({ group, text, places: place ? [place] : [] });

/** A property that is gone is reported once, not again as one that is no longer required. */
function withoutEchoes(diffs: Diff[]): Diff[] {
  const gone = new Set(
    diffs
      .filter(({ action, path }) => action === 'remove' && path.at(-2) === 'properties')
      .map(({ path }) => path.join('\n')),
  );
  return diffs.filter(
    ({ action, path, before }) =>
      !(
        action === 'remove' &&
        path.at(-2) === 'required' &&
        gone.has([...path.slice(0, -2), 'properties', before].join('\n'))
      ),
  );
}

/** What is neither in a path nor in a webhook. */
function documentChange({ path, type }: Diff): Change {
  const name = path.join('.');
  const secures = path[0] === 'security' || (path[1] === 'securitySchemes' && type !== 'annotation');
  if (secures || path[0] === 'jsonSchemaDialect') return change('breaks clients', `${name} changed`);
  return change('compatible', `${path[0] === 'paths' ? 'the name of a path parameter' : name} changed`);
}

function wholeOperation({ action }: Diff, { id, path, method }: Place): Change {
  const what = `${id} (${title({ path, method })})`;
  if (action === 'remove') return change('breaks clients', `${what} is gone`);
  return change('may make a conformant service fail', `${what} is new`);
}

function operationChange(diff: Diff, { id, path }: Place): Change {
  const [part, ...rest] = diff.path.slice(3);
  if (part === 'parameters') return parameterChange(diff, rest.slice(1), `${id} request`);
  if (part === 'requestBody') return contentChange(diff, rest, request, `${id} request`);
  if (part === 'responses') return responseChange(diff, rest, id, path.startsWith(webhookPath));
  // Code that is generated from the contract is named after it.
  if (part === 'operationId') return change('breaks clients', `${id} is now called ${diff.after}`);
  if (part === 'security') return change('breaks clients', 'security changed', id);
  return change('compatible', `${part} changed`, id);
}

function parameterChange(diff: Diff, rest: Diff['path'], place: string): Change {
  const { action, type, after, description = '' } = diff;
  const name = `parameter \`${/parameter `([^`]+)`/.exec(description)?.[1] ?? 'of an unknown name'}\``;
  const [key, ...inner] = rest;
  if (key === 'schema') return judged(diff, name, inner, request, place);
  if (key === undefined && action === 'add')
    return after?.required || type === 'breaking'
      ? change('breaks clients', `${name} is new and required`, place)
      : change('may make a conformant service fail', `${name} is new`, place);
  if (key === undefined) return change('breaks clients', `${name} is gone`, place);
  if (key === 'required')
    return after
      ? change('breaks clients', `${name} is required`, place)
      : change('may make a conformant service fail', `${name} is no longer required`, place);
  // A parameter of the path is known by its position.
  if (type === 'breaking') return change('breaks clients', `${name} has another ${key}`, place);
  return change('compatible', `${name} has another ${key}`, place);
}

function responseChange(diff: Diff, [status, part, ...rest]: Diff['path'], id: string, isEvent: boolean): Change {
  const place = isEvent ? `${id} event` : `${id} ${status}`;
  if (part === undefined) {
    const success = String(status).startsWith('2');
    if (diff.action === 'remove')
      return change(success ? 'breaks clients' : 'may make a conformant service fail', 'the response is gone', place);
    // RFC 9110 §15: an unknown status counts as the x00 of its class.
    return change(success ? 'breaks clients' : 'compatible', 'a new response', place);
  }
  if (part === 'headers') return headerChange(diff, rest, place);
  if (part === 'content') return contentChange(diff, [part, ...rest], response, place);
  return change('compatible', `${part} changed`, place);
}

function headerChange(diff: Diff, [header, key, ...rest]: Diff['path'], place: string): Change {
  const name = `header \`${header}\``;
  if (key === 'schema') return judged(diff, name, rest, response, place);
  if (key === undefined && diff.action === 'remove') return change('breaks clients', `${name} is gone`, place);
  const required = key === undefined ? diff.after?.required : diff.after;
  if (key === undefined)
    return change(required ? 'may make a conformant service fail' : 'compatible', `${name} is new`, place);
  if (key !== 'required') return change('compatible', `${name} has another ${key}`, place);
  return required
    ? change('may make a conformant service fail', `${name} is required`, place)
    : change('breaks clients', `${name} is no longer required`, place);
}

function contentChange(
  diff: Diff,
  [key, mediaType, part, ...rest]: Diff['path'],
  direction: Direction,
  place: string,
): Change {
  if (key === 'required')
    return change(
      direction[diff.after ? 'narrower' : 'wider'],
      diff.after ? 'a body is required' : 'no body is required',
      place,
    );
  if (key !== 'content') return change('compatible', `${key} changed`, place);
  if (part === 'schema') return judged(diff, 'the body', rest, direction, place);
  if (part === undefined && diff.action === 'remove')
    return change('breaks clients', `${shown(mediaType)} is gone`, place);
  if (part === undefined) return change(direction.wider, `${shown(mediaType)} is new`, place);
  if (part === 'encoding')
    return change('breaks clients', `\`${rest[0]}\` has another ${rest[1] ?? 'encoding'}`, place);
  return change('compatible', `${part} changed`, place);
}

function judged(diff: Diff, whole: string, path: Diff['path'], direction: Direction, place: string): Change {
  const { effect, text } = schemaChange(whole, path, diff);
  return change(direction[effect], text, place);
}

/** The status codes with which a client may respond to an event: one less breaks clients, one more breaks senders. */
function webhookAnswers(before: any, after: any): Change[] {
  return Object.entries<any>(before.webhooks ?? {}).flatMap(([name, { post }]) => {
    const old = Object.keys(post.responses);
    const now = Object.keys(after.webhooks?.[name]?.post?.responses ?? post.responses);
    return [
      ...old
        .filter((status) => !now.includes(status))
        .map((status) =>
          change('breaks clients', `a receiver may no longer respond with ${status}`, `${post.operationId} event`),
        ),
      ...now
        .filter((status) => !old.includes(status))
        .map((status) =>
          change(
            'may make a conformant service fail',
            `a receiver may now respond with ${status}`,
            `${post.operationId} event`,
          ),
        ),
    ];
  });
}
