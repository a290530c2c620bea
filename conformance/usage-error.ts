/** A mistake in what a user typed or wrote. The message says what is wrong, what was expected and what to do. */
export class UsageError extends Error {}
