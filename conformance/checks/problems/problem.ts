import { Problem } from '../../../generated/validators.js';
import { expectSame, expectThat, expectValid, objectOf, show } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { expectMediaType } from '../support/media-type.ts';
import { forEveryRejection } from '../support/survey/survey.ts';

/** The form of a problem (RFC 9457). */
export const problemChecks = {
  'problems.media-type': (context) =>
    forEveryRejection(context, (response) => expectMediaType(response, 'application/problem+json')),

  'problems.members': (context) =>
    forEveryRejection(context, (response) => void expectValid(response, Problem, 'Problem')),

  'problems.status-matches': (context) =>
    forEveryRejection(context, (response) =>
      expectSame(
        'wrong-problem-status',
        'the property status',
        objectOf(response)['status'],
        response.status,
        response,
      ),
    ),

  'problems.instance-fresh': async (context) => {
    const seen = new Set<unknown>();
    await forEveryRejection(context, (response) => {
      const { instance } = objectOf(response);
      expectThat(
        'wrong-problem-instance',
        /^urn:uuid:[0-9a-f-]{36}$/i.test(String(instance)),
        'a urn:uuid: as instance',
        show(instance),
        response,
      );
      expectThat(
        'repeated-problem-instance',
        !seen.has(instance),
        'an instance that no other response has',
        show(instance),
        response,
      );
      seen.add(instance);
    });
  },
} satisfies Checks<'problems'>;
