import type {
  BannerName,
  CaptionsSource,
  Cue,
  NotificationKind,
  Permission,
  Relationship,
  VideoStatus,
} from '@kinreel/contracts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** A moment: read as Date, written as Date or left to its default. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface UsersTable {
  id: string;
  /** Who vouches for this person (`iss`) and by which name (`sub`, the specification's auth0Id). */
  issuer: string;
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
  /** Lower-cased, unaccented names that search ranges over; COLLATE "C". */
  first_key: string;
  last_key: string;
  /** Every word of the names and each of its one-letter deletions: the dictionary of misspellings. */
  name_forms: Generated<string[]>;
  city: string;
  state: string;
  country: string;
  /** `YYYY-MM-DD`; the driver is told not to make it a Date. */
  birthday: string;
  banner: BannerName | null;
  /** Storage key of the photo. */
  photo_key: string | null;
  about_me: Generated<string>;
  created_at: Timestamp;
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
  status: Generated<VideoStatus>;
  status_reason: string | null;
  progress: Generated<number>;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  created_at: Timestamp;
}

/** `original` is the untouched upload, `playback` what a plain `<video>` plays, `poster` a still frame. */
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
  /** The name the person's device gave the file; originals only. */
  name: string | null;
}

/** One of the sizes that a player switches between: a file read by stretches. */
export interface RenditionsTable {
  video_id: string;
  /** Its short side in pixels, as its address has it. */
  name: string;
  width: number;
  height: number;
  /** Bits a second, of the dearest segment and on average. */
  bandwidth: number;
  average_bandwidth: number;
  /** RFC 6381. */
  codecs: string;
  key: string;
  size: number;
  sha256: string;
  /** Where its segments are (features/media/fragmented-mp4.ts); written as JSON. */
  fragments: ColumnType<
    { initBytes: number; firstByte: number; segments: { bytes: number; seconds: number }[] },
    string,
    string
  >;
}

/** The image of preview pictures of a video. */
export interface PreviewsTable {
  video_id: string;
  /** How it is laid out (features/media/preview-track.ts); written as JSON. */
  plan: ColumnType<{ seconds: number; width: number; height: number; columns: number; rows: number }, string, string>;
  key: string;
  size: number;
  sha256: string;
}

/** Bytes promised to uploads under way, so that parallel ones cannot pass the quota together. */
export interface UploadReservationsTable {
  id: string;
  owner_id: string;
  bytes: number;
  expires_at: Date;
}

/** A resumable upload. Its bytes are a file of this machine (uploads/partial-files.ts), whose size is the offset. */
export interface UploadsTable {
  id: string;
  owner_id: string;
  /** Bytes of the whole file; promised to its owner until it is published or given up. */
  size: number;
  /** What the sender said of it, as it came: the value of Upload-Metadata. */
  metadata: string;
  created_at: Timestamp;
  expires_at: Date;
  /** Set once it has become a video, so that a second call finds the same one. */
  video_id: string | null;
}

export interface SharesTable {
  video_id: string;
  recipient_id: string;
  owner_id: string;
  /** The owner's words that go in the mail. */
  message: Generated<string>;
  created_at: Timestamp;
}

export interface ShortLinksTable {
  id: string;
  video_id: string;
  owner_id: string;
  /** SHA-256 of the code; the code itself is derived from the id and kept nowhere. */
  code_hash: Buffer;
  created_at: Timestamp;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface LinkRedemptionsTable {
  link_id: string;
  user_id: string;
  last_visit_at: Timestamp;
}

/** One row a pair of people: user_lo < user_hi. */
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
}

/** One row a person and thing (video or connection): what is the newest to say of it. */
export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  actor_id: string | null;
  video_id: string | null;
  connection_id: string | null;
  /** What it is about: the video or the connection. */
  about_id: GeneratedAlways<string>;
  created_at: Timestamp;
  read_at: Date | null;
}

/** What is said in a video, a row a video. */
export interface CaptionsTable {
  video_id: string;
  cues: JSONColumnType<Cue[]>;
  /** The text of all lines as it is searched, of captions.service.ts. */
  search_text: string;
  source: CaptionsSource;
  /** Another one after each change. */
  version: string;
  updated_at: Timestamp;
}

/** A draft of captions that the owner asked for: under way without a reason, given up with one. Gone once it is there. */
export interface CaptionDraftsTable {
  video_id: string;
  reason: string | null;
  requested_at: Timestamp;
}

export interface Database {
  users: UsersTable;
  prompts: PromptsTable;
  videos: VideosTable;
  video_files: VideoFilesTable;
  renditions: RenditionsTable;
  previews: PreviewsTable;
  upload_reservations: UploadReservationsTable;
  uploads: UploadsTable;
  shares: SharesTable;
  short_links: ShortLinksTable;
  link_redemptions: LinkRedemptionsTable;
  connections: ConnectionsTable;
  notifications: NotificationsTable;
  captions: CaptionsTable;
  caption_drafts: CaptionDraftsTable;
}
