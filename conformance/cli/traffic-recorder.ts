import { factsOf, type Manifest } from '../manifest.ts';
import type { Traffic } from '../recording/recording.ts';
import { Mask } from '../recording/personal.ts';
import { disguiseOf } from '../recording/pseudonyms.ts';
import { RecordingFile } from '../recording/recording-file.ts';
import { recordingOfTraffic } from '../recording/traffic.ts';
import type { Exchange } from '../wire/exchange.ts';
import { madeOf } from './made.ts';
import type { Values } from './settings/flags.ts';

export interface Recorder {
  /** a whole request was sent */
  request: (request: Exchange['request']) => void;
  exchange: (exchange: Exchange) => void;
  /** @param notes what a report says besides, a clause each */
  end: (notes?: string[]) => void;
}

/**
 * Records exchanges without keys while they happen; those of a proxy without what is about people too.
 *
 * @throws UsageError when the file of `--record` cannot be written; at its end, when not all of it could
 */
export function recorderOf(
  by: Traffic['by'],
  manifest: Manifest,
  { 'keep-bodies': keepBodies = false, ...values }: Values & { 'keep-bodies'?: boolean },
  party?: Traffic['party'],
): Recorder | undefined {
  if (values.record === undefined) return undefined;
  const file = new RecordingFile(values.record);
  const traffic: Traffic = { by, notes: [], ...(party && { party }) };
  const recording = { ...recordingOfTraffic(by, factsOf(manifest), madeOf(values)), traffic };
  const disguise = disguiseOf(recording.facts);
  const mask = by === 'proxy' ? new Mask(Object.values(manifest.keys), keepBodies) : undefined;
  const exchange = (each: Exchange) => disguise.exchange(mask ? mask.exchange(each) : each);
  file.begin(recording, { ...disguise, exchange });
  return {
    request: (each) => mask?.passed(each),
    exchange: (each) => file.exchange(each),
    end: (notes = []) => {
      const watched = { ...recording.watched, end: performance.now() };
      file.end({ ...recording, traffic: { ...traffic, notes }, watched });
      file.close();
    },
  };
}
