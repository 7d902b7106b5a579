/** Held by who makes a backup of the installation. */
export const BACKUP_LOCK = 'kinreel backup';

/** Held by the worker that verifies the backups. */
export const VERIFICATION_LOCK = 'kinreel backup verification';
