/** Expectations that no fault needs, each with the reason why it stands all the same. */
export const explained: Record<string, string> = {};
