import type { components } from '../../generated/types.ts';

/** What a file can be evidence of (D14). */
export const kinds: components['schemas']['ArtifactKind'][] = [
  'ID_FRONT',
  'ID_BACK',
  'PASSPORT',
  'SELFIE',
  'PROOF_OF_ADDRESS',
  'TAX_CERTIFICATE',
  'INCORPORATION_DEED',
  'POWER_OF_ATTORNEY',
  'REGISTRY_EXTRACT',
  'OWNERSHIP_REGISTER',
];
