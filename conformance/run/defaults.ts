/** The default settings of a run; times are in milliseconds. */
export const defaults = { class: 'full', concurrency: 48, timeout: 10_000, deadline: 300_000 } as const;
