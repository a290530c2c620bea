import { KnownFailures as ListSchema, type Fault } from '../../../generated/manifest.js';
import { requirements, retired } from '../../../generated/requirements.ts';
import type { KnownFailures } from '../../run/known-failures.ts';
import { UsageError } from '../../usage-error.ts';
import { near, readYaml } from '../settings/yaml-file.ts';

/**
 * Reads the list of known failures, YAML or JSON.
 *
 * @throws UsageError with file, line and pointer for an id that is unknown, retired, repeated or untestable
 */
export function readKnownFailures(file: string): KnownFailures {
  const { value, place } = readYaml(file, ListSchema, aboutForm);
  const entries: KnownFailures['entries'] = new Map();
  for (const [at, { id, ...entry }] of value.failures.entries()) {
    const wrong = entries.has(id) ? 'is listed twice; keep one entry.' : complaintAbout(id);
    const pointer = `/failures/${at}/id`;
    if (wrong !== undefined) throw new UsageError(`${place(pointer)} ${pointer}: ${id} ${wrong}`);
    entries.set(id, entry);
  }
  return { file, entries, ...(value.run && { run: value.run }) };
}

/** Version 0.2 wrote a list of entries without scenarios. */
const aboutForm = ({ instancePath, keyword }: Fault): string | undefined =>
  instancePath === '' && keyword === 'type'
    ? 'must be an object with the list failures, as --write-known-failures writes it; a list of version 0.2 must be written anew.'
    : undefined;

function complaintAbout(id: string): string | undefined {
  const successors = Object.hasOwn(retired, id) ? retired[id]! : undefined;
  if (successors) return `is retired: list ${successors.join(' and ') || 'nothing'} instead.`;
  const found = requirements.find((requirement) => requirement.id === id);
  if (!found) {
    const ids = requirements.map((requirement) => requirement.id);
    return `is not a requirement; --list shows all of them.${near(id, ids)}`;
  }
  if (found.untestable !== null) return `is untestable and cannot fail, because ${found.untestable}.`;
  return undefined;
}
