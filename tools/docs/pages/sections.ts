/** The subject of a section of the source document, in this project's own words. */
export interface Section {
  title: string;
  /** what the section states */
  states: string;
  /** what it leaves open */
  leaves: string;
}

export const sections: Record<string, Section> = {
  '§1': {
    title: 'Purpose',
    states: 'People and companies are verified through cases that collect files, and the outcome is read by polling.',
    leaves: 'How an outcome is computed, how long evidence is kept, and how customers are integrated.',
  },
  '§2': {
    title: 'Properties of a case and of its evidence',
    states:
      'A case has a type, a reference, a status, a whole-number score and reasons; evidence is a file with a kind.',
    leaves: 'What the codes mean, which values are allowed, and what form identifiers and stored evidence have.',
  },
  '§3': {
    title: 'States',
    states: 'There are three states.',
    leaves: 'The first state of a case, and what causes a transition.',
  },
  '§4': {
    title: 'Operations',
    states: 'There are three operations, each with its path.',
    leaves: 'Whether there are more, and how requests are repeated, cached and negotiated.',
  },
  '§4.1': {
    title: 'Create a case',
    states: 'The request has two properties, both required.',
    leaves: 'The whole response.',
  },
  '§4.2': {
    title: 'Upload evidence',
    states: 'The request is multipart, with two parts, both required.',
    leaves: 'The whole response.',
  },
  '§4.3': {
    title: 'Read a case',
    states: 'The response is an object with three known properties.',
    leaves: 'The status code and the rest of the response.',
  },
  '§5': {
    title: 'Keys',
    states: 'A request carries a key, and each key belongs to a tenant.',
    leaves: 'How a request carries its key, the form of keys, and their permissions.',
  },
  '§5.1': {
    title: 'Requests carry a key of a tenant',
    states: 'A request without a key of a tenant is rejected.',
    leaves: 'How such a request is rejected.',
  },
  '§5.2': {
    title: 'Form and lifetime of a key',
    states: 'Nothing.',
    leaves: 'Everything about it.',
  },
  '§6': {
    title: 'Events',
    states: 'Webhooks exist and are set up with each customer.',
    leaves: 'Which events exist, what they contain, and how they are signed, delivered and retried.',
  },
  '§7': {
    title: 'Errors',
    states: 'Nothing.',
    leaves: 'Every status code and every body of a rejection.',
  },
  '§8': {
    title: 'Limits',
    states: 'Nothing.',
    leaves: 'Sizes, counts, rates and times.',
  },
  '§9': {
    title: 'Versions',
    states: 'The base address has no version in it.',
    leaves: 'How the interface changes without a version.',
  },
};

/** @throws Error naming a section that has no text here yet */
export function sectionOf(name: string): Section {
  const found = sections[name];
  if (!found)
    throw new Error(
      `tools/docs/pages/sections.ts has nothing on ${name}; add its title and what it states and leaves.`,
    );
  return found;
}
