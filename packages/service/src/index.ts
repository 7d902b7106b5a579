export { type ClientErrorReason, createClientErrorHandler } from './client-errors.ts';
export { ConfigError, EXIT_CONFIG } from './config-error.ts';
export { isDatabaseUnavailable } from './database-errors.ts';
export { withStatementName } from './named-statements.ts';
export { newerMigration } from './newer-migration.ts';
export { isNoSpaceError, NoSpaceError, reportsNoSpace } from './no-space.ts';
export { explainListenError, explainPathError, pathReason } from './start-errors.ts';
export { MOVE_SCHEMA, waitForDatabase } from './wait-for-database.ts';
