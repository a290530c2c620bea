/** What a user typed or wrote is wrong; the message says what, and what to do. */
export class UsageError extends Error {}
