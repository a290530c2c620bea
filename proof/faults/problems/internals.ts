import { writingProblems, malformed, writingFor } from '../support/problems.ts';
import { homedir } from 'node:os';
import type { FaultTable } from '../support/fault.ts';

const faults: FaultTable = {
  'problems.no-internals': {
    // the inside
    'shows a stack trace': writingProblems((problem) => ({ ...problem, trace: new Error('refused').stack })),
    'shows a stack trace of malformed JSON': malformed(() => new SyntaxError('no JSON').stack!),
    'shows where a Perl parser failed': malformed(() => 'Expected a string at lib/Cases/Body.pm line 832.'),
    'shows where a Rust parser failed': malformed(() => "panicked at 'expected a string', src/body.rs:83:5"),
    'shows where an Elixir parser failed': malformed(() => '(cases 0.1.0) lib/cases/body.ex:83: Body.parse/1'),
    'shows the source file of a parser': malformed(() => 'Expected a string in /deploy/cases/body.py'),
    'shows a file path in a 404': writingFor(
      ({ status }) => status === 404,
      (problem) => ({ ...problem, detail: `Nothing in ${homedir()}/cases was found.` }),
    ),
    'shows the path where it stores a rejected file': writingFor(
      ({ problem }) => problem === 'unsupported-file-type',
      (problem) => ({ ...problem, detail: 'ENOENT: /var/lib/cases/arriving_7' }),
    ),
    'shows SQL in a 404': writingFor(
      ({ status }) => status === 404,
      (problem) => ({ ...problem, detail: 'No rows: SELECT body FROM cases WHERE id = ?' }),
    ),
    'shows SQL in the 404 of an id with a quote': ({ getCase }) => ({
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (!('problem' in response) || !call.path.case_id.includes("'")) return response;
        return { ...response, detail: 'Near a quote: SELECT body FROM cases WHERE id = ?' };
      },
    }),
    'shows a database error in a 409': writingFor(
      ({ status }) => status === 409,
      (problem) => ({ ...problem, cause: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: artifacts.id' }),
    ),
  },
};

export default faults;
