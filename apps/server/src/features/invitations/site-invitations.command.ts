import { type SiteInvitation, siteInvitationRequest } from '@kinreel/contracts';
import { readSecret } from '../../platform/auth/app-secret.ts';
import {
  COMMAND_LINE,
  type Command,
  JSON_OPTION,
  parseArguments,
  printList,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import { ConfigError, type ServerConfig } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { isId } from '../../platform/ids.ts';
import { connectJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/log/logger.ts';
import { sendMailJob } from '../mails/mails.job-definition.ts';
import { readSiteOwners } from '../site-owners/site-owners.service.ts';
import { presentSiteInvitation } from './site-invitations.presenter.ts';
import { inviteToSite, readSiteInvitations, urlOf, withdrawSiteInvitation } from './site-invitations.service.ts';

/** Lists the current invitations to register. */
export const listInvitationsCommand: Command = {
  name: 'invitations',
  usage: '[--json]',
  summary: 'Lists the open invitations to register with their links, newest first.',
  async run(args, readConfig) {
    const { positionals, values } = parseArguments(args, { options: JSON_OPTION, allowPositionals: true });
    if (positionals.length > 0) throw new UsageError();
    const config = readConfig();
    const appSecret = await secretOf(config);
    return withDatabase(config, async (db) => {
      const invitations = await readSiteInvitations({ appSecret, config, db });
      const last = invitations.length === 1 ? '1 invitation.' : `${invitations.length} invitations.`;
      printList(invitations, { json: values.json, describe, last });
      return 0;
    });
  },
};

/** Invites a person by mail, or prints a link for several people, on behalf of a site owner. */
export const createInvitationCommand: Command = {
  name: 'invitations create',
  usage: '[anna@example.org] [--people 5] [--days 30] [--from owner@example.org]',
  summary: 'Invites one person by mail; without an address it prints a link for --people people.',
  async run(args, readConfig) {
    const { values, positionals } = parseArguments(args, {
      options: { people: { type: 'string' }, days: { type: 'string' }, from: { type: 'string' } },
      allowPositionals: true,
    });
    const request = readRequest(positionals, values);
    const config = readConfig();
    const appSecret = await secretOf(config);
    return withDatabase(config, async (db, databaseUrl) => {
      const owner = await findOwner(db, values.from);
      if (!owner) return 1;
      const log = createLogger({ level: config.logLevel, name: 'invitations' });
      const jobs = await connectJobs({ databaseUrl, definitions: [sendMailJob], supervise: false, log });
      try {
        const deps = { appSecret, config, db, jobs };
        const { row, created } = await inviteToSite(deps, owner.id, request);
        console.log(describe(presentSiteInvitation(row, urlOf(deps, row))));
        if (!created) console.log('This address has an open invitation already. No second mail is sent.');
        return 0;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        printError(error, owner.email);
        return 1;
      } finally {
        await jobs.stop();
      }
    });
  },
};

/** Ends invitations to register. Fails if one of them is not current. */
export const endInvitationCommand: Command = {
  name: 'invitations end',
  usage: '<number of an invitation> ...',
  summary: 'Ends invitations to register; people who have used them keep their accounts.',
  async run(args, readConfig) {
    const { positionals: ids } = parseArguments(args, { allowPositionals: true });
    if (ids.length === 0 || !ids.every(isId)) throw new UsageError();
    return withDatabase(readConfig(), async (db) => {
      let exitCode = 0;
      for (const id of ids) {
        try {
          await withdrawSiteInvitation(db, id, null);
          console.log(`The invitation ${id} has ended.`);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          console.error(`There is no open invitation ${id}.`);
          exitCode = 1;
        }
      }
      return exitCode;
    });
  },
};

/** @throws UsageError for input that the page does not accept either */
function readRequest(
  [email, ...more]: readonly string[],
  { people, days }: { people?: string | undefined; days?: string | undefined },
) {
  const parsed = siteInvitationRequest.safeParse({
    ...(email !== undefined && { email }),
    ...(people !== undefined && { max_people: Number(people) }),
    ...(days !== undefined && { days: Number(days) }),
  });
  // A mail invites one person.
  if (!parsed.success || more.length > 0 || (email !== undefined && people !== undefined)) throw new UsageError();
  return parsed.data;
}

/**
 * The site owner on whose behalf a person is invited: the given one, or the only one. Prints an error if there is none.
 */
async function findOwner(db: Db, email: string | undefined): Promise<{ id: string; email: string } | null> {
  const owners = await readSiteOwners(db);
  const wanted = email?.toLowerCase();
  const found = owners.filter((owner) => wanted === undefined || owner.email.toLowerCase() === wanted);
  if (found[0] && found.length === 1) return found[0];
  if (owners.length === 0) console.error('There is no site owner yet. An invitation needs one as its sender.');
  else if (email !== undefined) console.error(`${email} is not a site owner.`);
  else console.error(`Please choose the sender: --from ${owners.map((owner) => owner.email).join(' or --from ')}`);
  return null;
}

/** The secret from which the links are derived. @throws ConfigError if it is missing */
async function secretOf({ appSecret, dataDir }: ServerConfig): Promise<string> {
  const secret = appSecret ?? (await readSecret(dataDir));
  if (!secret)
    throw new ConfigError(`There is no app-secret in ${dataDir}. Please check DATA_DIR, or start Kinreel first.`);
  return secret;
}

/** Error texts for the operator, where they differ from those of the page. */
function printError({ code, message }: DomainError, owner: string): void {
  if (code === 'invitation.self') console.error(`${owner} is the sender. A site owner cannot invite themselves.`);
  else if (code === 'invitation.unverified') {
    console.error(
      `The address ${owner} is not confirmed, so no mail is sent. Confirm it with: ${COMMAND_LINE} address verify ${owner}`,
    );
  } else if (code === 'invitation.too_many')
    console.error(`${owner} has sent too many invitations today. Please try again tomorrow.`);
  else console.error(message);
}

function describe({ id, email, url, max_people, people, expires_at }: SiteInvitation): string {
  const use = `${people} of ${max_people} used, until ${expires_at.slice(0, 10)}`;
  return `${id}  ${email ? `mail to ${email}` : 'link'}, ${use}${url ? `\n  ${url}` : ''}`;
}
