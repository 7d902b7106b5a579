import type {
  Archive,
  BackupProblem,
  BannerName,
  CaptionsSource,
  Cue,
  DraftFailure,
  Inviting,
  MessageParams,
  NotificationKind,
  Permission,
  RegistrationMode,
  Relationship,
  ReportReason,
  ReportSubject,
  StewardRule,
  VideoFailure,
  VideoNote,
  VideoStatus,
} from '@kinreel/contracts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Read as Date; written as Date or left to the column's default. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface UsersTable {
  id: string;
  /** Name of the identity provider (`providerName`), and `sub` of the person's tokens: the specification's auth0Id. */
  provider: string;
  subject: string;
  email: string;
  /** When the address was proved to be this person's; null if it was not. */
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  first_name: string;
  last_name: string;
  /** Lower-case names without accents, for prefix search; COLLATE "C". */
  first_key: string;
  last_key: string;
  /** Every word of the names and each of its one-letter deletions, to find misspelled names. */
  name_forms: Generated<string[]>;
  city: string;
  state: string;
  country: string;
  /** `YYYY-MM-DD`; the driver is configured not to convert it to a Date. */
  birthday: string;
  banner: BannerName | null;
  /** Storage key of the photo. */
  photo_key: string | null;
  about_me: Generated<string>;
  /** Whether people who are not connected with them find them in the search. */
  show_in_search: Generated<boolean>;
  /** Whether link previews show the first name and the question. */
  show_on_links: Generated<boolean>;
  /** Null unless they are a site owner. */
  site_owner_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Null unless a site owner has turned the account off. */
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When somebody asked to delete the account, and from when on that happens; null unless they did. */
  deletion_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  delete_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether a site owner has asked for it. */
  deletion_by_site_owner: Generated<boolean>;
  /** How many reminders went out. */
  deletion_reminders: Generated<number>;
  /** The epoch of the sessions with which the address was last read from the identity service. */
  address_epoch: Generated<number>;
  /** In bytes; null for the quota of the installation. */
  quota_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  /** The invitation that they have registered with. */
  invitation_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
}

