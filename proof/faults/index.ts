import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { requirements, type TestableId } from '../../generated/requirements.ts';
import { scenarios } from '../../conformance/scenarios/families.ts';
import { brokenBy } from '../frozen.ts';
import type { Defect, FaultTable, Profile } from './support/fault.ts';

/** The reference implementation with one defect. */
export interface Fault {
  name: string;
  /** the requirement that it is about */
  about: TestableId;
  /** all requirements that it breaks; from `proof/frozen.json` */
  breaks: TestableId[];
  profile: Profile;
  parts: Defect;
}

const tables = await Promise.all(
  globSync('*.ts', { cwd: import.meta.dirname, exclude: ['index.ts'] })
    .toSorted()
    .map(async (file) => {
      const { href } = pathToFileURL(`${import.meta.dirname}/${file}`);
      return ((await import(href)) as { default: FaultTable }).default;
    }),
);

/** Every fault, by file and requirement. */
export const faults: Fault[] = tables.flatMap((table) =>
  Object.entries(table).flatMap(([id, defects]) =>
    Object.entries(defects).map(([name, parts]) => {
      const about = id as TestableId;
      return { name, about, breaks: brokenBy(name), profile: profileFor(about), parts };
    }),
  ),
);

/** The profile in which the requirement applies. */
function profileFor(id: TestableId): Profile {
  const { capability, unless } = requirements.find((requirement) => requirement.id === id)!;
  if (unless === 'sandbox') return 'without sandbox';
  if (scenarios[id].some(({ needs }) => needs === 'slow')) return 'slow';
  return capability.includes('webhooks') ? 'with webhooks' : 'full';
}
