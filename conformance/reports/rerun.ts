import type { RequirementId } from '../../generated/requirements.ts';
import type { Judgement } from '../judge.ts';

/**
 * The command that judges this one requirement again, for a shell that has the keys in its environment.
 *
 * @param command how a reader starts this suite
 * @param bundled the bundled reference implementation was judged: it has no address that lasts
 */
export function rerunOf({ manifest, scope }: Judgement, id: RequirementId, command: string, bundled: boolean): string {
  const { baseUrl, claims, key } = manifest;
  const header = `${key.header}: ${key.template}`;
  // A live key in the environment claims live-key by itself, and the bundled implementation its own capabilities.
  const candidate = [
    ...['--base-url', baseUrl],
    ...claims.filter((claim) => claim !== 'live-key').flatMap((claim) => ['--claim', claim]),
  ];
  const flags = [
    ...(bundled ? [] : candidate),
    ...(scope.class === 'full' ? [] : ['--class', scope.class]),
    ...(header === 'Authorization: Bearer {key}' ? [] : ['--key-header', header]),
    ...(manifest.id === '/id' ? [] : ['--id-from', manifest.id]),
    ...['--only', id],
  ];
  return [command, ...flags.map(shellWord)].join(' ');
}

const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
