import { Problem } from '../../../generated/validators.js';
import { expectSame, expectThat, expectValid, objectOf, show } from '../../engine/expect.ts';
import type { Checks } from '../support/context.ts';
import { ofDisclosure } from './disclosure.ts';
import { ofPointers } from './pointers.ts';
import { everyRefusal } from '../support/survey.ts';
import { mediaType } from '../../engine/exchange.ts';

export const problems: Checks<'problems'> = {
  ...ofDisclosure,
  ...ofPointers,

  'problems.media-type': (context) =>
    everyRefusal(context, (answer) => {
      const type = answer.header('Content-Type');
      expectThat(
        mediaType(type) === 'application/problem+json',
        'the media type application/problem+json',
        show(type),
        answer,
      );
    }),

  'problems.members': (context) => everyRefusal(context, (answer) => void expectValid(answer, Problem, 'Problem')),

  'problems.status-matches': (context) =>
    everyRefusal(context, (answer) =>
      expectSame('the member status', objectOf(answer)['status'], answer.status, answer),
    ),

  'problems.instance-fresh': async (context) => {
    const seen = new Set<unknown>();
    await everyRefusal(context, (answer) => {
      const { instance } = objectOf(answer);
      expectThat(/^urn:uuid:[0-9a-f-]{36}$/i.test(String(instance)), 'a urn:uuid: as instance', show(instance), answer);
      expectThat(!seen.has(instance), 'an instance that no other answer has', show(instance), answer);
      seen.add(instance);
    });
  },
};
