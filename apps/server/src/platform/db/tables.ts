import type {
  Archive,
  BackupProblem,
  BannerName,
  CaptionsSource,
  Cue,
  DraftFailure,
  Inviting,
  MailPace,
  MessageParams,
  NotesVisibility,
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
  /** When the address was verified; null if it is unverified. */
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  first_name: string;
  last_name: string;
  /** Lower-case names without accents, for prefix search; COLLATE "C". */
  first_key: string;
  last_key: string;
  /** Words of the names and their one-letter deletions, to find misspelled names. */
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
  /** Whether people who are not connected find them in the search. */
  show_in_search: Generated<boolean>;
  /** Whether link previews show the first name and the question. */
  show_on_links: Generated<boolean>;
  /** Whether their connections may ask them questions. */
  takes_questions: Generated<boolean>;
  /** Whether owners see that this person has watched their videos. */
  shows_watching: Generated<boolean>;
  /** Null unless they are a site owner. */
  site_owner_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Null unless a site owner has disabled the account. */
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the deletion of the account was requested, and its date; null without a request. */
  deletion_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  delete_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether a site owner has requested the deletion. */
  deletion_by_site_owner: Generated<boolean>;
  /** Number of reminders sent. */
  deletion_reminders: Generated<number>;
  /** Session epoch at which the address was last read from the identity service. */
  address_epoch: Generated<number>;
  /** In bytes; null for the default of the installation. */
  quota_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  /** The invitation with which they have registered. */
  invitation_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
}

/** The one-time link for the first site owner. */
export interface OwnerCodesTable {
  id: string;
  /** SHA-256 of the code. The code itself is derived from the id and never stored. */
  code_hash: Buffer;
  created_at: Timestamp;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  used_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Settings of the site owners; one row. */
export interface SiteSettingsTable {
  id: Generated<boolean>;
  /** Null for the default. */
  registration: RegistrationMode | null;
  /** PUBLIC_URL of the last start; null before the first one. */
  address: string | null;
  /** Who may invite new people. */
  inviting: Generated<Inviting>;
}

export interface PromptsTable {
  id: Generated<number>;
  prompt: string;
  category: string;
  position: number;
  /** Whether it is one of the list. Otherwise a person wrote it, for a question or for a video of their own. */
  listed: Generated<boolean>;
  /** Who wrote it; null for the list, or if the account was deleted. */
  maker_id: string | null;
  made_at: Timestamp;
  /** Whether site owners took it out of the list, so that people cannot choose it. */
  hidden: Generated<boolean>;
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
  /** What stewards may do with it. */
  steward_rule: Generated<StewardRule>;
  status: Generated<VideoStatus>;
  /** Why it failed; null unless it failed. */
  status_code: VideoFailure | null;
  /** Written as JSON. */
  status_params: ColumnType<MessageParams, string | undefined, string>;
  progress: Generated<number>;
  /** Number of preparations: 1 after the upload, incremented by each retry. */
  preparation: Generated<number>;
  duration_ms: number | null;
  /** How much is missing at the end of a truncated file; null if complete. */
  missing_ms: Generated<number | null>;
  /** Notes for the owner; empty for older videos. Written as JSON. */
  notes: ColumnType<VideoNote[], string | undefined, string>;
  /** Who sees its hearts and notes. */
  notes_visibility: Generated<NotesVisibility>;
  /** Whether its loudness was measured; then the next three are null if it has no sound. */
  sound_measured: Generated<boolean>;
  /** EBU R128: integrated loudness, loudness range, true peak. */
  loudness_lufs: number | null;
  loudness_range_lu: number | null;
  true_peak_db: number | null;
  width: number | null;
  height: number | null;
  /** The delivered range of the original in milliseconds; null: all of it. */
  trim_start_ms: Generated<number | null>;
  trim_end_ms: Generated<number | null>;
  /** Length of the whole video; null if it was never trimmed. */
  whole_ms: Generated<number | null>;
  /** ThumbHash of the poster (platform/pictures/thumbhash.ts); null until it is made. */
  thumbhash: Buffer | null;
  created_at: Timestamp;
}

/** `original` is the unchanged upload, `playback` the MP4 for a plain `<video>`, `poster` a still image. */
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
  /** Short side in pixels, with the suffix "-hdr" for HDR; part of its URL. */
  name: string;
  width: number;
  height: number;
  /** Bits per second: of the largest segment, and the average. */
  bandwidth: number;
  average_bandwidth: number;
  /** Codec string (RFC 6381). */
  codecs: string;
  /** VIDEO-RANGE: PQ and HLG are HDR. */
  video_range: Generated<'SDR' | 'PQ' | 'HLG'>;
  key: string;
  size: number;
  sha256: string;
  /** Byte ranges of its segments (features/media/deliver/fragmented-mp4.ts); written as JSON. */
  fragments: ColumnType<
    { initBytes: number; firstByte: number; segments: { bytes: number; seconds: number }[] },
    string,
    string
  >;
}

