/**
 * Tokens that the synthetic upstream knows. `restricted` is an account of the lowest Metaculus tier, which sees
 * closed questions without text, resolution and predictions; `hfGranted` may read the gated and the private repository.
 */
export const SYNTHETIC_TOKENS = {
  metaculus: 'synthetic-token',
  metaculusRestricted: 'synthetic-restricted',
  hf: 'hf_synthetic',
  hfGranted: 'hf_synthetic_granted',
} as const;
