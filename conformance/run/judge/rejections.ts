// A request that is rejected for a while each time, although others are accepted.
import type { Exchange } from '../../wire/exchange.ts';
import type { Played } from '../../recording/recording.ts';
import { exchangesOf } from './interruptions.ts';
import { type Failure, reasonOf, type ScenarioResult } from './verdict.ts';

export const rejectedIn = (played: Played): Exchange | undefined =>
  exchangesOf(played).find(({ rejectedOften }) => rejectedOften);

/** What could not be judged because of the rejections, as failures. */
export const rejectedResults = (results: ScenarioResult[], played: Played): ScenarioResult[] =>
  results.map((result): ScenarioResult => {
    const { label, verdict, decisive } = result;
    if (verdict !== 'inconclusive' || !decisive?.rejectedOften) return result;
    const failure: Failure = {
      requirement: played.id,
      kind: 'answer',
      expected: 'a response that is not a rejection for a while',
      actual: `status ${decisive.response!.status} each time, while other requests with the key are accepted`,
      exchange: decisive,
      allowed: [],
      setting: [],
    };
    return { label, verdict: 'fail', reason: reasonOf(failure), failure, decisive };
  });
