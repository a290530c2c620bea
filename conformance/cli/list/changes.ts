// Changes that depend on a key or an id of the run, by an example of each.
import { changes } from '../../values/changed-keys.ts';
import { headerSpellings } from '../../values/headers.ts';
import { idsAs, unknownLike } from '../../values/ids.ts';
import { idempotencyKeysAs, unlikelyKeys } from '../../values/keys.ts';

/** What a value becomes, by the name of the change. */
interface Examples {
  given: string;
  becomes: Record<string, string>;
}

const examplesOf = (given: string, by: Record<string, (given: string) => string>): Examples => ({
  given,
  becomes: Object.fromEntries(Object.entries(by).map(([name, change]) => [name, change(given)])),
});

const apiKeys = Object.fromEntries(
  Object.entries(changes).map(([name, change]) => [name, (key: string) => change(key, '$KEY').value]),
);

/** The names that requests have in `keyAs`, `idempotencyKeyAs`, `headerNamesAs`, `controlAs`, and the others of `as` and `of`. */
export const namedChanges = {
  keyAs: examplesOf('sandbox_Ab3-x_9Kq7', apiKeys),
  idempotencyKeyAs: examplesOf('5eed-Order-7f', idempotencyKeysAs),
  headerNamesAs: examplesOf('Idempotency-Key', headerSpellings),
  controlAs: examplesOf('case_0Ab-9xYz3Kq7Lm2P', idsAs),
  unknown: examplesOf('case_0Ab-9xYz3Kq7Lm2P', { unknown: unknownLike }),
  stranger: unlikelyKeys['an unknown key']!,
};
