import { activityCommand } from '../features/activity/activity.command.ts';
import { peopleCommands } from '../features/administration/people.command.ts';
import { statusCommand } from '../features/administration/status.command.ts';
import { backupCommand } from '../features/backup/backup.command.ts';
import { restoreCommand } from '../features/backup/restore.command.ts';
import { verifyBackupCommand } from '../features/backup/verify-backup.command.ts';
import { integrityCommand } from '../features/integrity/integrity.command.ts';
import {
  createInvitationCommand,
  endInvitationCommand,
  listInvitationsCommand,
} from '../features/invitations/site-invitations.command.ts';
import { jobsCommands } from '../features/jobs/jobs.command.ts';
import { mailsCommands } from '../features/mails/mails.command.ts';
import { moveDatabaseCommand } from '../features/maintenance/move-database.command.ts';
import { moveStorageCommand } from '../features/maintenance/move-storage.command.ts';
import { renewSecretCommand } from '../features/maintenance/renew-secret.command.ts';
import { verifyAddressCommand } from '../features/profile/verify-address.command.ts';
import { closeReportsCommand, listReportsCommand } from '../features/reports/reports.command.ts';
import { endOwnerCommand, ownerCommand } from '../features/site-owners/site-owners.command.ts';
import { requireSecret } from '../platform/app-secret.ts';
import type { Command } from '../platform/command.ts';
import type { ServerConfig } from '../platform/config.ts';
import { createIdentityProvider, type IdentityProvider } from '../platform/identity.ts';
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