/** The one-time address that makes somebody the first site owner. */
export interface OwnerCodesTable {
  id: string;
  /** SHA-256 of the code. The code itself is derived from the id and never stored. */
  code_hash: Buffer;
  created_at: Timestamp;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  used_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What site owners have set; one row. */
export interface SiteSettingsTable {
  id: Generated<boolean>;
  /** Null for the default. */
  registration: RegistrationMode | null;
  /** PUBLIC_URL of the last start; null before the first one. */
  address: string | null;
  /** Who may let new people in. */
  inviting: Generated<Inviting>;
}

export interface PromptsTable {
  id: number;
  prompt: string;
  category: string;
  position: number;
}

export interface VideosTable {
  id: string;
  owner_id: string;
  prompt_id: number;
  permission: Permission;
  /** Pixels per second of the uploaded video; null if unknown. */
  pixel_rate: ColumnType<number | null, number | null | undefined, never>;
  /** Until then only its owner sees it; null if it is open. */
  opens_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What a steward may do with it. */
  steward_rule: Generated<StewardRule>;
  status: Generated<VideoStatus>;
  /** Why it failed; null unless it did. */
  status_code: VideoFailure | null;
  /** Written as JSON. */
  status_params: ColumnType<MessageParams, string | undefined, string>;
  progress: Generated<number>;
  /** How often it was sent to be prepared: 1 after the upload, one more for each retry. */
  preparation: Generated<number>;
  duration_ms: number | null;
  /** How much is missing at the end, because the file was cut off; null if nothing is. */
  missing_ms: Generated<number | null>;
  /** What its owner should know; empty of videos from before. Written as JSON. */
  notes: ColumnType<VideoNote[], string | undefined, string>;
  /** Whether its sound was measured; then the next three are null if it has none. */
  sound_measured: Generated<boolean>;
  /** EBU R128: integrated loudness, loudness range, true peak. */
  loudness_lufs: number | null;
  loudness_range_lu: number | null;
  true_peak_db: number | null;
  width: number | null;
  height: number | null;
  /** The part that is delivered; null: all of it. Of the original, in milliseconds. */
  trim_start_ms: Generated<number | null>;
  trim_end_ms: Generated<number | null>;
  /** Length of all of it; null if it was never trimmed. */
  whole_ms: Generated<number | null>;
  /** ThumbHash of the poster (media/thumbhash.ts); null until it is made. */
  thumbhash: Buffer | null;
  created_at: Timestamp;
}

/** `original` is the untouched upload, `playback` the MP4 for a plain `<video>`, `poster` a still image. */
export type VideoFileKind = 'original' | 'playback' | 'poster';

export interface VideoFilesTable {
  video_id: string;
  kind: VideoFileKind;
  /** Storage key. */
  key: string;
  content_type: string;
  size: ColumnType<number, number, number>;
  /** Lower-case hex. */
  sha256: string;
  /** File name on the person's device; for originals only. */
  name: string | null;
}

/** One size for adaptive streaming: a single file, read by byte range. */
export interface RenditionsTable {
  video_id: string;
  /** Its short side in pixels, as used in its URL; "-hdr" follows if it has high dynamic range. */
  name: string;
  width: number;
  height: number;
  /** Bits per second: of the largest segment, and on average. */
  bandwidth: number;
  average_bandwidth: number;
  /** RFC 6381. */
  codecs: string;
  /** Of light: PQ and HLG are high dynamic range. */
  video_range: Generated<'SDR' | 'PQ' | 'HLG'>;
  key: string;
  size: number;
  sha256: string;
  /** Byte positions of its segments (features/media/deliver/fragmented-mp4.ts); written as JSON. */
  fragments: ColumnType<
    { initBytes: number; firstByte: number; segments: { bytes: number; seconds: number }[] },
    string,
    string
  >;
}

/** The sprite of preview images of a video. */
/** What can be watched of a video while it is being prepared (features/videos/growing-videos.service.ts). */
export interface GrowingVideosTable {
  id: string;
  video_id: string;
  /** Seconds that its fragments have together. */
  seconds: Generated<number>;
  /** When the whole video was published; null while it grows. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface FragmentsTable {
  growing_id: string;
  /** 0 is the header that every other one needs; the others follow each other. */
  number: number;
  video_id: string;
  seconds: number;
  key: string;
  size: number;
  sha256: string;
}

/** A film whose picture is encoded in pieces (features/videos/pieces.service.ts). */
export interface SplitsTable {
  id: string;
  /** Null while the film is being sent. */
  video_id: ColumnType<string | null, string | null | undefined, string>;
  /** The upload that is not a video yet; null if it is one. */
  upload_id: ColumnType<string | null, string | null | undefined, null>;
  /** What it is encoded for: the playback file, or the other sizes. */
  kind: SplitKind;
  /** How each piece is encoded (features/media/pieces/pieces.ts), as JSON. */
  plan: string;
  /** When the pieces were given up: the film is encoded as a whole. */
  abandoned_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Timestamp;
}

export type SplitKind = 'playback' | 'sizes';

export interface PiecesTable {
  split_id: string;
  /** From 0, in the order of the film. */
  number: number;
  video_id: ColumnType<string | null, string | null | undefined, string>;
  /** Seconds of the film. */
  starts: number;
  /** The first second that belongs to the next piece; null for the last piece. */
  ends: number | null;
  /** How many seconds of it are encoded; only to show the progress. */
  seconds_done: Generated<number>;
  /** These three are null until the piece is encoded. */
  key: ColumnType<string | null, string | null | undefined, string | null>;
  size: ColumnType<number | null, number | null | undefined, number | null>;
  sha256: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PreviewsTable {
  video_id: string;
  /** Layout of the sprite (features/media/encode/preview-track.ts); written as JSON. */
  plan: ColumnType<{ seconds: number; width: number; height: number; columns: number; rows: number }, string, string>;
  key: string;
  size: number;
  sha256: string;
}

/** Bytes reserved for uploads in progress, so that parallel uploads cannot exceed the quota together. */
/** An upload. Its bytes are in a local file (uploads/partial-files.ts) whose size is the offset. */
export interface UploadsTable {
  id: string;
  owner_id: string;
  /** Size of the complete file in bytes; counts against the quota until it is published or expires. */
  size: number;
  /** The unchanged value of the client's Upload-Metadata header. */
  metadata: string;
  created_at: Timestamp;
  expires_at: Date;
  /** Set when it is published, so that a repeated call finds the same video. */
  video_id: string | null;
  /** False for an upload by form, which ends with its request. */
  resumable: Generated<boolean>;
}

export interface SharesTable {
  video_id: string;
  recipient_id: string;
  owner_id: string;
  /** The owner's message for the mail. */
  message: Generated<string>;
  created_at: Timestamp;
  /** `created_at` of the video; the database sets it. */
  video_created_at: Generated<Date>;
}

export interface ShortLinksTable {
  id: string;
  video_id: string;
  owner_id: string;
  /** SHA-256 of the code. The code itself is derived from the id and never stored. */
  code_hash: Buffer;
  created_at: Timestamp;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** When its owner first asked for it; null while it was only made in advance. */
  asked_at: Date | null;
  last_used_at: Date | null;
}

export interface LinkRedemptionsTable {
  link_id: string;
  user_id: string;
  created_at: Timestamp;
  last_visit_at: Timestamp;
}

/** An invitation to somebody who may have no account: to a video by mail, or to the site by mail or as a link. */
export interface InvitationsTable {
  id: string;
  owner_id: string;
  /** Null if it is about the site. */
  video_id: string | null;
  /** Lower case; null for a link. */
  email: string | null;
  /** How the owner of the video wants to be connected; null if it is about the site. */
  relationship: Relationship | null;
  /** How many people may register with it; null if it is about a video: one. */
  max_people: ColumnType<number | null, number | null | undefined, number | null>;
  /** It is to register, and its owner was a site owner when they made it. */
  by_site_owner: Generated<boolean>;
  /** The owner's message for the mail. */
  message: Generated<string>;
  /** SHA-256 of the code. The code itself is derived from the id and never stored. */
  code_hash: Buffer;
  created_at: Timestamp;
  expires_at: Date;
  revoked_at: Date | null;
  accepted_at: Date | null;
  accepted_by: string | null;
  /** When its mail was put into the outbox; null while it waits until the video opens. */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** One row per pair of people: user_lo < user_hi. */
export interface ConnectionsTable {
  id: string;
  user_lo: string;
  user_hi: string;
  requester_id: string;
  addressee_id: GeneratedAlways<string>;
  relationship: Relationship;
  status: 'pending' | 'accepted';
  created_at: Timestamp;
  accepted_at: Date | null;
  /** What one of the two has asked to change the relationship to; null if nothing. */
  asked_relationship: Relationship | null;
  asked_by: string | null;
}

/** What somebody has reported to the operator. */
export interface ReportsTable {
  id: string;
  /** Null if they have left. */
  reporter_id: string | null;
  about: ReportSubject;
  /** The person, or the owner of the video. */
  reported_id: string;
  /** Null for a person, and for a video that was deleted meanwhile. */
  video_id: string | null;
  reason: ReportReason;
  words: Generated<string>;
  created_at: Timestamp;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** One person has blocked another. */
export interface BlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Timestamp;
}

/** A connection request of the last day, for the budget. Its connection may be withdrawn or declined. */
export interface SentRequestsTable {
  id: string;
  sender_id: string;
  sent_at: Timestamp;
}

/** A mail that one person caused to another, for the limits (features/mails/mails.policy.ts). */
export interface SentMailsTable {
  id: string;
  kind: 'connection-request' | 'connection-accepted' | 'video-shared' | 'invitation' | 'steward-named';
  sender_id: string;
  /** SHA-256 of the address in lower case. */
  recipient_hash: Buffer;
  /** The video of a share. */
  subject_id: string | null;
  sent_at: Timestamp;
}

/** Waiting for its next attempt, accepted by the mail server, or given up. */
export type MailState = 'waiting' | 'sent' | 'failed';

/** The outbox: a mail, as the ids that it is written from when it is sent. No words, addresses or secrets. */
export interface MailsTable {
  id: string;
  kind: string;
  /** Written as JSON. */
  params: ColumnType<Record<string, string>, string, never>;
  /** Null if it goes to the operator, or to the address of an invitation. */
  recipient_id: string | null;
  state: Generated<MailState>;
  /** Attempts that have begun. */
  attempts: Generated<number>;
  created_at: Timestamp;
  next_attempt_at: Timestamp;
  /** When it was sent or given up. */
  settled_at: Date | null;
  /** Why the last attempt failed, without addresses and links. */
  last_error: string | null;
}

/** One row per person and subject (video or connection): the latest news about it. */
export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  actor_id: string | null;
  video_id: string | null;
  connection_id: string | null;
  archive_id: string | null;
  steward_row_id: string | null;
  /** The former id of a video that is gone, and its prompt. */
  gone_video_id: string | null;
  gone_prompt_id: number | null;
  /** The subject: id of the video, connection, archive or row of stewards. */
  about_id: GeneratedAlways<string>;
  created_at: Timestamp;
  read_at: Date | null;
}

/** What a person has changed; kinds without a row have every notification and mail on. */
export interface NotificationSettingsTable {
  user_id: string;
  kind: NotificationKind;
  in_app: boolean;
  mail: boolean;
}

/** Captions, one row per video. */
export interface CaptionsTable {
  video_id: string;
  cues: JSONColumnType<Cue[]>;
  /** Normalized text of all cues for search (captions.service.ts). */
  search_text: string;
  source: CaptionsSource;
  /** Changes with every edit. */
  version: string;
  updated_at: Timestamp;
}

/** A requested draft: in progress without a failure code, failed with one. Deleted when the draft is complete. */
export interface CaptionDraftsTable {
  video_id: string;
  /** Why it failed; null while it is being made. */
  failure_code: DraftFailure | null;
  /** Written as JSON. */
  failure_params: ColumnType<MessageParams, string | undefined, string>;
  requested_at: Timestamp;
}

/** Where a person stopped in a video. */
export interface WatchPositionsTable {
  user_id: string;
  video_id: string;
  /** From the start; 0 if it was watched to the end. */
  seconds: number;
  /** Watched to the end, or almost. */
  finished: boolean;
  watched_at: Timestamp;
}

/** The end of one session, or of all sessions of a person; only as long as tokens of them could be valid. */
export interface SessionEndsTable {
  subject: string;
  provider: string;
  /** Empty for all sessions. */
  sid: string;
  /** With all sessions: the first epoch that is valid. Null if the provider has none; then `ended_at` counts. */
  epoch: number | null;
  ended_at: Date;
  received_at: Timestamp;
}

/** Proofs of a password, by their `jti`. Each works once. */
export interface UsedProofsTable {
  id: string;
  used_at: Timestamp;
}

/** The archive of everything that belongs to a person. */
export interface ArchivesTable {
  id: string;
  /** Who gets it. */
  user_id: string;
  /** Whose videos it has, as their steward; null: everything of the person's own. */
  steward_row_id: ColumnType<string | null, string | null | undefined, never>;
  status: Generated<Archive['status']>;
  /** Per cent that are written. */
  progress: Generated<number>;
  /** Storage key; like the next three null until it is ready. */
  key: string | null;
  size: ColumnType<number | null, number | null | undefined, number | null>;
  sha256: string | null;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Timestamp;
}

/** Accounts that were deleted, without anything about whose they were. */
export interface DeletedAccountsTable {
  /** SHA-256 of the person's id. */
  id_hash: Buffer;
  deleted_at: Timestamp;
}

/** What needs the attention of site owners: little room on the disk, stored files that are missing or altered, or backups. */
export type SiteWarningKind = 'disk' | 'files' | 'backup';

/** The warnings that hold now. */
export interface SiteWarningsTable {
  kind: SiteWarningKind;
  since: Timestamp;
  /** Of `backup`: its problem; '' of the others. */
  reason: Generated<string>;
}

/** A backup or a verification of the backups. */
export interface BackupRunsTable {
  id: string;
  kind: 'backup' | 'verification';
  started_at: ColumnType<Date, Date, never>;
  /** Null while it runs, or until it is noticed that it was interrupted. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Null if it ended well. */
  failure: BackupProblem | null;
  /** The sentence for the operator. */
  explanation: Generated<string>;
}

/** The folder for nightly backups: one row, or none while no worker has one. */
export interface BackupFolderTable {
  id: Generated<boolean>;
  dir: string;
  since: ColumnType<Date, Date, Date>;
  is_marked: Generated<boolean>;
  problem: BackupProblem | null;
  explanation: Generated<string>;
}

/** What is wrong with a stored file; an orphan has no row. */
export type FileProblem = 'missing' | 'altered' | 'orphaned';

/** What the scan of all stored files has found. */
export interface FileProblemsTable {
  /** The storage key. */
  object: string;
  problem: FileProblem;
  found_at: Timestamp;
  /** When a scan has last found it. */
  seen_at: Timestamp;
}

/** The one row of the scan. */
export interface FileScanTable {
  id: Generated<boolean>;
  started_at: Timestamp;
  /** The storage key behind which it continues; '' if it has not begun. */
  position: Generated<string>;
  files: Generated<number>;
  bytes: Generated<number>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Who may see something, or get in, has changed. Written by triggers (migration 0030), never by code. */
export interface ActivityTable {
  id: Generated<string>;
  at: Timestamp;
  /** Whom it concerns; null if it is only about the site. */
  user_id: string | null;
  for_site_owners: Generated<boolean>;
  kind: string;
  /** The other person; in what site owners read, who has acted. */
  other_id: string | null;
  prompt_id: number | null;
  detail: string | null;
}

/** Somebody whom a person has named to look after their videos, if they no longer can. */
export interface StewardsTable {
  id: string;
  owner_id: string;
  steward_id: string;
  connection_id: string;
  waiting_days: number;
  created_at: Timestamp;
  /** The steward does not want to; null unless they said so. */
  declined_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since when the steward asks to begin, and when they may at the earliest; null unless they do. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Mails to the owner after the first one. */
  reminders: Generated<number>;
  /** Since when they look after the videos; null unless they do. */
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The last sign of life that ended a request. */
  stopped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since when they had looked after the videos then; null if they still waited. */
  stopped_started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The owner has not read of it. */
  stop_unread: Generated<boolean>;
}

/** Whom a steward may give a video to, and has if there is a time. */
export interface VideoGiftsTable {
  video_id: string;
  recipient_id: string;
  owner_id: string;
  connection_id: string;
  given_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface Database {
  stewards: StewardsTable;
  video_gifts: VideoGiftsTable;
  activity: ActivityTable;
  deleted_accounts: DeletedAccountsTable;
  site_warnings: SiteWarningsTable;
  backup_runs: BackupRunsTable;
  backup_folder: BackupFolderTable;
  file_problems: FileProblemsTable;
  file_scan: FileScanTable;
  archives: ArchivesTable;
  session_ends: SessionEndsTable;
  used_proofs: UsedProofsTable;
  users: UsersTable;
  owner_codes: OwnerCodesTable;
  site_settings: SiteSettingsTable;
  prompts: PromptsTable;
  videos: VideosTable;
  video_files: VideoFilesTable;
  renditions: RenditionsTable;
  previews: PreviewsTable;
  growing_videos: GrowingVideosTable;
  fragments: FragmentsTable;
  splits: SplitsTable;
  pieces: PiecesTable;
  uploads: UploadsTable;
  shares: SharesTable;
  short_links: ShortLinksTable;
  link_redemptions: LinkRedemptionsTable;
  invitations: InvitationsTable;
  connections: ConnectionsTable;
  blocks: BlocksTable;
  reports: ReportsTable;
  sent_requests: SentRequestsTable;
  sent_mails: SentMailsTable;
  mails: MailsTable;
  notifications: NotificationsTable;
  notification_settings: NotificationSettingsTable;
  captions: CaptionsTable;
  caption_drafts: CaptionDraftsTable;
  watch_positions: WatchPositionsTable;
}
