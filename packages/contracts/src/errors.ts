/**
 * Stable codes of every refusal, with the HTTP status and the sentence a person reads. The server throws them by code,
 * the browser may look them up; nothing else decides status or words.
 */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'Something in this request is not right. Please check it and try again.' },
  'request.too_large': { status: 413, message: 'This is larger than can be sent here.' },
  'request.unsupported': { status: 415, message: 'This kind of content cannot be read here.' },
  'request.rate_limited': { status: 429, message: 'That was a lot at once. Please wait a moment and try again.' },
  'route.missing': { status: 404, message: 'There is nothing at this address.' },
  'server.failed': { status: 500, message: 'Something went wrong. Please try again.' },
  'server.busy': { status: 503, message: 'We are busy just now. Please try again in a moment.' },
  'storage.full': {
    status: 507,
    message: 'There is no room left to store this. Please tell the person who runs this site.',
  },
  'identity.unavailable': {
    status: 503,
    message: 'Signing in is not possible just now. Please try again in a moment.',
  },
  'session.required': { status: 401, message: 'Please log in first.' },
  'session.expired': { status: 401, message: 'You have been away for a while. Please log in again.' },
  'profile.missing': { status: 404, message: 'Please complete your profile first.' },
  'profile.not_yours': { status: 403, message: 'Only its owner can change this profile.' },
  'registration.incomplete': { status: 400, message: 'Choose a username and password!' },
  'registration.not_owner': {
    status: 403,
    message: 'This account could not be confirmed. Please try to log in instead.',
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
  'video.no_picture': { status: 415, message: 'This file has sound but no picture. Please choose a video.' },
  'video.too_large': { status: 413, message: 'This video is too large.' },
  'video.too_long': { status: 413, message: 'This video is too long.' },
  'video.quota': {
    status: 413,
    message: 'Your space is full. Please delete a video you no longer need, then try again.',
  },
  'video.incomplete': { status: 400, message: 'The video did not arrive whole. Please try again.' },
  'video.not_ready': { status: 409, message: 'This video is still being prepared.' },
  'share.not_connected': { status: 403, message: 'You can share with your connections only.' },
  'share.missing': { status: 404, message: 'This video is not shared with you.' },
  'link.invalid': { status: 400, message: 'This link cannot be shortened.' },
  'link.missing': { status: 404, message: 'This link does not work any more. Please ask for a new one.' },
  'connection.self': { status: 400, message: 'You cannot connect with yourself.' },
  'connection.exists': { status: 409, message: 'You are connected already, or a request is waiting.' },
  'connection.other_relationship': {
    status: 409,
    message: 'This person has already asked to connect with you in another way. Please look at your requests.',
  },
  'connection.not_recipient': { status: 403, message: 'Only the person who was asked can confirm.' },
  'connection.missing': { status: 404, message: 'This connection is no longer there.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
