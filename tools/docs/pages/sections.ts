/** What a section of the source document is about, in this project's own words. */
export interface Section {
  title: string;
  /** what the section settles */
  states: string;
  /** what it leaves to be decided */
  leaves: string;
}

export const sections: Record<string, Section> = {
  '§1': {
    title: 'Purpose',
    states: 'People and companies are verified through cases that collect files, and a poll shows the outcome.',
    leaves: 'How an outcome is reached, how long evidence is kept and how a customer is connected.',
  },
  '§2': {
    title: 'Members of a case and of its evidence',
    states:
      'A case has a type, a reference, a status, a whole-number score and reasons; evidence is a file with a kind.',
    leaves: 'What the codes mean, which values are allowed, and what form identifiers and stored evidence have.',
  },
  '§3': {
    title: 'States',
    states: 'There are three states.',
    leaves: 'Where a case begins, and what moves it.',
  },
  '§4': {
    title: 'Operations',
    states: 'There are three operations, each with its path.',
    leaves: 'Whether there are more, and how requests are repeated, cached and negotiated.',
  },
  '§4.1': {
    title: 'Create a case',
    states: 'The request has two members, both needed.',
    leaves: 'The whole answer.',
  },
  '§4.2': {
    title: 'Upload evidence',
    states: 'The request is multipart, with two parts, both needed.',
    leaves: 'The whole answer.',
  },
  '§4.3': {
    title: 'Read a case',
    states: 'The answer is an object with three known members.',
    leaves: 'The status code and the rest of the answer.',
  },
  '§5': {
    title: 'Keys',
    states: 'A request carries a key, and each key belongs to a tenant.',
    leaves: 'How a key is carried, what it looks like, and what it may do.',
  },
  '§5.1': {
    title: 'Requests carry a key of a tenant',
    states: 'Whoever has no key of a tenant is not served.',
    leaves: 'How such a request is refused.',
  },
  '§5.2': {
    title: 'Form and life of a key',
    states: 'Nothing.',
    leaves: 'Everything about it.',
  },
  '§6': {
    title: 'Events',
    states: 'Webhooks exist, set up with each customer.',
    leaves: 'Which events there are, what they carry, and how they are signed, delivered and repeated.',
  },
  '§7': {
    title: 'Errors',
    states: 'Nothing.',
    leaves: 'Every status code and every body of a refusal.',
  },
  '§8': {
    title: 'Limits',
    states: 'Nothing.',
    leaves: 'Sizes, counts, rates and times.',
  },
  '§9': {
    title: 'Versions',
    states: 'The base address has no version in it.',
    leaves: 'How the interface changes without one.',
  },
};

/** @throws Error naming a section that has no words here yet */
export function section(name: string): Section {
  const found = sections[name];
  if (!found)
    throw new Error(
      `tools/docs/pages/sections.ts has nothing on ${name}; add its title and what it states and leaves.`,
    );
  return found;
}
