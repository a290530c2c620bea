import { words } from './texts.ts';

/** Methods that are wrong wherever the contract does not name them: not HEAD and OPTIONS, which a service may support (D28, D92). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Paths near those of the contract, with the id of a case in them. Not `/`, and none with a version in front: a service may
 * have these too (D27).
 */
export const unknownPaths = words(
  `/no-such-path /case /cases.json /casesx /cases/{case_id}/artifact /cases/{case_id}/status /case/{case_id}
  /cases/{case_id}/x /cases/{case_id}/artifactsx`,
);
