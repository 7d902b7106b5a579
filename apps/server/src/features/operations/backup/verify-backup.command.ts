import { type Command, parseArguments, UsageError } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import { formatBytes } from '../../../platform/system/bytes.ts';
import { writeDamagedList } from './backup-folder.ts';
import { readKeyFile } from './backup-key.service.ts';
import { openBackup, type Verification, verifyBackups } from './read-backup.service.ts';

/** Reads every byte of all backups in a folder. Needs no installation. */
export const verifyBackupCommand: Command = {
  name: 'verify',
  usage: 'DIR [--backup NAME] [--key FILE] [--signer KEY]',
  summary: 'Reads every byte of the backups in a folder and lists missing and damaged files.',
  async run(args) {
    const { positionals, values } = parseArguments(args, {
      options: { backup: { type: 'string' }, key: { type: 'string' }, signer: { type: 'string' } },
      allowPositionals: true,
    });
    const [dir, ...more] = positionals;
    if (!dir || more.length > 0) throw new UsageError();
    const key = values.key ? await readKeyFile(values.key) : null;
    let total = 0;
    const progress = createProgress<Verification>(
      ({ objects, bytes }) => `${objects} of ${total} files read (${formatBytes(bytes)})`,
    );
    const result = await verifyBackups(dir, values.backup ?? null, {
      onProgress(soFar, objects) {
        total = objects;
        progress(soFar);
      },
    });
    // The next backup replaces them. Best effort: the folder may be read-only.
    if (!values.backup) await writeDamagedList(dir, pathsOf(result)).catch(() => {});
    const code = printResult(result);
    if (code === 0 && !printSigners(result, values.signer ?? null)) return 1;
    if (code === 0 && key) {
      for (const name of result.backups) await openBackup(dir, name, key);
      console.log('The key decrypts all of them.');
    }
    return code;
  },
};

/** Prints the signers of the backups. @returns whether all are signed by the expected signer */
function printSigners({ signers }: Verification, expected: string | null): boolean {
  for (const [signer, names] of signers) {
    const by = signer ? `signed by ${signer}` : 'not signed';
    if (expected !== null && signer !== expected) console.error(`Not by ${expected}, but ${by}: ${names.join(', ')}.`);
    else console.log(`${names.length} ${by}.`);
  }
  return expected === null || [...signers.keys()].every((signer) => signer === expected);
}

const pathsOf = ({ problems }: Verification) => [...problems.values()].map(({ path }) => path);

/** @returns the exit code */
function printResult({ backups, damagedIndexes, objects, bytes, problems }: Verification): number {
  for (const name of damagedIndexes) console.error(`The index of backup ${name} is damaged: it cannot be restored.`);
  for (const { path, problem } of problems.values()) console.error(`${path} is ${problem}.`);
  if (problems.size + damagedIndexes.length > 0) {
    console.error(
      `${problems.size} of ${objects} files are damaged or missing. The next backup to this folder replaces them, if the` +
        'installation still has them.',
    );
    return 1;
  }
  console.log(`${backups.length} backups are intact: ${objects} files, ${formatBytes(bytes)}.`);
  return 0;
}