/** Fragments of a video that is being prepared (features/videos/growing-videos.service.ts). */
export interface GrowingVideosTable {
  id: string;
  video_id: string;
  /** Total duration of its fragments. */
  seconds: Generated<number>;
  /** When the video was published; null while it grows. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface FragmentsTable {
  growing_id: string;
  /** 0 is the header (init segment); the others are in order. */
  number: number;
  video_id: string;
  seconds: number;
  key: string;
  size: number;
  sha256: string;
}

/** A video that is encoded in chunks (features/videos/pieces.service.ts). */
export interface SplitsTable {
  id: string;
  /** Null until the upload is published. */
  video_id: ColumnType<string | null, string | null | undefined, string>;
  /** The unfinished upload; null after it was published. */
  upload_id: ColumnType<string | null, string | null | undefined, null>;
  /** Purpose: the playback file, or the other sizes. */
  kind: SplitKind;
  /** Settings of all chunks (features/media/pieces/pieces.ts), as JSON. */
  plan: string;
  /** When the split was abandoned: the video is encoded as a whole. */
  abandoned_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Timestamp;
}

export type SplitKind = 'playback' | 'sizes';

export interface PiecesTable {
  split_id: string;
  /** From 0, in order. */
  number: number;
  video_id: ColumnType<string | null, string | null | undefined, string>;
  /** Start in seconds. */
  starts: number;
  /** Start of the next chunk; null for the last one. */
  ends: number | null;
  /** Encoded seconds, only for the progress. */
  seconds_done: Generated<number>;
  /** These three are null until the chunk is encoded. */
  key: ColumnType<string | null, string | null | undefined, string | null>;
  size: ColumnType<number | null, number | null | undefined, number | null>;
  sha256: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The preview images of a video, as one sprite image. */
export interface PreviewsTable {
  video_id: string;
  /** Layout of the sprite image (features/media/encode/preview-track.ts); written as JSON. */
  plan: ColumnType<{ seconds: number; width: number; height: number; columns: number; rows: number }, string, string>;
  key: string;
  size: number;
  sha256: string;
}

/** An upload. Its bytes are in a local file (uploads/partial-files.ts) whose size is the offset. */
export interface UploadsTable {
  id: string;
  owner_id: string;
  /** Size of the complete file in bytes; counts against the quota until it is published or expires. */
  size: number;
  /** The unchanged Upload-Metadata header of the client. */
  metadata: string;
  created_at: Timestamp;
  expires_at: Date;
  /** Set when it is published, so that a repeated call finds the same video. */
  video_id: string | null;
  /** False for an upload by form, which ends with its request. */
  resumable: Generated<boolean>;
  /** The link by which it is sent; null if its owner is logged in. */
  answer_link_id: Generated<string | null>;
}

export interface SharesTable {
  video_id: string;
  recipient_id: string;
  owner_id: string;
  /** The owner's message for the mail. */
  message: Generated<string>;
  created_at: Timestamp;
  /** `created_at` of the video; set by a trigger. */
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
  /** When its owner first requested it; null while it was only created in advance. */
  asked_at: Date | null;
  last_used_at: Date | null;
}

export interface LinkRedemptionsTable {
  link_id: string;
  user_id: string;
  created_at: Timestamp;
  last_visit_at: Timestamp;
}

/** An invitation for a person who may have no account: to a video by mail, or to the site by mail or link. */
export interface InvitationsTable {
  id: string;
  owner_id: string;
  /** Null for an invitation to the site. */
  video_id: string | null;
  /** Lower case; null for a link. */
  email: string | null;
  /** The relationship that its sender requests; null if none. */
  relationship: Relationship | null;
  /** How many people may register with it; null for an invitation to a video: one. */
  max_people: ColumnType<number | null, number | null | undefined, number | null>;
  /** It is an invitation to register, created by a site owner. */
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
  /** When its mail was added to the outbox; null while it waits until the video opens. */
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
  /** The relationship that one of the two has requested; null if none. */
  asked_relationship: Relationship | null;
  asked_by: string | null;
}

/** A report to the operator. */
export interface ReportsTable {
  id: string;
  /** Null if their account was deleted. */
  reporter_id: string | null;
  about: ReportSubject;
  /** The reported person, or the owner of the video. */
  reported_id: string;
  /** Null for a person, and for a deleted video. */
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

/** A connection request of the last day, for the budget. It may have been withdrawn or declined. */
export interface SentRequestsTable {
  id: string;
  sender_id: string;
  sent_at: Timestamp;
}

/** A question that one person has asked another. Open while it is neither answered nor withdrawn. */
export interface QuestionsTable {
  id: string;
  asker_id: string;
  person_id: string;
  prompt_id: number;
  asked_at: ColumnType<Date, Date | undefined, Date>;
  /** The asked person does not want to answer it, and never sees it again. For the asker it stays open. */
  put_away_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The answer; null if there is none, or it was deleted. */
  video_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The video that the question is about; null if it is about none, or it was deleted. */
  about_video_id: string | null;
  /** The moment in the original of that video. */
  about_ms: number | null;
}

/** When a question comes to a person each week (features/pace). */
export interface PacesTable {
  user_id: string;
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  time_zone: string;
  /** Categories of prompts; none for all. */
  themes: string[];
  /** Null: it is off. */
  next_at: Date | null;
  /** The question that came last; null if none has, or the person has put it away. */
  prompt_id: ColumnType<number | null, number | null | undefined, number | null>;
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Questions that came since the person last answered one. */
  unanswered: Generated<number>;
  /** The prompts that have come. */
  had: Generated<number[]>;
}

/** A link that records or uploads one answer to a question, without a login. */
export interface AnswerLinksTable {
  id: string;
  question_id: string;
  /** SHA-256 of its code. */
  code_hash: Buffer;
  created_at: Timestamp;
  expires_at: Date;
  ended_at: Date | null;
  /** Number and bytes of the uploads that it started, finished or not. */
  takes: Generated<number>;
  bytes: Generated<number>;
  /** The answer that it published; null again if it was deleted. */
  video_id: string | null;
  /** SHA-256 of the code that takes the answer back. */
  take_back_hash: Buffer | null;
}

/** A mail that one person's action sent to another, for the limits (features/mails/mails.policy.ts). */
export interface SentMailsTable {
  id: string;
  kind:
    | 'connection-request'
    | 'connection-accepted'
    | 'video-shared'
    | 'invitation'
    | 'steward-named'
    | 'question'
    | 'question-answered';
  sender_id: string;
  /** SHA-256 of the address in lower case. */
  recipient_hash: Buffer;
  /** The video of a share. */
  subject_id: string | null;
  sent_at: Timestamp;
}

/** Waiting for its next attempt, accepted by the mail server, or failed. */
export type MailState = 'waiting' | 'sent' | 'failed';

/** The outbox: mails, as the ids from which they are written when they are sent. No content, addresses or secrets. */
export interface MailsTable {
  id: string;
  kind: string;
  /** Written as JSON. */
  params: ColumnType<Record<string, string>, string, never>;
  /** Null for the operator, or for the address of an invitation. */
  recipient_id: string | null;
  state: Generated<MailState>;
  /** Number of started attempts. */
  attempts: Generated<number>;
  created_at: Timestamp;
  next_attempt_at: Timestamp;
  /** When it was sent or failed. */
  settled_at: Date | null;
  /** Error of the last attempt, without addresses and links. */
  last_error: string | null;
}

/** One row per person and subject (video or connection): the latest notification about it. */
export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  actor_id: string | null;
  video_id: string | null;
  connection_id: string | null;
  archive_id: string | null;
  steward_row_id: string | null;
  /** Former id and prompt of a deleted video. */
  gone_video_id: string | null;
  gone_prompt_id: number | null;
  note_id: string | null;
  heart_id: string | null;
  question_id: string | null;
  /** Of `week-question`: `user_id`, so that the row is deleted with the pace. */
  pace_id: GeneratedAlways<string | null>;
  /** The subject: id of the note, heart, video, connection, archive, stewardship, question or pace. */
  about_id: GeneratedAlways<string>;
  /** Of a shared video: `user_id`, so that the row is deleted with the share. */
  share_recipient_id: GeneratedAlways<string | null>;
  created_at: Timestamp;
  read_at: Date | null;
  /** Of the digest that gathered it; null if none has. */
  digest_id: Generated<string | null>;
}

/** Settings that a person has changed; kinds without a row are in the list, and mailed as MAIL_DEFAULTS says. */
export interface NotificationSettingsTable {
  user_id: string;
  kind: NotificationKind;
  in_app: boolean;
  /** Null if the person has not chosen. */
  mail: MailPace | null;
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
  /** Why it failed; null while it is in progress. */
  failure_code: DraftFailure | null;
  /** Written as JSON. */
  failure_params: ColumnType<MessageParams, string | undefined, string>;
  requested_at: Timestamp;
}

/** A person's position in a video. */
export interface WatchPositionsTable {
  user_id: string;
  video_id: string;
  /** From the start; 0 if it is finished. */
  seconds: number;
  /** Watched to the end, or almost. */
  finished: boolean;
  watched_at: Timestamp;
  /** When it was first played for a few seconds or to its end; null if never. Stays when the video is watched again. */
  first_watched_at: Date | null;
}

/** A video that a person marked as seen without playing it. */
export interface SeenVideosTable {
  user_id: string;
  video_id: string;
  seen_at: Timestamp;
}

/** A device's subscription at the push service of its browser. */
export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  /** Secret URL of the push service. */
  endpoint: string;
  /** Keys of the browser, for the encryption. */
  p256dh: string;
  auth: string;
  /** The session in which the app was last opened there, as in SessionClaims. */
  sid: string | null;
  epoch: number | null;
  issued_at: Timestamp;
  created_at: Timestamp;
}

