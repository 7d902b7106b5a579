import { PRODUCT_NAME, type VideoNote } from '@kinreel/contracts';
import { momentOf } from '../notes/notes.presenter.ts';
import { trimOf } from '../videos/trim.policy.ts';
import type { KeptVideos } from './kept-videos.queries.ts';
import type { PersonData, VideoRow } from './person-data.queries.ts';

/** Version of `data/kinreel.json`. Increased when the meaning of a field changes. */
const FORMAT = 1;

/** Files of a video in an archive. Paths are below `data/`; null without such a file. */
export interface ArchivedPaths {
  original: { path: string; name: string | null } | null;
  /** The playback file. The same path as the original if both have the same bytes. */
  playback: { path: string; type: string } | null;
  poster: string | null;
  captions: string | null;
  /** Captions of the whole original, if the video is trimmed. */
  original_captions: string | null;
}

/** A video in every archive. */
export interface ArchivedVideo extends ArchivedPaths {
  question: string;
  category: string;
  created_at: string;
  duration_seconds: number | null;
  /** Seconds missing at the end of a truncated file. */
  missing_seconds: number | null;
  /** Problems of its sound or picture. */
  notes: VideoNote[];
  /** Integrated loudness by EBU R128; null without sound. */
  loudness_lufs: number | null;
  width: number | null;
  height: number | null;
}

/** A video in its owner's archive. */
export interface OwnArchivedVideo extends ArchivedVideo {
  permission: string;
  /** Only the owner sees the video before this date; null if it is open. */
  opens_at: string | null;
  /** What stewards may do with it, and to whom they may give it. */
  if_i_no_longer_can: string;
  give_to: string[];
  status: string;
  captions_source: string | null;
  /** The delivered range of the original; null: all of it. */
  trim: { start_seconds: number; end_seconds: number } | null;
  /** Who sees the hearts and notes. */
  notes_visibility: string;
  /** Who loves the video, and what people wrote about it; seconds of the original. */
  hearts: string[];
  notes_of_others: { name: string; text: string; at_seconds: number | null; created_at: string }[];
  /** Who has watched the video, and lets its owner know. */
  watched_by: { name: string; first_watched_at: string | null }[];
  shared_with: { name: string; message: string; since: string }[];
  links: { created_at: string; expires_at: string | null; revoked_at: string | null; used_by: string[] }[];
}

/** Results of writing the files of an archive. */
export interface FoundFiles {
  madeAt: Date;
  /** In the order of the videos. */
  paths: readonly ArchivedPaths[];
  photo: string | null;
  problems: readonly FileProblem[];
}

const NO_PATHS: ArchivedPaths = {
  original: null,
  playback: null,
  poster: null,
  captions: null,
  original_captions: null,
};

/** All data of a person, for `data/kinreel.json` and the page. */
export type ArchiveDocument = ReturnType<typeof presentPersonData>;

/** A file that is missing or damaged in the archive. */
export interface FileProblem {
  path: string;
  problem: 'missing' | 'damaged';
}

export function presentPersonData(data: PersonData, found: FoundFiles) {
  const { person } = data;
  const questions = new Map(data.videos.map(({ id, prompt }) => [id, prompt]));
  return {
    format: FORMAT,
    made_by: PRODUCT_NAME,
    made_at: found.madeAt.toISOString(),
    profile: {
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      email_verified_at: timeOf(person.email_verified_at),
      birthday: person.birthday,
      city: person.city,
      state: person.state,
      country: person.country,
      about_me: person.about_me,
      banner: person.banner,
      photo: found.photo,
      show_in_search: person.show_in_search,
      show_on_links: person.show_on_links,
      takes_questions: person.takes_questions,
      shows_watching: person.shows_watching,
      created_at: person.created_at.toISOString(),
    },
    videos: data.videos.map((video, index) => presentOwnVideo(data, video, found.paths[index] ?? NO_PATHS)),
    shared_with_me: data.sharesReceived.map((row) => ({
      from: nameOf(row),
      question: row.prompt,
      message: row.message,
      since: row.created_at.toISOString(),
    })),
    connections: data.connections.map((row) => ({
      name: nameOf(row),
      relationship: row.relationship,
      status: row.status,
      asked_by_me: row.requester_id === person.id,
      created_at: row.created_at.toISOString(),
      accepted_at: timeOf(row.accepted_at),
    })),
    invitations: data.invitations.map((row) => ({
      email: row.email,
      question: row.video_id && (questions.get(row.video_id) ?? null),
      relationship: row.relationship,
      message: row.message,
      max_people: row.max_people,
      joined: Number(row.joined),
      created_at: row.created_at.toISOString(),
      mailed_at: timeOf(row.mailed_at),
      expires_at: row.expires_at.toISOString(),
      revoked_at: timeOf(row.revoked_at),
      accepted_at: timeOf(row.accepted_at),
    })),
    watched: data.watched.map((row) => ({
      of: nameOf(row),
      question: row.prompt,
      seconds: row.seconds,
      finished: row.finished,
      first_watched_at: timeOf(row.first_watched_at),
      watched_at: row.watched_at.toISOString(),
    })),
    marked_as_seen: data.markedSeen.map((row) => ({
      of: nameOf(row),
      question: row.prompt,
      seen_at: row.seen_at.toISOString(),
    })),
    notes_written: data.notesWritten.map((row) => ({
      of: row.is_visible ? nameOf(row) : null,
      question: row.is_visible ? row.prompt : null,
      text: row.text,
      created_at: row.created_at.toISOString(),
    })),
    hearts_given: data.heartsGiven.map((row) => ({
      of: nameOf(row),
      question: row.prompt,
      created_at: row.created_at.toISOString(),
    })),
    stewards: data.stewards.map((row) => ({
      name: nameOf(row),
      waiting_days: row.waiting_days,
      since: row.created_at.toISOString(),
      declined_at: timeOf(row.declined_at),
    })),
    looking_after: data.lookingAfter.map((row) => ({
      name: nameOf(row),
      waiting_days: row.waiting_days,
      since: row.created_at.toISOString(),
      declined_at: timeOf(row.declined_at),
      asked_at: timeOf(row.asked_at),
      started_at: timeOf(row.started_at),
    })),
    questions_to_me: data.questionsToMe.map((row) => ({
      from: nameOf(row),
      question: row.prompt,
      about: presentAbout(row),
      asked_at: row.asked_at.toISOString(),
      answered_at: timeOf(row.answered_at),
      put_away_at: timeOf(row.put_away_at),
    })),
    // Whether the other person has put it away is theirs to know.
    questions_by_me: data.questionsByMe.map((row) => ({
      to: nameOf(row),
      question: row.prompt,
      about: presentAbout(row),
      asked_at: row.asked_at.toISOString(),
      answered_at: timeOf(row.answered_at),
    })),
    question_of_the_week: data.pace
      ? {
          weekday: data.pace.weekday,
          hour: data.pace.hour,
          time_zone: data.pace.time_zone,
          themes: data.pace.themes,
          next_at: timeOf(data.pace.next_at),
          last_at: timeOf(data.pace.sent_at),
        }
      : null,
    blocked: data.blocked.map((row) => ({ name: nameOf(row), since: row.created_at.toISOString() })),
    reports: data.reports.map(({ created_at, ...report }) => ({ ...report, created_at: created_at.toISOString() })),
    activity: data.activity.map(({ id: _id, person: other, prompt, ...change }) => ({
      ...change,
      person: other && nameOf(other),
      question: prompt,
    })),
    notification_settings: data.notificationSettings,
    // The address itself is a secret of the browser.
    push_subscriptions: data.pushSubscriptions.map((row) => ({
      push_service: new URL(row.endpoint).host,
      created_at: row.created_at.toISOString(),
    })),
    problems: found.problems,
  };
}

