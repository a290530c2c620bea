import type { Visited } from '../clients/judgement.ts';
import { written } from '../clients/recorded.ts';
import type { Given } from '../clients/visit.ts';
import type { Facts } from '../manifest.ts';
import type { Session } from '../oracle/client/session.ts';
import { Mask } from '../recording/personal.ts';
import { noDisguise } from '../recording/pseudonyms.ts';
import type { ClientFacts, Recording } from '../recording/recording.ts';
import { RecordingFile } from '../recording/recording-file.ts';
import { recordingOfTraffic } from '../recording/traffic.ts';
import { bearerKey } from '../wire/exchange.ts';
import { madeOf } from './made.ts';
import type { Values } from './settings/flags.ts';

export interface ClientRecorder {
  session: (session: Session) => void;
  /** @param visited also with sessions that were not recorded when they ended */
  end: (visited: Visited) => void;
}

/**
 * Records what a client does, without its keys, if the user wants it.
 *
 * @param given what a program that keeps running was told
 * @throws UsageError when the file of `--record` cannot be written; at its end, when not all of it could
 */
export function clientRecorder(
  values: Values,
  client: ClientFacts,
  given: Given | undefined,
): ClientRecorder | undefined {
  if (values.record === undefined) return undefined;
  const file = new RecordingFile(values.record);
  const { claim: claims, only } = values;
  // Each session has a service of its own.
  const facts: Facts = { baseUrl: 'http://127.0.0.1', claims, keys: {}, key: bearerKey, id: '/id' };
  const inOneLine = { ...client, name: oneLine(client.name), command: oneLine(client.command) };
  const recording: Recording = {
    ...recordingOfTraffic('client', facts, madeOf(values)),
    traffic: { by: 'client', notes: [], client: inOneLine },
    selection: { class: 'full', only },
  };
  file.begin(recording, noDisguise(facts));
  const mask = new Mask(given ? [given.key] : [], false);
  const known = new Set<Session>();
  const session = (each: Session) => {
    if (known.has(each)) return;
    known.add(each);
    file.session(written(each, mask, given?.endpoint?.secret));
  };
  return {
    session,
    end: ({ sessions, unseen }) => {
      sessions.forEach(session);
      const missing = unseen.map(({ task, condition: { name, shows } }) => ({ task, condition: { name, shows } }));
      const watched = { ...recording.watched, end: performance.now() };
      const traffic = { by: 'client', notes: [], client: { ...inOneLine, unseen: missing } } as const;
      file.end({ ...recording, traffic: { ...traffic, notes: [] }, watched });
      file.close();
    },
  };
}

// Characters.
const longestCommand = 2000;
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestCommand);
