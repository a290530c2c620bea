import { KnownFailures as isList, type Fault } from '../../generated/known-failures.js';
import { type Requirement, requirements, retired } from '../../generated/requirements.ts';
import type { KnownFailure, KnownFailures } from './list.ts';
import type { RunRecord } from './run-record.ts';
import { UsageError } from '../usage-error.ts';
import { pointerTo } from '../json-pointer.ts';
import { near } from '../cli/settings/near.ts';
import { readYaml } from '../cli/settings/yaml-file.ts';

/**
 * Reads the list of known failures, YAML or JSON.
 *
 * @param judged the requirements that it may name
 * @throws UsageError with file, line and pointer for an id that is unknown, retired, repeated or untestable
 */
export function readKnownFailures(file: string, judged: Requirement[] = requirements): KnownFailures {
  const { value, place } = readYaml(file);
  if (!isList(value)) {
    const fault = isList.errors![0]!;
    const pointer = pointerOf(fault);
    throw new UsageError(`${place(pointer)} ${pointer || '(the file)'}: ${aboutForm(fault)}`);
  }
  const entries: KnownFailures['entries'] = new Map();
  const { failures, run } = value as { failures: ({ id: string } & KnownFailure)[]; run?: RunRecord };
  for (const [at, { id, ...entry }] of failures.entries()) {
    const wrong = entries.has(id) ? 'is listed twice; keep one entry.' : complaintAbout(id, judged);
    const pointer = `/failures/${at}/id`;
    if (wrong !== undefined) throw new UsageError(`${place(pointer)} ${pointer}: ${id} ${wrong}`);
    entries.set(id, entry);
  }
  return { file, entries, ...(run && { run }) };
}

/** The property that a mismatch is about, also when it is unknown or missing. */
function pointerOf({ instancePath, params }: Fault): string {
  const name = params['additionalProperty'] ?? params['missingProperty'];
  return typeof name === 'string' ? instancePath + pointerTo([name]) : instancePath;
}

function aboutForm({ instancePath, keyword, message, params, parentSchema }: Fault): string {
  const { description = '', properties = {} } = parentSchema;
  // Version 0.2 wrote a list of entries without scenarios.
  if (instancePath === '' && keyword === 'type')
    return 'must be an object with the list failures, as --write-known-failures writes it; a list of version 0.2 must be written anew.';
  if (keyword === 'additionalProperties')
    return `there is no such property.${near(String(params['additionalProperty']), Object.keys(properties))}`;
  if (keyword === 'required') return 'is missing.';
  return `${message}. ${description}`.trim();
}

function complaintAbout(id: string, judged: Requirement[]): string | undefined {
  const successors = Object.hasOwn(retired, id) ? retired[id]! : undefined;
  if (successors) return `is retired: list ${successors.join(' and ') || 'nothing'} instead.`;
  const found = judged.find((requirement) => requirement.id === id);
  if (!found) {
    const ids = judged.map((requirement) => requirement.id);
    return judged === requirements
      ? `is not a requirement; --list shows all of them.${near(id, ids)}`
      : `is not a requirement of clients.${near(id, ids)}`;
  }
  if (found.untestable !== null) return `is untestable and cannot fail, because ${found.untestable}.`;
  return undefined;
}