function presentOwnVideo(data: PersonData, video: VideoRow, paths: ArchivedPaths): OwnArchivedVideo {
  const trim = trimOf(video);
  return {
    ...presentVideo(video, paths),
    permission: video.permission,
    opens_at: timeOf(video.opens_at),
    if_i_no_longer_can: video.steward_rule,
    give_to: data.gifts.filter((row) => row.video_id === video.id).map(nameOf),
    status: video.status,
    captions_source: video.captions_source,
    trim: trim && { start_seconds: trim.start, end_seconds: trim.end },
    notes_visibility: video.notes_visibility,
    hearts: data.heartsReceived.filter((row) => row.video_id === video.id).map(nameOf),
    notes_of_others: data.notesReceived
      .filter((row) => row.video_id === video.id)
      .map((row) => ({
        name: nameOf(row),
        text: row.text,
        at_seconds: row.at_ms === null ? null : row.at_ms / 1000,
        created_at: row.created_at.toISOString(),
      })),
    watched_by: data.watchers
      .filter((row) => row.video_id === video.id)
      .map((row) => ({ name: nameOf(row), first_watched_at: timeOf(row.first_watched_at) })),
    shared_with: data.sharesGiven
      .filter((row) => row.video_id === video.id)
      .map((row) => ({ name: nameOf(row), message: row.message, since: row.created_at.toISOString() })),
    links: data.links
      .filter((row) => row.video_id === video.id)
      .map((row) => ({
        created_at: row.created_at.toISOString(),
        expires_at: timeOf(row.expires_at),
        revoked_at: timeOf(row.revoked_at),
        used_by: data.visitors.filter(({ link_id }) => link_id === row.id).map(nameOf),
      })),
  };
}

function presentVideo(video: VideoRow, paths: ArchivedPaths): ArchivedVideo {
  return {
    question: video.prompt,
    category: video.category,
    created_at: video.created_at.toISOString(),
    duration_seconds: video.duration_ms === null ? null : video.duration_ms / 1000,
    missing_seconds: video.missing_ms === null ? null : video.missing_ms / 1000,
    notes: video.notes,
    loudness_lufs: video.loudness_lufs,
    width: video.width,
    height: video.height,
    ...paths,
  };
}

/** The videos that a steward may keep, for `data/kinreel.json` and the page. */
export type KeptDocument = ReturnType<typeof presentKeptVideos>;

/** Of the owner only the name and the data of the videos. */
export function presentKeptVideos({ stewardship, videos }: KeptVideos, found: FoundFiles) {
  return {
    format: FORMAT,
    made_by: PRODUCT_NAME,
    made_at: found.madeAt.toISOString(),
    videos_of: { first_name: stewardship.first_name, last_name: stewardship.last_name },
    videos: videos.map((video, index) => presentVideo(video, found.paths[index] ?? NO_PATHS)),
    problems: found.problems,
  };
}

export function nameOf(row: { first_name: string; last_name: string }): string {
  return `${row.first_name} ${row.last_name}`.trim();
}

function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/**
 * The moment of a video that a question is about; null if it is about none, or one of the two may not see the video.
 */
function presentAbout(row: PersonData['questionsToMe'][number]) {
  if (row.about_prompt === null) return null;
  return { question: row.about_prompt, seconds: momentOf(row) };
}
