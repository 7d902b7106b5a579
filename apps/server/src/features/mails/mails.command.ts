import type { OutboxMail } from '@kinreel/contracts';
import { createMailer } from '@kinreel/mailer';
import type { IdentityProvider } from '../../platform/auth/identity.ts';
import {
  type Command,
  JSON_OPTION,
  parseArguments,
  parseRetryArguments,
  printList,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { connectJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/log/logger.ts';
import { sendMailJob } from './mails.job-definition.ts';
import { sendTestMail } from './mails.service.ts';
import { countMails, listMails } from './outbox.service.ts';
import { readAccountMails, retryAllFailed, retrySiteMail } from './site-mails.service.ts';

/** Connects to the identity service as the web server does. Its mails are only visible while Kinreel is running. */
type ConnectIdentity = (config: ServerConfig) => Promise<IdentityProvider>;

/** The site owners' list of mails (/admin) for the operator. */
export function mailsCommands(connectIdentity: ConnectIdentity): Command[] {
  return [listMailsCommand(connectIdentity), retryMailsCommand(connectIdentity), testMailsCommand];
}

/** Lists waiting and failed mails; with --all also sent ones. */
const listMailsCommand = (connectIdentity: ConnectIdentity): Command => ({
  name: 'mails list',
  usage: '[--all] [--json]',
  summary: 'Lists waiting and failed mails with the reason, newest first; with --all also sent mails.',
  async run(args, readConfig) {
    const { values } = parseArguments(args, { options: { all: { type: 'boolean' }, ...JSON_OPTION } });
    const config = readConfig();
    const identity = await connectIdentity(config);
    return withDatabase(config, async (db) => {
      const mails = await listMails(db, values.all ? ['waiting', 'failed', 'sent'] : ['waiting', 'failed']);
      const account = await readAccountMails({ identity });
      const { waiting, failed, sent } = await countMails(db);
      const more = (state: string) => account.mails.filter((mail) => mail.state === state).length;
      const last = `${waiting + more('waiting')} waiting, ${failed + more('failed')} failed, ${sent} sent in the last 7 days.`;
      printList([...mails, ...account.mails], { json: values.json, describe: describeMail, last });
      if (account.isMissing) printAway();
      return 0;
    });
  },
});

/** Retries mails immediately, and then for three days. Fails if one of them does not exist or was sent. */
const retryMailsCommand = (connectIdentity: ConnectIdentity): Command => ({
  name: 'mails retry',
  usage: '--failed | <number of a mail> ...',
  summary: 'Retries mails: all failed ones with --failed, or those with these numbers.',
  async run(args, readConfig) {
    const { all, ids } = parseRetryArguments(args);
    const config = readConfig();
    const identity = await connectIdentity(config);
    return withDatabase(config, async (db, databaseUrl) => {
      const log = createLogger({ level: config.logLevel, name: 'mails' });
      const jobs = await connectJobs({ databaseUrl, definitions: [sendMailJob], supervise: false, log });
      try {
        const missing: string[] = [];
        let count = 0;
        if (all) count = await retryAllFailed({ db, jobs, identity });
        for (const id of ids) {
          if (await retryOne({ db, jobs, identity }, id)) count += 1;
          else missing.push(id);
        }
        for (const id of missing) console.error(`There is no waiting or failed mail ${id}.`);
        console.log(count === 1 ? '1 mail will be retried.' : `${count} mails will be retried.`);
        return missing.length === 0 ? 0 : 1;
      } finally {
        await jobs.stop();
      }
    });
  },
});

/** @returns false if there is no such mail, or only the unreachable identity service could have it */
async function retryOne(deps: Parameters<typeof retrySiteMail>[0], id: string): Promise<boolean> {
  try {
    return await retrySiteMail(deps, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    printAway();
    return false;
  }
}

/** Sends a test mail. Fails with the reason if the mail server rejects it. */
const testMailsCommand: Command = {
  name: 'mails test',
  usage: '<address>',
  summary: 'Sends a test mail, or prints why the mail server rejects it.',
  async run(args, readConfig) {
    const { positionals } = parseArguments(args, { allowPositionals: true });
    const [address, ...more] = positionals;
    if (!address?.includes('@') || more.length > 0) throw new UsageError();
    const { mail } = readConfig();
    const mailer = createMailer({ smtpUrl: mail.smtpUrl, mailDir: mail.dir, from: mail.from });
    try {
      const reason = await sendTestMail({ mailer }, address);
      if (reason === null) {
        console.log(mail.smtpUrl ? `The mail server has accepted the mail.` : `The mail was written to ${mail.dir}.`);
        return 0;
      }
      console.error(`The mail was not sent: ${reason}`);
      return 1;
    } finally {
      await mailer.close();
    }
  },
};

function describeMail({ id, kind, to, state, attempts, created_at, next_attempt_at, error }: OutboxMail): string {
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return [
    `${id}  ${created_at}  ${state}  ${kind} to ${to}, ${tries}`,
    ...(next_attempt_at ? [`  next: ${next_attempt_at}`] : []),
    ...(error ? [`  reason: ${error}`] : []),
  ].join('\n');
}

/** Prints that the identity service's own mails are missing in the list. */
function printAway(): void {
  console.error(
    'The identity service does not respond, so its mails (passwords, addresses) are not listed. Please start Kinreel.',
  );
}
