import { findSecret } from '../../platform/auth/app-secret.ts';
import { type Command, parseArguments, UsageError, withDatabase } from '../../platform/cli/command.ts';
import { formatBytes } from '../../platform/system/bytes.ts';
import { countMails } from '../mails/outbox.service.ts';
import { signerOf } from '../operations/backup/backup-signature.service.ts';
import { type BackupState, readBackupState } from '../operations/backup/backup-state.service.ts';
import { readOverview } from './administration.service.ts';

/** Prints the state of the installation. */
export const statusCommand: Command = {
  name: 'status',
  usage: '[--json]',
  summary:
    'Prints the state of the installation: address, backups, disk, jobs, mails and warnings; as JSON with --json.',
  async run(args, readConfig) {
    const { values, positionals } = parseArguments(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length > 0) throw new UsageError();
    const config = readConfig();
    return withDatabase(config, async (db) => {
      const [overview, backup, mails] = await Promise.all([
        readOverview({ config, db }),
        readBackupState(db, new Date()),
        countMails(db),
      ]);
      const secret = await findSecret(config);
      const signer = secret && signerOf(secret.appSecret);
      const status = {
        address: config.publicUrl,
        version: overview.version,
        data_dir: config.dataDir,
        backup: {
          dir: backup.dir,
          last_good_at: backup.goodAt?.toISOString() ?? null,
          running: backup.isRunning,
          problem: backup.failure?.problem ?? null,
          explanation: backup.failure?.explanation ?? null,
          verified_at: backup.verifiedAt?.toISOString() ?? null,
          whole: backup.isWhole,
          signer,
        },
        sandbox: overview.sandbox,
        disk: {
          free_bytes: overview.free_bytes,
          expected_bytes: overview.expected_bytes,
          reserve_bytes: config.limits.diskReserveBytes,
        },
        files: overview.files,
        jobs: overview.jobs,
        mails: { as_files: overview.mails_as_files, waiting: mails.waiting, failed: mails.failed },
        warnings: overview.warnings,
      };
      if (values.json) console.log(JSON.stringify(status, null, 2));
      else for (const line of describe(status, backup)) console.log(line);
      return 0;
    });
  },
};

const SANDBOX_WORDS = {
  bubblewrap: 'bubblewrap',
  limits: 'resource limits only: bubblewrap is not installed, or the system does not permit it (docs/media.md)',
  none: 'no usable ffmpeg found',
};

interface Status {
  address: string;
  version: string;
  data_dir: string;
  backup: { signer: string | null };
  sandbox: 'bubblewrap' | 'limits' | null;
  disk: { free_bytes: number; expected_bytes: number; reserve_bytes: number };
  files: { checked_at: string | null; missing: number; altered: number };
  jobs: { waiting: number; failed: number };
  mails: { as_files: boolean; waiting: number; failed: number };
  warnings: { kind: string; since: string }[];
}

function describe({ disk, files, jobs, mails, ...status }: Status, backup: BackupState): string[] {
  const rows: [string, string][] = [
    ['Address', status.address],
    ['Version', status.version],
    ['Data', status.data_dir],
    ['Sandbox of ffmpeg', SANDBOX_WORDS[status.sandbox ?? 'none']],
    ['Backups', backup.dir ? `every night to ${backup.dir}` : 'none are made every night: set BACKUP_DIR'],
    ['Last good backup', backup.goodAt ? backup.goodAt.toISOString() : 'never'],
    ...(backup.failure ? [['Problem', backup.failure.explanation] satisfies [string, string]] : []),
    ['Backups verified', verification(backup)],
    ...(status.backup.signer ? [['Signed by', status.backup.signer] satisfies [string, string]] : []),
    [
      'Disk',
      `${formatBytes(disk.free_bytes)} free; unfinished uploads need ${formatBytes(disk.expected_bytes)}; uploads leave ${formatBytes(disk.reserve_bytes)}`,
    ],
    ['Stored files', `${files.missing} missing, ${files.altered} altered, last read ${files.checked_at ?? 'never'}`],
    ['Jobs', `${jobs.waiting} waiting, ${jobs.failed} failed`],
    [
      'Mails',
      `${mails.waiting} waiting, ${mails.failed} failed${mails.as_files ? '; written to files: set SMTP_URL to send them' : ''}`,
    ],
    ['Warnings', status.warnings.map(({ kind, since }) => `${kind} since ${since}`).join(', ') || 'none'],
  ];
  return rows.map(([name, value]) => `${`${name}:`.padEnd(18)}${value}`);
}

function verification({ verifiedAt, isWhole }: BackupState): string {
  if (!verifiedAt) return 'never';
  return `${verifiedAt.toISOString()}, ${isWhole ? 'all are complete' : 'with problems'}`;
}
