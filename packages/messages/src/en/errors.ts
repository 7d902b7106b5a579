import { defineMessages } from '../define-messages.ts';

/** Error messages of the API, by code. The API sends the English ones. */
export const errors = defineMessages('errors', {
  // The specification's exact texts (sections 4, 5 and 8).
  'registration.incomplete': 'Choose a username and password!',
  'registration.exists': "Oops! That didn't work. The username might already be taken. Try again!",
  'photo.unreadable': 'Photo files only',
  'prompt.missing': 'Please choose a Prompt before uploading',
  'prompt.fixed': 'The words of this question cannot be changed. You can hide it and add another one.',
  'video.not_a_video': 'Video files only',

  'request.invalid': 'Something in this request is wrong. Please check it and try again.',
  'request.too_large': 'This is too large to send.',
  'request.timeout': 'This took too long to arrive. Please try again.',
  'request.unsupported': 'This type of content is not supported.',
  'request.rate_limited': 'Too many requests. Please wait a moment and try again.',
  'route.missing': 'This page does not exist.',
  'server.failed': 'Something went wrong. Please try again.',
  'server.busy': 'We are busy right now. Please try again in a moment.',
  'storage.full': 'There is no space for this now. Try again later, or tell who runs this site.',
  'identity.unavailable': 'You cannot log in right now. Please try again in a moment.',
  'session.required': 'Please log in first.',
  'session.expired': 'You were logged out after a while. Please log in again.',

  'device.missing': 'This device is already logged out.',
  'devices.elsewhere': 'You log in with another service. Please look for your devices there.',

  'profile.missing': 'Please complete your profile first.',
  'profile.not_yours': 'You can only change your own profile.',

  'account.disabled': 'Your account is turned off. Please ask the person who runs this site.',
  'account.elsewhere': 'People log in here with another service. Please do this there.',

  'account.leaving': 'This account is going to be deleted. Log in again to keep it.',
  'account.proof': 'Please enter your password again.',
  'account.gone': 'It is too late: this account is being deleted.',
  'account.site_owner_decides': 'A person who looks after this site is deleting this account. Please ask them.',
  'account.last_owner': 'Nobody else looks after this site. Please ask someone to do it first.',

  'owner.only': 'Only site owners can do this.',
  'owner.code_missing':
    'This address no longer works. Restart Kinreel, and it prints a new one if there is no site owner.',
  'owner.protected': 'You cannot do this to a site owner.',

  'registration.invited':
    'You need an invitation to sign up here. Please ask someone you know on this site to invite you.',
  'registration.closed': 'Nobody new can sign up here right now. Please ask the person who runs this site.',
  'registration.fixed': 'This is set on the server, with REGISTRATION. You can only change it there.',
  'registration.not_owner': 'We could not confirm this account. Please try to log in instead.',

  'verification.too_many': 'We have sent you several emails already. Please look for them, or try again in an hour.',
  'verification.elsewhere': 'Please open the link in the email that you got when you signed up.',

  'person.missing': 'We could not find this person.',
  'block.self': 'You cannot block yourself.',
  'steward.missing': 'You were not asked to look after these videos, or not any more.',
  'steward.not_connected': 'You can only choose people you are connected with.',
  'steward.unverified': 'Please confirm your email address first. We would write to it before anything happens.',
  'steward.too_many': 'You can choose up to 5 people. Please remove one first.',
  'steward.too_soon': 'They were here a few days ago. Please wait a week before you ask again.',
  'steward.ended': 'This has ended already. You do not need to do anything.',

  'report.self': 'This is your own. You cannot report it.',
  'report.missing': 'Someone has closed this report already.',
  'mail.missing': 'This mail has been sent already.',
  'job.missing': 'This task is being tried again already, or it is done.',
  'report.too_many': 'You have sent many reports today. Please try again tomorrow.',

  'photo.missing': 'Please choose a photo.',
  'photo.too_large': 'This photo is too large. Please choose one under {max_bytes}.',
  'photo.busy': 'Your photo could not be saved just now. Please try again in a moment.',

  'video.missing': 'We could not find this video.',
  'video.empty': 'This file is empty. Please choose another one.',
  'video.no_file': 'Please choose a video file.',
  'video.one_only': 'Please choose one video at a time.',
  'video.no_picture': 'This file has sound but no video. Please choose another file.',
  'video.too_large': 'This video is too large. Please choose one under {max_bytes}.',
  'video.too_long': 'This video is too long. A video can be up to {max_seconds} long.',
  'video.quota': 'Your space ({max_bytes}) is full. Please delete a video you no longer need, then try again.',
  'video.incomplete': 'The video arrived incomplete. Please try again.',
  'video.checksum': 'The video was damaged on the way. Please upload it again.',
  'video.not_ready': 'This video is not ready yet.',
  'trim.range': 'Please choose a start and an end inside the video.',
  'trim.too_short': 'Please keep at least one second of the video.',
  'trim.preparing': 'This video is being prepared. Please wait until it is ready, then try again.',

  'upload.missing': 'This upload no longer exists. Please start again.',
  'upload.unfinished': 'The upload is not complete yet. Please let it finish.',
  'upload.offset': 'The upload continued somewhere else. Please try again.',
  'upload.too_many':
    '{max_uploads, plural, one {You already have # unfinished upload} other {You already have # unfinished uploads}}. Please finish or discard one of them first.',
  'upload.busy': 'This upload is already in progress. Please try again in a moment.',
  'upload.checksum': 'Part of the video was damaged on the way. Please try again.',
  'upload.protocol': 'This page is out of date. Please reload it.',

  'archive.missing': 'This file is no longer here. You can make a new one.',

  'captions.changed': 'Someone changed these captions in another window.',
  'captions.written': 'This video already has captions.',
  'captions.no_drafts': 'Automatic captions are not available on this server.',

  'note.missing': 'These words are no longer here.',
  'notes.off': 'The owner of this video has turned this off.',

  'share.not_connected': 'You can only share with your connections.',
  'share.missing': 'This video is not shared with you.',

  'link.invalid': 'This link cannot be shortened.',
  'link.missing': 'This link no longer works. Please ask for a new one.',

  'invitation.missing': 'This invitation no longer works. Please ask for a new one.',
  'invitation.owners_only': 'Only the people who manage this site can invite new people. Please ask them.',
  'invitation.self': 'This is your own email address.',
  'invitation.repeated': 'You sent this person three emails this week. Please send a link yourself.',
  'invitation.too_many': 'You have sent many invitations today. Please try again tomorrow.',
  'invitation.unverified': 'Please confirm your own email address first. Then you can invite people by email.',

  'connection.self': 'You cannot connect with yourself.',
  'connection.exists': 'You are already connected, or a request is pending.',
  'connection.other_relationship': 'This person has already sent you a different request. Please check your requests.',
  'connection.not_recipient': 'Only the person who received the request can accept it.',
  'connection.missing': 'This connection no longer exists.',
  'connection.too_many':
    'You have sent {max_requests} connection requests in one day, and that is the most. You can send the next one in {wait_seconds}.',

  'question.not_connected': 'You can only ask your connections.',
  'question.not_taken': 'This person does not want to be asked questions.',
  'question.resting': 'Someone else looks after this page now. You cannot ask a question here.',
  'question.exists': 'You have asked this already.',
  'question.too_many_open': '5 of your questions wait for this person. Take one back first, or wait for an answer.',
  'question.too_many':
    'You have asked {max_questions} questions in one day. You can ask the next one in {wait_seconds}.',
  'question.missing': 'This question no longer exists.',
  'answer_link.missing': 'This link does not work any more.',
  'answer_link.ended': 'This link has ended.',
  'answer_link.used_up': 'This link was used too often. Ask for a new one.',
});
