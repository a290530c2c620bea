// The rules of this project that assertions in redocly.yaml cannot express, as a plugin of Redocly.
import { bounded } from './bounds.ts';
import { validExamples } from './examples.ts';
import { requirements, unused } from './requirements.ts';

export default function plugin() {
  return { id: 'house', rules: { oas3: { bounded, 'valid-examples': validExamples, requirements, unused } } };
}
