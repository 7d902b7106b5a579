import { formatBytes } from '../../platform/bytes.ts';
import { type Command, parseArguments, UsageError } from '../../platform/command.ts';
import { createProgress } from '../../platform/progress.ts';
import { readKeyFile } from './backup-key.service.ts';
import { openBackup, type Verification, verifyBackups } from './read-backup.service.ts';

/** Reads every byte of all backups in a folder. Needs no installation. */
export const verifyBackupCommand: Command = {
  name: 'verify',
  usage: 'DIR [--backup NAME] [--key FILE]',
  summary: 'Reads every byte of the backups in a folder, and says which of them are whole.',
  async run(args) {
    const { positionals, values } = parseArguments(args, {
      options: { backup: { type: 'string' }, key: { type: 'string' } },
      allowPositionals: true,
    });
    const [dir, ...more] = positionals;
    if (!dir || more.length > 0) throw new UsageError();
    const key = values.key ? await readKeyFile(values.key) : null;
    let total = 0;
    const progress = createProgress<Verification>(
      ({ objects, bytes }) => `${objects} of ${total} files read (${formatBytes(bytes)})`,
    );
    const result = await verifyBackups(dir, values.backup ?? null, (soFar, objects) => {
      total = objects;
      progress(soFar);
    });
    const code = printResult(result);
    if (code === 0 && key) {
      for (const name of result.backups) await openBackup(dir, name, key);
      console.log('The key opens all of them.');
    }
    return code;
  },
};

/** @returns the exit code */
function printResult({ backups, damagedIndexes, objects, bytes, problems }: Verification): number {
  for (const name of damagedIndexes) console.error(`The list of backup ${name} is damaged: it cannot be restored.`);
  for (const { path, problem } of problems.values()) console.error(`${path} is ${problem}.`);
  if (problems.size + damagedIndexes.length > 0) {
    console.error(
      `${problems.size} of ${objects} files are damaged or missing. Delete the damaged ones and run the backup again: it ` +
        'copies them again if the installation still has them.',
    );
    return 1;
  }
  console.log(`${backups.length} backups are whole: ${objects} files, ${formatBytes(bytes)}.`);
  return 0;
}