/** A revocation of one session, or of all sessions of a person; kept as long as their tokens could be valid. */
export interface SessionEndsTable {
  subject: string;
  provider: string;
  /** Empty for all sessions. */
  sid: string;
  /** For all sessions: the first valid epoch. Null if the provider has none; then `ended_at` is used. */
  epoch: number | null;
  ended_at: Date;
  received_at: Timestamp;
}

/** Used password proofs, by `jti`. Each works once. */
export interface UsedProofsTable {
  id: string;
  used_at: Timestamp;
}

/** An archive of a person's data. */
export interface ArchivesTable {
  id: string;
  /** The recipient. */
  user_id: string;
  /** The stewardship, for an archive of its owner's videos; null: the person's own data. */
  steward_row_id: ColumnType<string | null, string | null | undefined, never>;
  status: Generated<Archive['status']>;
  /** Written per cent. */
  progress: Generated<number>;
  /** Storage key; null until it is ready, like the next three. */
  key: string | null;
  size: ColumnType<number | null, number | null | undefined, number | null>;
  sha256: string | null;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Timestamp;
}

/** Deleted accounts, as hashes only. */
export interface DeletedAccountsTable {
  /** SHA-256 of the person's id. */
  id_hash: Buffer;
  deleted_at: Timestamp;
}

