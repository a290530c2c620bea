import { KnownFailures as ListSchema } from '../../../generated/manifest.js';
import { requirements } from '../../../generated/requirements.ts';
import type { KnownFailures } from '../../run/known-failures.ts';
import { UsageError } from '../../usage-error.ts';
import { near, readYaml } from '../settings/yaml-file.ts';

/**
 * Reads the list of known failures, YAML or JSON: an id and a reason each, and what it blocks.
 *
 * @throws UsageError with file, line and pointer for an id that is unknown, repeated or without a check
 */
export function readKnownFailures(file: string): KnownFailures {
  const { value, place } = readYaml(file, ListSchema);
  const known: KnownFailures = new Map();
  for (const [at, { id, reason, blocks = [] }] of value.entries()) {
    const found = known.has(id) ? 'is listed twice; keep one entry.' : complaintAbout(id);
    if (found !== undefined) throw new UsageError(`${place(`/${at}/id`)} /${at}/id: ${id} ${found}`);
    for (const [index, blocked] of blocks.entries()) {
      const wrong = blocked === id ? 'cannot block itself; remove it.' : complaintAbout(blocked);
      const pointer = `/${at}/blocks/${index}`;
      if (wrong !== undefined) throw new UsageError(`${place(pointer)} ${pointer}: ${blocked} ${wrong}`);
    }
    known.set(id, { reason, blocks });
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
