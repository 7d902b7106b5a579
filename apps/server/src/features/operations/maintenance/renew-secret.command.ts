import { findSecret, secretFile, writeNewSecret } from '../../../platform/auth/app-secret.ts';
import { COMMAND_LINE, type Command, parseArguments, withDatabase } from '../../../platform/cli/command.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import { isInUse } from '../../../platform/db/database.ts';
import { endWhatTheSecretSigned } from './renew-secret.service.ts';

/** Replaces the secret of the installation if it is lost; with --replace also if it may be known to others. */
export const renewSecretCommand: Command = {
  name: 'secret renew',
  usage: '[--replace]',
  summary: 'Creates a new secret if app-secret is lost, or with --replace if it may be known to others.',
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
      if (!(await isInUse(db))) throw new ConfigError('This database is empty: `npm start` creates the secret.');
      const { links, invitations } = await endWhatTheSecretSigned(db);
      // After the rows: if interrupted in between, the next start still reports that the secret is missing.
      if (!config.appSecret) await writeNewSecret(config.dataDir);
      console.log(
        `${config.appSecret ? 'APP_SECRET is used from now on.' : `A new secret is in ${file}.`} ` +
          `Ended: all sessions, ${links} short links, ${invitations} open invitations. Start Kinreel again.`,
      );
      return 0;
    });
  },
};
