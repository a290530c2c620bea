import { expect, test } from 'vitest';
import { record } from '../mutation/record.ts';
import { donorsIn } from '../mutation/responses.ts';
import { testable } from '../selection.ts';
import { FaultyService } from './input-fault.ts';
import { json } from './requests.ts';
import type { Keys, Reads } from './support/fault.ts';
import { parts } from './support/forms.ts';
import { pathOf, payloadOf } from './support/keys.ts';

const wanted = testable.filter((id) => /^(create-case|upload-artifact|idempotency|get-case)\./.test(id));
const reads: Reads = (input) => json((text) => ` ${text}`).reads(input) ?? parts((all) => [...all]).reads(input);
const keys: Keys = { name: (key, input) => [pathOf(input), input.sender, key], payload: payloadOf };

// Otherwise a fault could be detected because of this program, and not because of what it misreads.
test('nothing fails for a service that treats bodies and keys as the original one does', async () => {
  const { scenarios, recording } = await record({
    profile: 'full',
    recorded: wanted,
    mutated: [],
    inputs: [],
    mutants: [],
  });
  const service = new FaultyService(scenarios, donorsIn(scenarios), recording.facts);

  expect(service.failing({ reads }, wanted)).toEqual([]);
  expect(service.failing({ keys }, wanted)).toEqual([]);
});
