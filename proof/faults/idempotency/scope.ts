import { posix } from 'node:path';
import {
  keyedBy,
  scoping,
  isReplay,
  isUpload,
  comparingUploadsBy,
  keyInUse,
  percentDecoded,
} from '../support/idempotency.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { storing, together } from '../support/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { IdempotencyKey } from '../../../reference-impl/ports.ts';
import { firstReadBehind } from '../support/state.ts';

const faults: FaultTable = {
  'idempotency.key-forms': {
    'compares keys as numbers': keyedBy((key) => (Number.isNaN(Number(key)) ? key : String(Number(key)))),
    // the scope of a key
    'compares keys in lower case on lookup': keyedBy((key) => key.toLowerCase()),
    'compares keys in upper case on lookup': keyedBy((key) => key.toUpperCase()),
    'ignores all characters of keys except letters and digits': keyedBy((key) => key.replaceAll(/[^A-Za-z0-9]/g, '')),
    'ignores quotes around keys': keyedBy((key) => key.replace(/^"(.*)"$/, '$1')),
    'uses only the text before the first comma of a key': keyedBy((key) => key.split(',')[0]!),
    'uses only the text before the first semicolon of a key': keyedBy((key) => key.split(';')[0]!),
    'percent-decodes keys': keyedBy(percentDecoded),
    'uses only the text after the last slash of a key': keyedBy((key) => posix.basename(key)),
    'ignores dots at the end of keys': keyedBy((key) => key.replace(/\.+$/, '')),
  },
  'idempotency.key-scope': {
    'takes the query for a part of the path': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf(request) {
        const key = idempotencyKeyOf(request);
        return key && `${key}${request.url!.replace(/^[^?]*/, '')}`;
      },
    }),
    'stores keys without the tenant': scoping(({ mode }, path, key) => [mode, path, key]),
    'replays the create of an entity of another tenant': storing(({ openCase }) => {
      const kept = new Map<string, { tenant: string; replay: Parameters<typeof openCase>[3] }>();
      return {
        async openCase(caller, opened, once, response) {
          if (!once || opened.type === 'PF') return openCase(caller, opened, once, response);
          const key = `${(JSON.parse(once.id) as string[]).at(-1)} ${once.fingerprint}`;
          const earlier = kept.get(key) ?? { tenant: caller.tenant, replay: response };
          kept.set(key, earlier);
          return earlier.tenant === caller.tenant
            ? openCase(caller, opened, once, response)
            : { replay: earlier.replay as typeof response };
        },
      };
    }),
    'rejects a key that another tenant used for another payload': (original) => {
      const scope: Defect = scoping(({ mode }, path, key) => [mode, path, key]);
      return {
        ...scope(original),
        fingerprintOfCase: original.fingerprintOfCase,
        ...storing(({ openCase }) => ({
          async openCase(caller, opened, once, response) {
            const outcome = await openCase(caller, opened, once, response);
            if (!isReplay(outcome) || !once) return outcome;
            const own = await original.store.findCase(caller, (outcome.replay.body as Case).id);
            return own ? outcome : openCase(caller, opened, { ...once, id: `${caller.tenant} ${once.id}` }, response);
          },
        }))(original),
      };
    },
    'rejects a key that another tenant used earlier for another payload': storing(({ openCase }) => {
      const used = new Map<string, { tenant: string; fingerprint: string }>();
      return {
        async openCase(caller, opened, once, response) {
          if (!once) return openCase(caller, opened, once, response);
          const key = String((JSON.parse(once.id) as string[]).at(-1));
          const earlier = used.get(key);
          if (earlier && earlier.tenant !== caller.tenant && earlier.fingerprint !== once.fingerprint)
            return 'idempotency-key-reused';
          await wait(20);
          used.set(key, { tenant: caller.tenant, fingerprint: once.fingerprint });
          return openCase(caller, opened, once, response);
        },
      };
    }),
    'blocks a key for every tenant while one tenant uses it': storing(({ openCase }) => {
      const running = new Map<string, string>();
      return {
        async openCase(caller, opened, once, response) {
          const key = once && (JSON.parse(once.id) as string[]).at(-1)!;
          if (key === undefined) return openCase(caller, opened, once, response);
          if ((running.get(key) ?? caller.tenant) !== caller.tenant) throw keyInUse();
          running.set(key, caller.tenant);
          await wait(50);
          running.delete(key);
          return openCase(caller, opened, once, response);
        },
      };
    }),
    'rejects keys of creates when uploads use them': storing(({ openCase, acceptArtifact }) => {
      const ofCreates = new Set<string>();
      const keyOf = ({ id }: IdempotencyKey) => (JSON.parse(id) as string[]).at(-1)!;
      return {
        openCase(caller, opened, once, response) {
          if (once) ofCreates.add(keyOf(once));
          return openCase(caller, opened, once, response);
        },
        acceptArtifact: async (caller, caseId, accept, once, response) =>
          once && ofCreates.has(keyOf(once))
            ? 'idempotency-key-reused'
            : acceptArtifact(caller, caseId, accept, once, response),
      };
    }),
    'stores keys without the path': scoping(({ tenant, mode }, _, key) => [tenant, mode, key]),
    'stores keys by operation, without the case': scoping(({ tenant, mode }, path, key) => [
      tenant,
      mode,
      isUpload(path),
      key,
    ]),
    'replays the artifact of another case for its key': together(
      scoping(({ tenant, mode }, path, key) => [tenant, mode, isUpload(path), key]),
      comparingUploadsBy(() => ''),
    ),
    'reads from a replica that does not have the evidence of a pending case yet': firstReadBehind((seen, now) => {
      const grown = now.status === 'PENDING' && now.artifacts.length > (seen?.artifacts.length ?? 0);
      return grown ? { ...now, artifacts: now.artifacts.slice(0, -1) } : now;
    }),
  },
  'idempotency.scoped-to-mode': {
    'stores keys without the mode': scoping(({ tenant }, path, key) => [tenant, path, key]),
    'rejects a key that was used in the other mode': storing(({ openCase }) => {
      const modes = new Map<string, string>();
      return {
        openCase: async (caller, opened, once, response) => {
          if (!once) return openCase(caller, opened, once, response);
          const key = `${caller.tenant} ${(JSON.parse(once.id) as string[]).at(-1)}`;
          const mode = modes.get(key) ?? caller.mode;
          modes.set(key, mode);
          return mode === caller.mode ? openCase(caller, opened, once, response) : 'idempotency-key-reused';
        },
      };
    }),
  },
};

export default faults;
