import { ArtifactKind } from '../../generated/validators.js';

/** The kinds of evidence (D14), from the contract. */
export const evidenceKinds: string[] = (() => {
  ArtifactKind('');
  return (ArtifactKind.errors?.[0]?.params['allowedValues'] ?? []) as string[];
})();
