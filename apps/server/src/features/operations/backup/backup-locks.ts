/** Held while a backup of the installation is made. */
export const BACKUP_LOCK = 'kinreel backup';

/** Held by the worker that verifies backups. */
export const VERIFICATION_LOCK = 'kinreel backup verification';
