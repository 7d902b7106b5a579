/**
 * All error codes with their HTTP status and the sentence a person reads. Codes are stable. The server throws errors by
 * code, the browser may look them up; status and text are defined nowhere else.
 */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'Something in this request is wrong. Please check it and try again.' },
  'request.too_large': { status: 413, message: 'This is too large to send.' },
  'request.unsupported': { status: 415, message: 'This type of content is not supported.' },
  'request.rate_limited': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'route.missing': { status: 404, message: 'This page does not exist.' },
  'server.failed': { status: 500, message: 'Something went wrong. Please try again.' },
  'server.busy': { status: 503, message: 'We are busy right now. Please try again in a moment.' },
  'storage.full': {
    status: 507,
    message: 'There is no space left to store this. Please tell the person who runs this site.',
  },
  'identity.unavailable': {
    status: 503,
    message: 'You cannot log in right now. Please try again in a moment.',
  },
  'session.required': { status: 401, message: 'Please log in first.' },
  'session.expired': { status: 401, message: 'You were logged out after a while. Please log in again.' },
  'profile.missing': { status: 404, message: 'Please complete your profile first.' },
  'profile.not_yours': { status: 403, message: 'You can only change your own profile.' },
  'registration.incomplete': { status: 400, message: 'Choose a username and password!' },
  'registration.not_owner': {
    status: 403,
    message: 'We could not confirm this account. Please try to log in instead.',
  },
  'registration.exists': {
    status: 409,
    message: "Oops! That didn't work. The username might already be taken. Try again!",
  },
  'person.missing': { status: 404, message: 'We could not find this person.' },
  'photo.missing': { status: 400, message: 'Please choose a photo.' },
  'photo.unreadable': { status: 415, message: 'Photo files only' },
  'photo.too_large': { status: 413, message: 'This photo is too large. Please choose one under 20 MB.' },
  'prompt.missing': { status: 400, message: 'Please choose a Prompt before uploading' },
  'video.missing': { status: 404, message: 'We could not find this video.' },
  'video.no_file': { status: 400, message: 'Please choose a video file.' },
  'video.one_only': { status: 400, message: 'Please send one video at a time.' },
  'video.not_a_video': { status: 415, message: 'Video files only' },
  'video.no_picture': { status: 415, message: 'This file has sound but no video. Please choose another file.' },
  'video.too_large': { status: 413, message: 'This video is too large.' },
  'video.too_long': { status: 413, message: 'This video is too long.' },
  'video.quota': {
    status: 413,
    message: 'Your space is full. Please delete a video you no longer need, then try again.',
  },
  'video.incomplete': { status: 400, message: 'The video arrived incomplete. Please try again.' },
  'video.checksum': {
    status: 400,
    message: 'The video was damaged on the way. Please upload it again.',
  },
  'video.not_ready': { status: 409, message: 'This video is not ready yet.' },
  'upload.missing': { status: 404, message: 'This upload no longer exists. Please start again.' },
  'upload.unfinished': { status: 409, message: 'The upload is not complete yet. Please let it finish.' },
  'upload.offset': { status: 409, message: 'The upload continued somewhere else. Please try again.' },
  'upload.too_many': {
    status: 409,
    message: 'You have too many unfinished uploads. Please finish or discard one of them first.',
  },
  'upload.busy': { status: 423, message: 'This upload is already in progress. Please try again in a moment.' },
  'upload.checksum': { status: 460, message: 'Part of the video was damaged on the way. Please try again.' },
  'upload.protocol': { status: 412, message: 'This page is out of date. Please reload it.' },
  'captions.changed': {
    status: 409,
    message: 'Someone changed these captions in another window.',
  },
  'captions.written': { status: 409, message: 'This video already has captions.' },
  'captions.no_drafts': { status: 409, message: 'Automatic captions are not available on this server.' },
  'share.not_connected': { status: 403, message: 'You can only share with your connections.' },
  'share.missing': { status: 404, message: 'This video is not shared with you.' },
  'link.invalid': { status: 400, message: 'This link cannot be shortened.' },
  'link.missing': { status: 404, message: 'This link no longer works. Please ask for a new one.' },
  'connection.self': { status: 400, message: 'You cannot connect with yourself.' },
  'connection.exists': { status: 409, message: 'You are already connected, or a request is pending.' },
  'connection.other_relationship': {
    status: 409,
    message: 'This person has already sent you a different request. Please check your requests.',
  },
  'connection.not_recipient': { status: 403, message: 'Only the person who received the request can accept it.' },
  'connection.missing': { status: 404, message: 'This connection no longer exists.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

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
} as const satisfies { [Code in ErrorCode]?: readonly string[] };

/** The `params` of an error, by its code. */
export type ErrorParams<Code extends ErrorCode> = Code extends keyof typeof ERROR_PARAMS
  ? Record<(typeof ERROR_PARAMS)[Code][number], number>
  : undefined;
