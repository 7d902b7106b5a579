import type { LogFields } from '@kinreel/service/log';

/**
 * What may be logged: the fields of each message, and an error. Everything else is dropped, at every level: addresses contain
 * tickets and bodies contain passwords. A new message is listed here, or it has no fields (scripts/log-fields.test.ts checks it).
 */
export const LOG_FIELDS: LogFields = {
  request: ['method', 'route', 'status', 'ms'],
  'logged in': ['account'],
  'mail will be retried': ['kind', 'reason'],
  'mail failed': ['kind', 'reason'],
};
