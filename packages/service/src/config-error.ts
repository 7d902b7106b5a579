/** Exit code for invalid configuration (EX_CONFIG of sysexits.h); restarting would not help. */
export const EXIT_CONFIG = 78;

/** A setting is missing or invalid. The message is for the operator: one sentence per variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
