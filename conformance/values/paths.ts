/** Paths near those of the contract, with the id of a case in them. */
export const unknownPaths = [
  ...['/no-such-path', '/case', '/cases.json', '/casesx', '/v1/cases', '/api/cases'],
  ...['/cases/{case_id}/artifact', '/cases/{case_id}/status'],
  ...['/v1/cases/{case_id}', '/case/{case_id}', '/cases/{case_id}/x', '/cases/{case_id}/artifactsx'],
] as const;
