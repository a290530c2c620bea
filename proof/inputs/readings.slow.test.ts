import { expect, test } from 'vitest';
import { record } from '../mutation/record.ts';
import { donorsIn } from '../mutation/responses.ts';
import { testable } from '../selection.ts';
import { FaultyService } from './input-fault.ts';
import { json } from './requests.ts';
import { parts } from './support/forms.ts';
import type { Reads } from './support/readings.ts';

// Otherwise a fault could be detected because of this program, and not because of what it misreads.
test('nothing fails for a service that reads every body as the original one does', async () => {
  const wanted = testable.filter((id) => /^(create-case|upload-artifact|idempotency|get-case)\./.test(id));
  const { scenarios, manifest } = await record({
    profile: 'full',
    recorded: wanted,
    mutated: [],
    inputs: [],
    mutants: [],
  });
  const service = new FaultyService(scenarios, donorsIn(scenarios), manifest);
  const reads: Reads = (input) => json((text) => ` ${text}`)(input) ?? parts((all) => [...all])(input);

  expect(await service.failing({ reads }, wanted)).toEqual([]);
});
