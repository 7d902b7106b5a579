import { activityCommand } from '../features/activity/activity.command.ts';
import { jobsCommands } from '../features/administration/jobs.command.ts';
import { joinPeopleCommand } from '../features/administration/join-people.command.ts';
import { peopleCommands } from '../features/administration/people.command.ts';
import { statusCommand } from '../features/administration/status.command.ts';
import {
  createInvitationCommand,
  endInvitationCommand,
  listInvitationsCommand,
} from '../features/invitations/site-invitations.command.ts';
import { mailsCommands } from '../features/mails/mails.command.ts';
import { backupCommand } from '../features/operations/backup/backup.command.ts';
import { restoreCommand } from '../features/operations/backup/restore.command.ts';
import { verifyBackupCommand } from '../features/operations/backup/verify-backup.command.ts';
import { integrityCommand } from '../features/operations/integrity/integrity.command.ts';
import { moveDatabaseCommand } from '../features/operations/maintenance/move-database.command.ts';
import { moveStorageCommand } from '../features/operations/maintenance/move-storage.command.ts';
import { renewSecretCommand } from '../features/operations/maintenance/renew-secret.command.ts';
import { verifyAddressCommand } from '../features/profile/verify-address.command.ts';
import { closeReportsCommand, listReportsCommand } from '../features/reports/reports.command.ts';
import { endOwnerCommand, ownerCommand } from '../features/site-owners/site-owners.command.ts';
import { requireSecret } from '../platform/auth/app-secret.ts';
import { createIdentityProvider, type IdentityProvider } from '../platform/auth/identity.ts';
import type { Command } from '../platform/cli/command.ts';
import type { ServerConfig } from '../platform/config/config.ts';
import { identityClientSecret } from './create-deps.ts';
import { JOB_DEFINITIONS } from './jobs.ts';
import { SCHEMAS } from './schemas.ts';

/** The identity service as the web server calls it. */
async function connectIdentity(config: ServerConfig): Promise<IdentityProvider> {
  const clientSecret =
    config.identity.apiClientSecret ?? identityClientSecret(config, (await requireSecret(config)).appSecret);
  return createIdentityProvider(config, clientSecret);
}

/** The operator's commands, in the order of `npm run kinreel -- --help` (docs/operations.md). */
export const COMMANDS: readonly Command[] = [
  statusCommand,
  ownerCommand,
  endOwnerCommand,
  verifyAddressCommand,
  ...peopleCommands(connectIdentity),
  joinPeopleCommand(connectIdentity),
  listInvitationsCommand,
  createInvitationCommand,
  endInvitationCommand,
  activityCommand,
  listReportsCommand,
  closeReportsCommand,
  ...mailsCommands(connectIdentity),
  ...jobsCommands(JOB_DEFINITIONS),
  backupCommand(SCHEMAS),
  verifyBackupCommand,
  restoreCommand(SCHEMAS, JOB_DEFINITIONS),
  integrityCommand(JOB_DEFINITIONS),
  moveStorageCommand,
  moveDatabaseCommand(SCHEMAS, JOB_DEFINITIONS),
  renewSecretCommand,
];