/** Warnings for site owners: disk nearly full, stored files missing or altered, or backups failing. */
export type SiteWarningKind = 'disk' | 'files' | 'backup';

/** The current warnings. */
export interface SiteWarningsTable {
  kind: SiteWarningKind;
  since: Timestamp;
  /** The problem of a `backup` warning; '' for others. */
  reason: Generated<string>;
}

/** A run of a backup or a verification. */
export interface BackupRunsTable {
  id: string;
  kind: 'backup' | 'verification';
  started_at: ColumnType<Date, Date, never>;
  /** Null while it runs, or until its interruption was detected. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Null on success. */
  failure: BackupProblem | null;
  /** The explanation for the operator. */
  explanation: Generated<string>;
}

/** The folder for nightly backups: one row, or none if no worker has one. */
export interface BackupFolderTable {
  id: Generated<boolean>;
  dir: string;
  since: ColumnType<Date, Date, Date>;
  is_marked: Generated<boolean>;
  problem: BackupProblem | null;
  explanation: Generated<string>;
}

/** Problem of a stored file; an orphan has no row. */
export type FileProblem = 'missing' | 'altered' | 'orphaned';

/** Results of the scan of all stored files. */
export interface FileProblemsTable {
  /** The storage key. */
  object: string;
  problem: FileProblem;
  found_at: Timestamp;
  /** When a scan last found it. */
  seen_at: Timestamp;
}

