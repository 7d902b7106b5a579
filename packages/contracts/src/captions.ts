import { captionFields as text } from '@kinreel/messages/en/caption-fields';
import * as z from 'zod/mini';
import { id, isoDateTime, messageParams } from './common.ts';
import { plainCaption, writeWebVtt } from './webvtt.ts';

/** Limits for one video's captions: number of cues, characters per cue, seconds into the video, bytes as WebVTT. */
export const MAX_CUES = 5000;
export const MAX_CUE_LENGTH = 500;
export const MAX_CUE_SECONDS = 24 * 3600;
export const MAX_CAPTIONS_BYTES = 1024 ** 2;

/** Seconds from the start of the video, rounded to milliseconds, the precision of WebVTT. */
const cueTime = z.number().check(
  z.minimum(0, { error: () => text.startTooEarly }),
  z.maximum(MAX_CUE_SECONDS, { error: () => text.timeTooLate }),
  z.overwrite((seconds) => toMilliseconds(seconds) / 1000),
);

/** One caption, shown from `start` to `end`. Plain text, one or more lines. */
export const cue = z
  .strictObject({
    start: cueTime,
    end: cueTime,
    text: z
      .string()
      .check(
        z.maxLength(MAX_CUE_LENGTH, { error: () => text.cueTooLong({ max: MAX_CUE_LENGTH }) }),
        z.overwrite(plainCaption),
        z.minLength(1, { error: () => text.cueEmpty }),
      ),
  })
  .check(
    z.refine(({ start, end }) => toMilliseconds(end) > toMilliseconds(start), {
      path: ['end'],
      error: () => text.endBeforeStart,
    }),
  );
export type Cue = z.infer<typeof cue>;

/** Sorted by start time. Cues may overlap. */
const cues = z.array(cue).check(
  z.minLength(1, { error: () => text.noCues }),
  z.maxLength(MAX_CUES, { error: () => text.tooManyCues({ max: MAX_CUES }) }),
  z.refine((list) => list.every(({ start }, index) => start >= (list[index - 1]?.start ?? 0)), {
    error: () => text.notInOrder,
  }),
  z.refine((list) => new TextEncoder().encode(writeWebVtt(list)).length <= MAX_CAPTIONS_BYTES, {
    error: () => text.tooLong,
  }),
);

/** The author of the captions. A speech-to-text draft is visible only to the owner, until they save it. */
export const captionsSource = z.enum(['person', 'draft']);
export type CaptionsSource = z.infer<typeof captionsSource>;

/**
 * Version of a video's captions and of its trim, which the times are relative to; null for no captions and an untrimmed
 * video. A change sends the version it is based on and is rejected if that is outdated (captions.changed).
 */
const version = z.nullable(id);

/** Whether this server can draft captions with speech-to-text, and the state of the draft. */
export const draftState = z.enum(['unavailable', 'offered', 'working', 'failed']);
export type DraftState = z.infer<typeof draftState>;

/** Why drafting failed. */
export const DRAFT_FAILURES = ['no_sound', 'no_speech', 'too_long', 'other'] as const;
export const draftFailure = z.enum(DRAFT_FAILURES);
export type DraftFailure = z.infer<typeof draftFailure>;

/** GET and PUT /api/video/{id}/captions: the captions of the caller's own video. */
export const captions = z.object({
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  version,
  /** Offset of the cue times from the start of the original, in seconds: 0 unless the video is trimmed. */
  starts_at: z.number(),
  source: z.nullable(captionsSource),
  updated_at: z.nullable(isoDateTime),
  draft: draftState,
  /** Why drafting failed; null unless it failed. */
  draft_code: z.nullable(draftFailure),
  draft_params: messageParams,
  /** `draft_code` as an English sentence. */
  draft_reason: z.nullable(z.string()),
});
export type Captions = z.infer<typeof captions>;

/** PUT /api/video/{id}/captions */
export const saveCaptionsRequest = z.strictObject({ version, cues });
export type SaveCaptionsRequest = z.infer<typeof saveCaptionsRequest>;

/** DELETE /api/video/{id}/captions */
export const deleteCaptionsQuery = z.object({ version: id });

/** GET /api/captions/search: the caller's own videos whose captions contain all words of `q`. */
export const captionSearchQuery = z.object({ q: z.string().check(z.maxLength(100)) });

/** Maximum number of videos in a search response. */
export const MAX_CAPTION_HITS = 200;

/** The position of the words in a video. */
export const captionHit = z.object({
  video_id: id,
  /** Start of the cue, in seconds. */
  start: z.number(),
  /** The cue's text, shortened around the words; an ellipsis marks each cut. */
  text: z.string(),
  /** Positions of the words in `text` as [start, end) in UTF-16 units, sorted and not overlapping. */
  marks: z.array(z.tuple([z.int(), z.int()])),
});
export type CaptionHit = z.infer<typeof captionHit>;
export const captionSearchResponse = z.array(captionHit);

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}
