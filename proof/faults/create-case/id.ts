import type { Defect, FaultTable } from '../support/fault.ts';
import { isDirective } from '../support/sandbox.ts';
import { randomInt, randomBytes } from 'node:crypto';

const newId = (make: (count: number) => string): Defect => {
  let count = 0;
  return () => ({ newCaseId: () => make((count += 1)) });
};

const idsOfTime: Defect = () => {
  let last = 0;
  return { newCaseId: () => `case_of_ours_${(last = Math.max(last + 1, Date.now()))}` };
};

const faults: FaultTable = {
  'create-case.assigns-identifier': {
    'gives every entity the same id': (original) => {
      const first = new Map<string, string>();
      return {
        // That case gets the evidence of all.
        accept: (to, artifact, parts) =>
          original.accept(to, artifact, {
            ...parts,
            limits: { ...parts.limits, artifacts: to.type === 'PF' ? 20 : 1000 },
          }),
        async createCase(call, parts) {
          const response = await original.createCase(call, parts);
          if ('problem' in response || response.body.type === 'PF' || isDirective(response.body.reference))
            return response;
          const world = `${call.caller.tenant} ${call.caller.mode}`;
          first.set(world, first.get(world) ?? response.body.id);
          return { ...response, body: { ...response.body, id: first.get(world)! } };
        },
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          if ('problem' in response) return response;
          return { ...response, body: { ...response.body, artifacts: response.body.artifacts.slice(0, 20) } };
        },
      };
    },
  },
  'create-case.id-form': {
    'gives ids of 12 characters': newId(
      () =>
        `c_${randomInt(2 ** 40)
          .toString(36)
          .padStart(10, '0')}`,
    ),
    'gives ids of 65 characters': newId(() => `c${randomBytes(32).toString('hex')}`),
    'gives ids that contain a colon': newId(() => `case:${randomBytes(32).toString('hex').slice(32)}`),
    'gives ids that contain only digits': newId(() => `${randomInt(10 ** 12)}`.padStart(20, '7')),
  },
  'create-case.id-not-sequential': {
    'counts ids up': newId((count) => `case_${String(count).padStart(20, '0')}`),
    'counts ids up in steps of 37': newId((count) => `case-number-${100_000 + 37 * count}`),
    'counts ids up in hexadecimal digits of a UUID': newId(
      (count) => `5b0c2f4e-0000-4000-8000-${count.toString(16).padStart(12, '0')}`,
    ),
    'counts ids up in letters and digits': newId((count) => `case_of_ours_${(46_000 + count).toString(36)}`),
    'counts ids up before a fixed suffix': newId((count) => `${1000 + count}-case-of-production`),
    'counts ids down': newId((count) => `case_${2 ** 40 - count}`),
    'uses the time in milliseconds as the id': idsOfTime,
    'adds a counter to the time in milliseconds': newId(
      (count) => `case${Date.now().toString(36)}${count.toString(36).padStart(6, '0')}`,
    ),
    'gives ids that are UUIDs of version 1': newId((count) => {
      const ticks = (BigInt(Date.now() + 12_219_292_800_000) * 10_000n + BigInt(count % 10_000)).toString(16);
      const padded = ticks.padStart(15, '0');
      return `${padded.slice(7)}-${padded.slice(3, 7)}-1${padded.slice(0, 3)}-92c8-0242ac120002`;
    }),
  },
};

export default faults;
