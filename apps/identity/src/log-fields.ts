import type { LogFields } from '@kinreel/service/log';

/**
 * The allowed log fields of each message, in addition to an error; all other fields are dropped, at every level,
 * because URLs contain tickets and bodies contain passwords. New messages must be listed here to have fields (checked
 * by scripts/log-fields.test.ts).
 */
export const LOG_FIELDS: LogFields = {
  request: ['method', 'route', 'status', 'ms'],
  'logged in': ['account'],
  'mail will be retried': ['kind', 'reason'],
  'mail failed': ['kind', 'reason'],
};
