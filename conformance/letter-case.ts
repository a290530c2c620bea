/** True when two ids that differ only in letter case are two ids: the end of this one has letters of both cases. */
export const hasBothCases = (id: string): boolean => /[a-z]/.test(id.slice(-12)) && /[A-Z]/.test(id.slice(-12));
