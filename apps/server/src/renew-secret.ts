import { endWhatTheSecretSigned } from './features/maintenance/renew-secret.service.ts';
import { readSecret, secretFile, writeNewSecret } from './platform/app-secret.ts';
import { runCommand, withDatabase } from './platform/command.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { isInUse } from './platform/db/database.ts';

/**
 * `npm run secret:renew` starts over with new keys when `app-secret` is lost (docs/operations.md); with `-- --replace` also
 * when it is there, because somebody may have seen it. Kinreel must not be running.
 */

await runCommand(main);

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== '--replace')) throw new ConfigError('Usage: npm run secret:renew [-- --replace]');
  const config = readConfig(process.env);
  const file = secretFile(config.dataDir);
  if (!config.appSecret && !args.includes('--replace') && (await readSecret(config.dataDir))) {
    throw new ConfigError(`${file} exists, so nothing was changed. To replace it: npm run secret:renew -- --replace`);
  }
  return withDatabase(config, async (db) => {
    if (!(await isInUse(db))) throw new ConfigError('This database is empty: `npm start` makes the secret by itself.');
    const { links, invitations } = await endWhatTheSecretSigned(db);
    // After the rows: interrupted in between, the next start still says that the secret is missing.
    if (!config.appSecret) await writeNewSecret(config.dataDir);
    console.log(
      `${config.appSecret ? 'APP_SECRET is used from now on.' : `A new secret is in ${file}.`} ` +
        `Ended: all sessions, ${links} short links, ${invitations} open invitations. Start Kinreel again.`,
    );
    return 0;
  });
}
