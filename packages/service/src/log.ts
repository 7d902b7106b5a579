export type { LogFields } from './log-rules.ts';
export { withoutSecrets } from './log-rules.ts';
export { createLogger, type Logger } from './logger.ts';
