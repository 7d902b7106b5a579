import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { plainCaption, writeWebVtt } from './webvtt.ts';

/** Limits of one video's captions: lines, characters of a line, seconds into a video, bytes as WebVTT. */
export const MAX_CUES = 5000;
export const MAX_CUE_LENGTH = 500;
export const MAX_CUE_SECONDS = 24 * 3600;
export const MAX_CAPTIONS_BYTES = 1024 ** 2;

/** Seconds from the start of the video, to the millisecond, which is what WebVTT can say. */
const moment = z.number().check(
  z.minimum(0, { error: 'A line cannot begin before the video.' }),
  z.maximum(MAX_CUE_SECONDS, { error: 'This is too late for any video.' }),
  z.overwrite((seconds) => toMilliseconds(seconds) / 1000),
);

/** One line of captions: what is said from `start` to `end`. Plain text, one or more rows. */
export const cue = z
  .strictObject({
    start: moment,
    end: moment,
    text: z
      .string()
      .check(
        z.maxLength(MAX_CUE_LENGTH, { error: `Please use at most ${MAX_CUE_LENGTH} characters in a line.` }),
        z.overwrite(plainCaption),
        z.minLength(1, { error: 'Please write something in each line.' }),
      ),
  })
  .check(
    z.refine(({ start, end }) => toMilliseconds(end) > toMilliseconds(start), {
      path: ['end'],
      error: 'A line has to end after it begins.',
    }),
  );
export type Cue = z.infer<typeof cue>;

/** Lines in the order in which they begin; two may stand at the same time. */
const cues = z.array(cue).check(
  z.minLength(1, { error: 'Please write at least one line.' }),
  z.maxLength(MAX_CUES, { error: `Please use at most ${MAX_CUES} lines.` }),
  z.refine((list) => list.every((one, index) => one.start >= (list[index - 1]?.start ?? 0)), {
    error: 'The lines have to stand in the order in which they begin.',
  }),
  z.refine((list) => new TextEncoder().encode(writeWebVtt(list)).length <= MAX_CAPTIONS_BYTES, {
    error: 'These captions are too long altogether.',
  }),
);

/** Who wrote the captions. A draft is the computer's, and its owner's alone until they have looked at it and saved it. */
export const captionsSource = z.enum(['person', 'draft']);
export type CaptionsSource = z.infer<typeof captionsSource>;

/**
 * Names one state of a video's captions; null while there are none. A change names the state it was made from, and is
 * refused if there is another by now (captions.changed).
 */
const version = z.nullable(z.uuid());

/** Whether the computer can draft captions here, and what it has come to. */
export const draftState = z.enum(['unavailable', 'offered', 'working', 'failed']);
export type DraftState = z.infer<typeof draftState>;

/** GET and PUT /api/video/{id}/captions: the captions of an own video. */
export const captions = z.object({
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  version,
  source: z.nullable(captionsSource),
  updated_at: z.nullable(isoDateTime),
  draft: draftState,
  /** Why there is no draft, in plain words; null otherwise. */
  draft_reason: z.nullable(z.string()),
});
export type Captions = z.infer<typeof captions>;

/** PUT /api/video/{id}/captions */
export const saveCaptionsRequest = z.strictObject({ version, cues });
export type SaveCaptionsRequest = z.infer<typeof saveCaptionsRequest>;

/** DELETE /api/video/{id}/captions */
export const deleteCaptionsQuery = z.object({ version: z.uuid() });

/** GET /api/captions/search: the own videos in which all these words are said. */
export const captionSearchQuery = z.object({ q: z.string().check(z.maxLength(100)) });

/** Most videos that a search answers. */
export const MAX_CAPTION_HITS = 200;

/** Where in a video the words are said. */
export const captionHit = z.object({
  video_id: id,
  /** Seconds at which the line begins. */
  start: z.number(),
  /** The line, shortened around the words; an ellipsis stands for what is left out. */
  text: z.string(),
  /** The words found in `text`: from, to (excluded), in UTF-16 units, in order and apart. */
  marks: z.array(z.tuple([z.int(), z.int()])),
});
export type CaptionHit = z.infer<typeof captionHit>;
export const captionSearchResponse = z.array(captionHit);

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}
