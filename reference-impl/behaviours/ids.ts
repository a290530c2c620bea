import { randomBytes, randomUUID } from 'node:crypto';
import type { Freedom } from './support.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** ULIDs that count up within one millisecond, as their specification allows. */
function ulids(): () => string {
  let last = '';
  return () => {
    let time = Date.now();
    let head = '';
    for (let at = 0; at < 10; at += 1) {
      head = crockford[time % 32]! + head;
      time = Math.floor(time / 32);
    }
    const random = () => [...randomBytes(16)].map((byte) => crockford[byte % 32]!).join('');
    last = last.startsWith(head) ? head + next(last.slice(10)) : head + random();
    return last;
  };
}

function next(text: string): string {
  const last = crockford.indexOf(text.at(-1)!);
  return last === 31 ? `${next(text.slice(0, -1))}0` : text.slice(0, -1) + crockford[last + 1]!;
}

function uuid7(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const of = (newId: () => string) => ({ newCaseId: newId, newArtifactId: newId });

export const ids: Record<string, Freedom> = {
  'ids are UUIDs': () => of(randomUUID),
  'ids are UUIDs in upper case': () => ({ newCaseId: () => randomUUID().toUpperCase() }),
  'ids are UUIDs that are read in any letter case': ({ store }) => ({
    newCaseId: () => randomUUID(),
    store: { ...store, findCase: (caller, id) => store.findCase(caller, id.toLowerCase()) },
  }),
  'ids are UUIDv7': () => of(uuid7),
  'ids are ULIDs': () => of(ulids()),
  'ids of cases are as long as they may be, and ids of artifacts count up': () => {
    let count = 0;
    return {
      newCaseId: () => randomBytes(48).toString('base64url'),
      newArtifactId: () => String((count += 1)),
    };
  },
};
