import { findSecret, secretFile, writeNewSecret } from '../../../platform/auth/app-secret.ts';
import { COMMAND_LINE, type Command, parseArguments, withDatabase } from '../../../platform/cli/command.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import { isInUse } from '../../../platform/db/database.ts';
import { endWhatTheSecretSigned } from './renew-secret.service.ts';

/** Starts over with new keys. With --replace also if the secret is there, because somebody may have seen it. */
export const renewSecretCommand: Command = {
  name: 'secret renew',
  usage: '[--replace]',
  summary: 'Starts over with new keys when app-secret is lost, or with --replace when somebody may have seen it.',
  async run(args, readConfig) {
    const { values } = parseArguments(args, { options: { replace: { type: 'boolean' } } });
    const config = readConfig();
    const file = secretFile(config.dataDir);
    if (!config.appSecret && !values.replace && (await findSecret(config))) {
      throw new ConfigError(
        `${file} exists, so nothing was changed. To replace it: ${COMMAND_LINE} secret renew --replace`,
      );
    }
    return withDatabase(config, async (db) => {
      if (!(await isInUse(db)))
        throw new ConfigError('This database is empty: `npm start` makes the secret by itself.');
      const { links, invitations } = await endWhatTheSecretSigned(db);
      // After the rows: interrupted in between, the next start still says that the secret is missing.
      if (!config.appSecret) await writeNewSecret(config.dataDir);
      console.log(
        `${config.appSecret ? 'APP_SECRET is used from now on.' : `A new secret is in ${file}.`} ` +
          `Ended: all sessions, ${links} short links, ${invitations} open invitations. Start Kinreel again.`,
      );
      return 0;
    });
  },
};