/** State of the scan; one row. */
export interface FileScanTable {
  id: Generated<boolean>;
  started_at: Timestamp;
  /** The storage key after which it continues; '' at the start. */
  position: Generated<string>;
  files: Generated<number>;
  bytes: Generated<number>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/**
 * The audit log: changes of who may see something or use an account. Written by triggers (migration 0030), never by
 * code.
 */
export interface ActivityTable {
  id: Generated<string>;
  at: Timestamp;
  /** Whom it concerns; null if it is only about the site. */
  user_id: string | null;
  for_site_owners: Generated<boolean>;
  kind: string;
  /** The other person; in the site owners' log the person who acted. */
  other_id: string | null;
  prompt_id: number | null;
  detail: string | null;
}

/** A steward: a person who manages the owner's videos if the owner no longer can. */
export interface StewardsTable {
  id: string;
  owner_id: string;
  steward_id: string;
  connection_id: string;
  waiting_days: number;
  created_at: Timestamp;
  /** When the steward declined; null otherwise. */
  declined_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the steward made a request, and the end of the waiting time; null without a request. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Number of mails to the owner after the first one. */
  reminders: Generated<number>;
  /** When the stewardship started; null if it is not active. */
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The last sign of life that cancelled a request. */
  stopped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since when the cancelled stewardship had been active; null if it was still waiting. */
  stopped_started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The owner has not read the cancelled request yet. */
  stop_unread: Generated<boolean>;
}

/** What a person wrote about a video. */
export interface NotesTable {
  id: string;
  video_id: string;
  writer_id: string;
  text: string;
  /** The moment that it is about, in milliseconds of the original; null if none. */
  at_ms: number | null;
  created_at: Timestamp;
}

/** At most one per person and video. */
export interface HeartsTable {
  id: string;
  video_id: string;
  giver_id: string;
  created_at: Timestamp;
}

/** To whom a steward may give a video, and when they did. */
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
  questions: QuestionsTable;
  answer_links: AnswerLinksTable;
  paces: PacesTable;
  sent_mails: SentMailsTable;
  mails: MailsTable;
  notifications: NotificationsTable;
  notification_settings: NotificationSettingsTable;
  captions: CaptionsTable;
  caption_drafts: CaptionDraftsTable;
  watch_positions: WatchPositionsTable;
  seen_videos: SeenVideosTable;
  push_subscriptions: PushSubscriptionsTable;
  notes: NotesTable;
  hearts: HeartsTable;
}
