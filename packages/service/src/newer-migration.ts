/**
 * Detects a database of a newer version: one with a migration that this version does not know.
 * @param done names of the database's migrations
 * @param known names of this version's migrations
 * @returns one sentence, or null
 */
export function newerMigration(done: readonly string[], known: readonly string[]): string | null {
  const newer = done.find((name) => !known.includes(name));
  return newer === undefined
    ? null
    : `The database belongs to a newer version of Kinreel (it has ${newer}). ` +
        'Start that version, or restore the backup from before the update.';
}
