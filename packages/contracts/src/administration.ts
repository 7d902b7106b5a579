import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';
import { SEARCH_MAX_LENGTH } from './people.ts';
import { admissionCode } from './registration.ts';

/** POST /api/owner: makes the caller a site owner, with the code of the one-time address. */
export const becomeOwnerRequest = z.strictObject({ code: admissionCode });

/**
 * Why there is no good backup. `room`: the backup disk is full. `folder`: the folder cannot be used. `key`: wrong
 * encryption key. `storage`, `database`: no response. `time`: timed out. `interrupted`: the worker stopped meanwhile.
 * `waiting`: not started yet. `old`: none for 36 hours. `damaged`: damaged backup files. `other`: see the log.
 */
export const BACKUP_PROBLEMS = [
  'room',
  'folder',
  'key',
  'storage',
  'database',
  'time',
  'interrupted',
  'waiting',
  'old',
  'damaged',
  'other',
] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

/** GET /api/admin/overview: figures about the installation. */
export const siteOverview = z.object({
  version: z.string(),
  people: z.int(),
  videos: z.int(),
  /** Bytes of all stored originals. */
  used_bytes: z.number(),
  /** Free bytes on the disk of DATA_DIR, which stores files or, with S3, receives uploads. */
  free_bytes: z.number(),
  /** Bytes reserved on that disk for unfinished uploads and not received yet. */
  expected_bytes: z.number(),
  /** Quota in bytes of people without an individual one. */
  default_quota_bytes: z.number(),
  open_reports: z.int(),
  /** Warnings, oldest first: the disk is nearly full, stored files are missing or altered, or backups fail. */
  warnings: z.array(z.object({ kind: z.enum(['disk', 'files', 'backup']), since: isoDateTime })),
  /** Backups: whether they run nightly, what is wrong, and when the last good one was made and verified. */
  backup: z.object({
    nightly: z.boolean(),
    problem: z.nullable(z.enum(BACKUP_PROBLEMS)),
    last_good_at: z.nullable(isoDateTime),
    verified_at: z.nullable(isoDateTime),
  }),
  /** Mails are saved as files, because no mail server is configured. */
  mails_as_files: z.boolean(),
  /**
   * How this web server sandboxes ffmpeg: `bubblewrap`; `limits` of memory, time and, if the system allows it, the
   * network; null if ffmpeg is not installed here.
   */
  sandbox: z.nullable(z.enum(['bubblewrap', 'limits'])),
  /**
   * When all stored files were last compared with their hashes (null: never), and the number of missing or altered
   * ones.
   */
  files: z.object({
    checked_at: z.nullable(isoDateTime),
    missing: z.int(),
    altered: z.int(),
    orphaned: z.int(),
  }),
  /** Waiting background jobs, and those that failed in the last days. */
  jobs: z.object({ waiting: z.int(), failed: z.int() }),
});
export type SiteOverview = z.infer<typeof siteOverview>;

/** GET /api/admin/people: all people, newest first; `q` matches parts of names and addresses. */
export const sitePeopleQuery = z.extend(pageQuery, {
  q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_MAX_LENGTH)), ''),
});
export type SitePeopleQuery = z.infer<typeof sitePeopleQuery>;

/** A person as site owners see them: storage used, but none of their content. */
export const sitePerson = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  created_at: isoDateTime,
  videos: z.int(),
  /** Bytes of their originals and unfinished uploads. */
  used_bytes: z.number(),
  /** Individual quota in bytes; null for the installation's default. */
  quota_bytes: z.nullable(z.number()),
  disabled: z.boolean(),
  /** When the account is deleted; null if no deletion is scheduled. */
  delete_at: z.nullable(isoDateTime),
  site_owner: z.boolean(),
});
export type SitePerson = z.infer<typeof sitePerson>;
export const sitePeopleResponse = z.array(sitePerson);

/** PUT /api/admin/people/{id}: changes the fields that are sent. */
export const sitePersonRequest = z.strictObject({
  quota_bytes: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  disabled: z.optional(z.boolean()),
});
export type SitePersonRequest = z.infer<typeof sitePersonRequest>;

/** POST /api/admin/people/{id}/reset-link: a link to set a new password, to hand over in person. */
export const resetLinkResponse = z.object({ url: z.string(), expires_at: isoDateTime });
export type ResetLinkResponse = z.infer<typeof resetLinkResponse>;
