/**
 * The first migration of a database that this version does not know: the database belongs to a newer version.
 * @param done names of the migrations of the database @param known those of this version @returns one sentence, or null
 */
export function newerMigration(done: readonly string[], known: readonly string[]): string | null {
  const newer = done.find((name) => !known.includes(name));
  return newer === undefined
    ? null
    : `The database belongs to a newer version of Kinreel (it has ${newer}). ` +
        'Start that version, or restore the backup from before the update.';
}
