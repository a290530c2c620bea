import type { HttpResponse } from '../../engine/exchange.ts';
import { expectHeader, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { unknownKey } from '../support/fixtures/unknown.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { forEveryUnauthorized } from '../support/survey/survey.ts';
import { bearerChallenge } from './bearer-challenge.ts';
import { expectUnauthorized, rejectsEveryOperation, strangers } from './steps.ts';

/** The WWW-Authenticate header of a 401. */
export const challengeChecks = {
  'authentication.challenge': async (context) => {
    const challenged = (response: HttpResponse) =>
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenge(value)?.has('realm') === true,
        'a Bearer challenge that names a realm',
      );
    // These make sure that the run has a 401 of each kind.
    await forEachRow(strangers(context), (by) =>
      rejectsEveryOperation(context, by, async (response) => {
        const blockedBy = by.credential ? 'authentication.unknown-key-401' : 'authentication.missing-key-401';
        await precondition(blockedBy, async () => expectUnauthorized(response));
      }),
    );
    await forEveryUnauthorized(context, challenged);
  },

  'authentication.rejected-key-hint': (context) =>
    rejectsEveryOperation(context, context.withCredential(unknownKey), async (response) => {
      await precondition('authentication.unknown-key-401', async () => expectStatus(response, 401));
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenge(value)?.get('error') === 'invalid_token',
        'a Bearer challenge with error="invalid_token"',
      );
    }),
} satisfies Partial<Checks<'authentication'>>;
