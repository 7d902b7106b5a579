import type { errors } from '@kinreel/messages/en/errors';

/** Error codes of the API. They are stable; each has a sentence in the catalogue of messages. */
export type ErrorCode = keyof typeof errors;

/** The HTTP status of each error. Defined nowhere else. */
export const ERROR_STATUS = {
  'request.invalid': 400,
  'request.too_large': 413,
  'request.timeout': 408,
  'request.unsupported': 415,
  'request.rate_limited': 429,
  'route.missing': 404,
  'server.failed': 500,
  'server.busy': 503,
  'storage.full': 507,
  'identity.unavailable': 503,
  'session.required': 401,
  'session.expired': 401,
  'device.missing': 404,
  'devices.elsewhere': 409,
  'profile.missing': 404,
  'profile.not_yours': 403,
  'account.disabled': 403,
  'account.elsewhere': 409,
  'account.leaving': 403,
  'account.proof': 403,
  'account.gone': 409,
  'account.site_owner_decides': 403,
  'account.last_owner': 409,
  'owner.only': 403,
  'owner.code_missing': 404,
  'owner.protected': 409,
  'registration.incomplete': 400,
  'registration.not_owner': 403,
  'registration.exists': 409,
  'registration.invited': 403,
  'registration.closed': 403,
  'registration.fixed': 409,
  'verification.too_many': 429,
  'verification.elsewhere': 409,
  'person.missing': 404,
  'block.self': 400,
  'report.self': 400,
  'steward.missing': 404,
  'steward.not_connected': 409,
  'steward.unverified': 403,
  'steward.too_many': 409,
  'steward.too_soon': 409,
  'steward.ended': 404,
  'report.missing': 404,
  'mail.missing': 404,
  'job.missing': 404,
  'report.too_many': 429,
  'photo.missing': 400,
  'photo.unreadable': 415,
  'photo.too_large': 413,
  'photo.busy': 503,
  'prompt.missing': 400,
  'video.missing': 404,
  'video.no_file': 400,
  'video.empty': 400,
  'video.one_only': 400,
  'video.not_a_video': 415,
  'video.no_picture': 415,
  'video.too_large': 413,
  'video.too_long': 413,
  'video.quota': 413,
  'video.incomplete': 400,
  'video.checksum': 400,
  'video.not_ready': 409,
  'trim.range': 400,
  'trim.too_short': 400,
  'trim.preparing': 409,
  'upload.missing': 404,
  'upload.unfinished': 409,
  'upload.offset': 409,
  'upload.too_many': 409,
  'upload.busy': 423,
  'upload.checksum': 460,
  'upload.protocol': 412,
  'archive.missing': 404,
  'captions.changed': 409,
  'captions.written': 409,
  'captions.no_drafts': 409,
  'note.missing': 404,
  'notes.off': 403,
  'share.not_connected': 403,
  'share.missing': 404,
  'link.invalid': 400,
  'link.missing': 404,
  'invitation.missing': 404,
  'invitation.owners_only': 403,
  'invitation.self': 400,
  'invitation.repeated': 429,
  'invitation.too_many': 429,
  'invitation.unverified': 403,
  'connection.self': 400,
  'connection.exists': 409,
  'connection.other_relationship': 409,
  'connection.not_recipient': 403,
  'connection.missing': 404,
  'connection.too_many': 429,
  'question.not_connected': 403,
  'question.not_taken': 403,
  'question.resting': 409,
  'question.exists': 409,
  'question.too_many_open': 409,
  'question.too_many': 429,
  'question.missing': 404,
} as const satisfies Record<ErrorCode, number>;

/** The parameters of an error's sentence, by name. */
type ParamNames<Code extends ErrorCode> = (typeof errors)[Code] extends (params: infer Params) => string
  ? keyof Params
  : never;

/**
 * Numbers that an error response carries in `params`, so that its sentence can name them in every language: sizes in
 * bytes, durations in seconds.
 */
export const ERROR_PARAMS = {
  'photo.too_large': ['max_bytes'],
  'video.too_large': ['max_bytes'],
  'video.too_long': ['max_seconds'],
  'video.quota': ['max_bytes'],
  'upload.too_many': ['max_uploads'],
  'connection.too_many': ['max_requests', 'wait_seconds'],
  'question.too_many': ['max_questions', 'wait_seconds'],
} as const satisfies {
  [Code in ErrorCode as ParamNames<Code> extends never ? never : Code]: readonly ParamNames<Code>[];
};

/** The `params` of an error, by its code. */
export type ErrorParams<Code extends ErrorCode> = Code extends keyof typeof ERROR_PARAMS
  ? Record<(typeof ERROR_PARAMS)[Code][number], number>
  : undefined;
