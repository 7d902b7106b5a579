import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/**
 * A link to answer one question without a login. Its code is in the fragment of the page's URL and in this header of
 * the page's requests, so neither a log nor another site gets it. It permits: reading what the page shows, sending
 * uploads of its own to ANSWER_FILES_PATH, publishing one of them as the answer, and putting the question away.
 */
export const ANSWER_CODE_HEADER = 'answer-code';
export const ANSWER_FILES_PATH = '/files/answer';

/** Days until a link expires. */
export const ANSWER_LINK_DAYS = 60;

/** Uploads that a link may start. */
export const MAX_ANSWER_TAKES = 30;

/** Bytes that a link may send, in sizes of the largest permitted video. */
export const ANSWER_LINK_VIDEOS = 3;

/** Headers of requests with a link. */
export const answerLinkHeaders = z.looseObject({ [ANSWER_CODE_HEADER]: z.string().check(z.maxLength(100)) });

/** POST /api/questions/{questionId}/link: `renew` ends the current link; without it, the current one is returned. */
export const answerLinkRequest = z.strictObject({ renew: z.optional(z.boolean()) });
export type AnswerLinkRequest = z.infer<typeof answerLinkRequest>;

/** The link, for the person who asks. */
export const answerLink = z.object({ url: z.string(), expires_at: isoDateTime });
export type AnswerLink = z.infer<typeof answerLink>;

/**
 * `deleted`: the person deleted the answer. `taken-back`: the asker withdrew the question. `ended`: the link expired, was
 * replaced or was ended by one of the two, or the question cannot be answered now. The asker can open the link too, so no
 * state says that the person has put the question away.
 */
export const ANSWER_LINK_STATES = ['open', 'answered', 'deleted', 'taken-back', 'ended'] as const;
export type AnswerLinkState = (typeof ANSWER_LINK_STATES)[number];

/** GET /api/answer-link: what the page of a link shows. */
export const answerPage = z.object({
  state: z.enum(ANSWER_LINK_STATES),
  question_id: id,
  /** First name of the person who is asked. */
  first_name: z.string(),
  asker: z.object({
    first_name: z.string(),
    /** A data URL; null without a photo, and unless the link is open. */
    photo: z.nullable(z.string()),
  }),
  /** Only while the link is open. */
  question: z.nullable(z.object({ id: z.int(), prompt: z.string() })),
  answered_at: z.nullable(isoDateTime),
});
export type AnswerPage = z.infer<typeof answerPage>;

/** POST /api/answer-link/publish: turns an upload of the link into the answer. */
export const publishAnswerRequest = z.strictObject({
  upload_id: id,
  /** SHA-256 of the complete file in hex. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
});
export type PublishAnswerRequest = z.infer<typeof publishAnswerRequest>;

/** The code that takes the answer back: the value of ANSWER_CODE_HEADER of POST /api/answer-link/take-back. */
export const publishedAnswer = z.object({ take_back_code: z.string() });
export type PublishedAnswer = z.infer<typeof publishedAnswer>;
