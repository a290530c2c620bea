import { contract } from '../../generated/requirements.ts';
import type { Facts } from '../manifest.ts';
import type { Made, Recording, Traffic } from './recording.ts';

/** A recording without scenarios, which begins now. */
export const recordingOfTraffic = (by: Traffic['by'], facts: Facts, made?: Made): Recording => ({
  format: 1,
  contract,
  id: by,
  seed: 1,
  startedAt: new Date(),
  facts,
  selection: { class: 'full', only: [] },
  ...(made && { made }),
  planned: {},
  traffic: { by, notes: [] },
  exchanges: [],
  played: [],
  watched: { start: performance.now() },
});
