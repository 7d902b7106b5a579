/** Exit code for invalid configuration (EX_CONFIG of sysexits.h); restarting would not help. */
export const EXIT_CONFIG = 78;

/** A setting is missing or wrong. The operator reads the message: one sentence per variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
