import type { RequirementId } from '../../generated/requirements.ts';
import type { Judgement } from '../run/judge.ts';
import { variableOf } from './secrets.ts';

/** How the suite was started, as far as it is said again. */
export interface Started {
  command: string;
  /** the bundled reference implementation was judged: it has no address that lasts */
  bundled: boolean;
  /** the flags that name files of the candidate */
  files: string[];
}

/** The command that judges this one requirement again, for a shell that has the keys in its environment. */
export function rerunOf({ manifest, scope }: Judgement, id: RequirementId, started: Started): string {
  const { baseUrl, claims, key, headers = [], fixtures, webhook } = manifest;
  const keyHeader = `${key.header}: ${key.template}`;
  // A live key in the environment claims live-key by itself, and the bundled implementation its own capabilities.
  const candidate = [
    ...['--base-url', baseUrl],
    ...claims.filter((claim) => claim !== 'live-key').flatMap((claim) => ['--claim', claim]),
  ];
  // The secrets stand in the environment, as the keys do.
  const receiver = webhook ? ['--webhook-listen', webhook.receiver.at, '--webhook-url', webhook.receiver.url] : [];
  const flags = [
    ...(started.bundled ? (webhook ? ['--claim', 'webhooks'] : []) : [...candidate, ...receiver]),
    ...(webhook?.slow ? ['--slow'] : []),
    ...(scope.class === 'full' ? [] : ['--class', scope.class]),
    ...(keyHeader === 'Authorization: Bearer {key}' ? [] : ['--key-header', keyHeader]),
    ...(manifest.id === '/id' ? [] : ['--id-from', manifest.id]),
    ...(fixtures?.reference === undefined ? [] : ['--reference', fixtures.reference]),
    ...started.files,
  ].map(shellWord);
  const own = headers.map(([name]) => `--header "${name}: ${variableOf(name)}"`);
  return [started.command, ...flags, ...own, '--only', id].join(' ');
}

const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
