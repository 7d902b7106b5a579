import { notes as text } from '@kinreel/messages/en/notes';
import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { linesOfText } from './text.ts';
import { MAX_POSITION_SECONDS } from './watching.ts';

/** Characters of a note. */
export const NOTE_MAX_LENGTH = 500;

/** How many people with a heart are listed. */
export const MAX_LISTED_HEARTS = 100;

/**
 * Who sees the hearts and notes of a video: all who can see the video, its owner only, or nobody, who then cannot give
 * any either. Everybody sees their own, except with `nobody`.
 */
export const NOTES_VISIBILITIES = ['viewers', 'owner', 'nobody'] as const;
export const notesVisibility = z.enum(NOTES_VISIBILITIES);
export type NotesVisibility = z.infer<typeof notesVisibility>;

/** What a person wrote about a video. */
export const note = z.object({
  id,
  writer: person,
  text: z.string(),
  /** The moment that it is about, in seconds from the start of the video; null if none, or if it was trimmed away. */
  at: z.nullable(z.number()),
  created_at: isoDateTime,
});
export type Note = z.infer<typeof note>;

/** GET /api/video/{id}/notes: a page of notes, newest first. */
export const notesResponse = z.object({
  visibility: notesVisibility,
  /** Who loves the video: the caller first, then the latest; at most MAX_LISTED_HEARTS. */
  hearts: z.array(person),
  notes: z.array(note),
});
export type NotesResponse = z.infer<typeof notesResponse>;

/** POST /api/video/{id}/notes */
export const noteRequest = z.strictObject({
  text: linesOfText(NOTE_MAX_LENGTH, () => text.missing),
  /** Seconds from the start of the video. */
  at: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_POSITION_SECONDS)))),
});
export type NoteRequest = z.infer<typeof noteRequest>;

export const noteCreated = z.object({ id });

/** PUT /api/video/{id}/notes-visibility */
export const notesVisibilityRequest = z.strictObject({ visibility: notesVisibility });
export type NotesVisibilityRequest = z.infer<typeof notesVisibilityRequest>;
