import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';
import { SEARCH_MAX_LENGTH } from './people.ts';
import { admissionCode } from './registration.ts';

/** POST /api/owner: makes the caller a site owner, with the code of the one-time address. */
export const becomeOwnerRequest = z.strictObject({ code: admissionCode });

/**
 * Why there is no good backup. `room`: the disk for backups is full. `folder`: the folder cannot be used. `key`: the key to encrypt
 * them is wrong. `storage`, `database`: they did not answer. `time`: it took too long. `interrupted`: the worker ended meanwhile.
 * `waiting`: it has not begun. `old`: none was made for 36 hours. `damaged`: files of backups are damaged. `other`: only the log says it.
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

/** GET /api/admin/overview: numbers about the installation. */
export const siteOverview = z.object({
  version: z.string(),
  people: z.int(),
  videos: z.int(),
  /** Bytes of all stored originals. */
  used_bytes: z.number(),
  /** Bytes that are free on the disk of DATA_DIR: where files are stored, or where they arrive if the store is S3. */
  free_bytes: z.number(),
  /** Bytes that unfinished uploads have reserved on that disk, and that have not arrived. */
  expected_bytes: z.number(),
  /** Bytes of a person without a quota of their own. */
  default_quota_bytes: z.number(),
  open_reports: z.int(),
  /** What needs attention, the oldest first: the disk is nearly full, stored files are missing or altered, or backups fail. */
  warnings: z.array(z.object({ kind: z.enum(['disk', 'files', 'backup']), since: isoDateTime })),
  /** Backups: whether one is made every night, what is wrong, when the last good one was made, and verified. */
  backup: z.object({
    nightly: z.boolean(),
    problem: z.nullable(z.enum(BACKUP_PROBLEMS)),
    last_good_at: z.nullable(isoDateTime),
    verified_at: z.nullable(isoDateTime),
  }),
  /** Whether mails are stored as files, because no mail server is set. */
  mails_as_files: z.boolean(),
  /**
   * How ffmpeg is kept apart from the rest of the machine of this web server: `bubblewrap`; `limits` of memory, time and, as far
   * as the system allows, the network; null without ffmpeg here.
   */
  sandbox: z.nullable(z.enum(['bubblewrap', 'limits'])),
  /** When all stored files were last compared with their hashes (null: not yet), and how many are not as they should be. */
  files: z.object({
    checked_at: z.nullable(isoDateTime),
    missing: z.int(),
    altered: z.int(),
    orphaned: z.int(),
  }),
  /** Background work that waits, and that has failed in the last days. */
  jobs: z.object({ waiting: z.int(), failed: z.int() }),
});
export type SiteOverview = z.infer<typeof siteOverview>;

/** GET /api/admin/people: everybody, the newest first; `q` finds parts of names and addresses. */
export const sitePeopleQuery = z.extend(pageQuery, {
  q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_MAX_LENGTH)), ''),
});
export type SitePeopleQuery = z.infer<typeof sitePeopleQuery>;

/** A person as site owners see them: what they use, never what they show. */
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
  /** Their own quota in bytes; null for that of the installation. */
  quota_bytes: z.nullable(z.number()),
  disabled: z.boolean(),
  /** From when on everything of them is deleted; null unless that was asked for. */
  delete_at: z.nullable(isoDateTime),
  site_owner: z.boolean(),
});
export type SitePerson = z.infer<typeof sitePerson>;
export const sitePeopleResponse = z.array(sitePerson);

/** PUT /api/admin/people/{id}: changes what is given. */
export const sitePersonRequest = z.strictObject({
  quota_bytes: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  disabled: z.optional(z.boolean()),
});
export type SitePersonRequest = z.infer<typeof sitePersonRequest>;

/** POST /api/admin/people/{id}/reset-link: a link to set a new password, to hand over in person. */
export const resetLinkResponse = z.object({ url: z.string(), expires_at: isoDateTime });
export type ResetLinkResponse = z.infer<typeof resetLinkResponse>;
