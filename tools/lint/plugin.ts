// The rules of this project as a plugin of Redocly; redocly.yaml turns them on.
import { relative } from 'node:path';
import { sharedAnswers } from './answers.ts';
import { bounded } from './bounds.ts';
import { namedExamples, validExamples } from './examples.ts';
import { plainInterface } from './plain.ts';
import type { Rule } from './rule.ts';
import { freedomsUsed } from './freedoms.ts';
import { decisionsUsed, requirements } from './requirements.ts';

/** What Redocly gives to a rule, as far as it is used here. */
interface Context {
  location: Location;
  report: (problem: { message: string; location: Location }) => void;
}

interface Location {
  source: { absoluteRef: string; body: string };
  child(keys: (string | number)[]): Location;
}

const rules: Record<string, Rule> = {
  'shared-answers': sharedAnswers,
  'named-examples': namedExamples,
  'valid-examples': validExamples,
  bounded,
  'plain-interface': plainInterface,
  requirements,
  'decisions-used': decisionsUsed,
  'freedoms-used': freedomsUsed,
};

/** A rule gets the whole contract once, because it reads operations, components and decisions together. */
const visitor = (rule: Rule) => () => ({
  Root(document: any, { location, report }: Context) {
    const { absoluteRef, body } = location.source;
    for (const { at, message } of rule({ document, text: body, file: relative(process.cwd(), absoluteRef) }))
      report({ message, location: location.child(at) });
  },
});

export default function plugin() {
  return {
    id: 'house',
    rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, visitor(rule)])) },
  };
}
