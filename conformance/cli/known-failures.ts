import { KnownFailures } from '../../generated/manifest.js';
import { requirements } from '../../generated/requirements.ts';
import { UsageError } from './terminal.ts';
import { near, readYaml } from './yaml-file.ts';

/**
 * Reads the list of known failures, YAML or JSON, with an id and a reason each.
 *
 * @returns the reason of each, by id
 * @throws UsageError with file, line and pointer for an id that is unknown, repeated or without a check
 */
export function readKnownFailures(file: string): Map<string, string> {
  const { value, place } = readYaml(file, KnownFailures);
  const known = new Map<string, string>();
  for (const [at, { id, reason }] of value.entries()) {
    const wrong = known.has(id) ? 'is listed twice; keep one entry.' : complaintAbout(id);
    if (wrong !== undefined) throw new UsageError(`${place(`/${at}/id`)} /${at}/id: ${id} ${wrong}`);
    known.set(id, reason);
  }
  return known;
}

function complaintAbout(id: string): string | undefined {
  const found = requirements.find((requirement) => requirement.id === id);
  if (!found) {
    const ids = requirements.map((requirement) => requirement.id);
    return `is not a requirement; --list shows all of them.${near(id, ids)}`;
  }
  if (found.untestable !== null) return `has no check and cannot fail, because ${found.untestable}.`;
  return undefined;
}
