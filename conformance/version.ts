import description from '../package.json' with { type: 'json' };

/** The version of this package. The import makes the build carry the file that it is read from. */
export const { version } = description;
