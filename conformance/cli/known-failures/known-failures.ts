import {
  KnownFailures as ListSchema,
  KnownFailuresOf02 as ListSchemaOf02,
  type Validator,
} from '../../../generated/manifest.js';
import { type RequirementId, requirements, retired } from '../../../generated/requirements.ts';
import type { KnownFailure, KnownFailures } from '../../run/known-failures.ts';
import { UsageError } from '../../usage-error.ts';
import { near, readYaml } from '../settings/yaml-file.ts';

/** Accepts both forms; the errors are those of the form that the file has. */
const listSchema: Validator<ListSchema | ListSchemaOf02> = Object.assign(
  (value: unknown): value is ListSchema | ListSchemaOf02 => {
    const schema = Array.isArray(value) ? ListSchemaOf02 : ListSchema;
    const fits = schema(value);
    listSchema.errors = schema.errors ?? null;
    return fits;
  },
);

/**
 * Reads the list of known failures, YAML or JSON. An entry with a retired id is one of each successor.
 *
 * @throws UsageError with file, line and pointer for an id that is unknown, repeated or untestable
 */
export function readKnownFailures(file: string, successors = retired): KnownFailures {
  const { value, place } = readYaml(file, listSchema);
  const isOf02 = Array.isArray(value);
  const [failures, start] = isOf02 ? [value, ''] : [value.failures, '/failures'];
  const written = new Set<string>();
  const entries: KnownFailures['entries'] = new Map();
  for (const [at, { id, ...entry }] of failures.entries()) {
    const wrong = written.has(id) ? 'is listed twice; keep one entry.' : complaintAbout(id, successors);
    const pointer = `${start}/${at}/id`;
    if (wrong !== undefined) throw new UsageError(`${place(pointer)} ${pointer}: ${id} ${wrong}`);
    written.add(id);
    for (const each of successors[id] ?? [id]) entries.set(each, joined(entries.get(each), entry));
  }
  const isOld = isOf02 || [...written].some((id) => Object.hasOwn(successors, id));
  return { file, entries, ...(!isOf02 && value.run && { run: value.run }), ...(isOld && { isOld }) };
}

/** Two entries of one requirement, into which their own ones were merged. */
function joined(one: KnownFailure | undefined, { reason, scenarios }: KnownFailure): KnownFailure {
  if (!one) return { reason, ...(scenarios && { scenarios }) };
  const both = one.scenarios && scenarios && [...new Set([...one.scenarios, ...scenarios])];
  const reasons = [...new Set([one.reason, reason])];
  return { reason: reasons.join('; '), ...(both && { scenarios: both }) };
}

function complaintAbout(id: string, successors: Record<string, RequirementId[]>): string | undefined {
  if (Object.hasOwn(successors, id)) return undefined;
  const found = requirements.find((requirement) => requirement.id === id);
  if (!found) {
    const ids = requirements.map((requirement) => requirement.id);
    return `is not a requirement; --list shows all of them.${near(id, ids)}`;
  }
  if (found.untestable !== null) return `is untestable and cannot fail, because ${found.untestable}.`;
  return undefined;
}
