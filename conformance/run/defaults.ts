/** How the suite runs unless it is told otherwise; times are in milliseconds. */
export const defaults = { class: 'full', concurrency: 24, timeout: 10_000, deadline: 300_000 } as const;
