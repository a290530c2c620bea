// Responses that a conformant service, or a server in front of it, may give although they are easily taken for wrong.
import { expect, test } from 'vitest';
import { create, type Received, Story } from './testing.ts';

const overloaded = (status: number): Received => ({
  status,
  headers: { 'Content-Type': 'text/html', 'Retry-After': '2' },
  body: 'Slow down.',
});

test('a gateway may be overloaded when the sandbox is asked for an error', () => {
  for (const status of [429, 503])
    for (const reference of ['sandbox:error:429', 'sandbox:error:503'])
      expect(new Story().brokenBy(create(reference), overloaded(status))).toEqual([]);
});
