import type { HttpResponse } from '../../engine/exchange.ts';
import { expectHeader, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { eachOperation } from '../support/rows/operations.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { forEveryUnauthorized } from '../support/survey/survey.ts';
import { bearerChallenges } from './bearer-challenge.ts';
import { expectUnauthorized, responseTo } from './steps.ts';

/** The WWW-Authenticate header of a 401. */
export const challengeChecks = {
  'authentication.challenge': async (context) => {
    const challenged = (response: HttpResponse) =>
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenges(value).some((challenge) => challenge.has('realm')),
        'a Bearer challenge that names a realm',
      );
    // These make sure that the run has a 401 of each kind.
    const blockedBy = {
      'without a key': 'authentication.missing-key-401',
      'with an unknown key': 'authentication.unknown-key-401',
    } as const;
    await forEachRow(rowsOf('without a key', 'with an unknown key'), (sender) =>
      forEachRow(rowsOf(...eachOperation), async (name) => {
        const response = await responseTo(context, name, sender);
        await precondition(blockedBy[sender], async () => expectUnauthorized(response));
      }),
    );
    await forEveryUnauthorized(context, challenged);
  },

  'authentication.rejected-key-hint': (context) =>
    forEachRow(rowsOf(...eachOperation), async (name) => {
      const response = await responseTo(context, name, 'with an unknown key');
      await precondition('authentication.unknown-key-401', async () => expectStatus(response, 401));
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenges(value).some((challenge) => challenge.get('error') === 'invalid_token'),
        'a Bearer challenge with error="invalid_token"',
      );
    }),
} satisfies Checks<'authentication'>;
