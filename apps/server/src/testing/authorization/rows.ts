import type { ErrorCode } from '@kinreel/contracts';
import type { PersonRole, Role } from './roles.ts';

/**
 * The authorization matrix of the API server: who may call what. Each row is tried by every role, and for each of the
 * four permissions if it is about a video. A registered route without a row fails the test.
 */
export interface Row {
  /** Method and URL as registered. */
  route: string;
  /**
   * The request. Placeholders in braces are objects of the owner (request.ts), such as {video}; without a path, the URL
   * of `route` is used.
   */
  path?: string;
  body?: object;
  /** A body that is not JSON. */
  raw?: 'photo' | 'video' | 'bytes';
  headers?: Record<string, string>;
  /**
   * Who is permitted. `anyone`: also without login; with `denied` nobody, because the request has no valid proof.
   * `people`: everybody with a profile. `viewers`: people who may see the video (VID-05). Otherwise only these roles.
   */
  who: 'anyone' | 'people' | 'viewers' | readonly PersonRole[];
  /** Their status; 200 by default. */
  ok?: number;
  /** Error for all others; not needed for `anyone` and `people`. */
  denied?: ErrorCode;
  /** Roles with another response. */
  except?: Partial<Record<Role, ErrorCode | number>>;
}

const OWNER = ['owner'] as const;
const MISSING = { who: OWNER, denied: 'video.missing' } as const;
const SITE_OWNERS = { who: ['siteOwner'], denied: 'owner.only' } as const;
const VIEWERS = { who: 'viewers', denied: 'video.missing' } as const;
const STEWARDS = { who: ['steward'], denied: 'steward.missing' } as const;
const TUS = { 'tus-resumable': '1.0.0' };
/** The link to answer a question, which permits without a login. */
const BY_LINK = { 'answer-code': '{answerCode}' };

export const ROWS: readonly Row[] = [
  // Profile
  {
    route: 'POST /api/user/register',
    body: {
      firstName: 'Odalie',
      lastName: 'Fennick',
      city: 'Duluth',
      state: 'MN',
      country: 'United States',
      birthday: '1944-03-09',
    },
    who: [],
    denied: 'registration.exists',
    except: {
      anonymous: 'registration.incomplete',
      expired: 'session.expired',
      wrongAudience: 'session.expired',
      wrongIssuer: 'session.expired',
      noProfile: 201,
    },
  },
  { route: 'GET /api/user', who: 'people' },
  { route: 'POST /api/user/verification-mail', who: 'people' },
  {
    route: 'PUT /api/user/update/:id',
    path: '/api/user/update/{owner}',
    body: {
      firstName: 'Mallory',
      lastName: 'Fennick',
      city: 'Duluth',
      state: 'MN',
      country: 'United States',
      birthday: '1944-03-09',
      aboutMe: '',
    },
    who: OWNER,
    denied: 'profile.not_yours',
  },
  { route: 'DELETE /api/session', who: 'anyone', ok: 204 },
  { route: 'POST /api/session/ended', body: { logout_token: 'forged' }, who: 'anyone', denied: 'request.invalid' },
  { route: 'GET /api/devices', who: 'people' },
  { route: 'DELETE /api/devices', who: 'people', ok: 204 },
  // The provider of the matrix has one device, with the owner's id.
  {
    route: 'DELETE /api/devices/:id',
    path: '/api/devices/{owner}',
    who: OWNER,
    ok: 204,
    denied: 'device.missing',
  },
  {
    route: 'PUT /api/photo/:userId',
    path: '/api/photo/{owner}',
    raw: 'photo',
    who: OWNER,
    denied: 'profile.not_yours',
  },
  {
    route: 'GET /media/photos/:userId/:version',
    path: '/media/photos/{owner}/{photo}',
    who: 'people',
    except: { blocked: 'route.missing' },
  },
  {
    route: 'PUT /api/banner/',
    body: { userId: '{owner}', banner: 'Tree' },
    who: OWNER,
    denied: 'profile.not_yours',
  },

  // People and connections
  { route: 'GET /api/search', path: '/api/search?firstName=own&lastName=&city=&state=&country=', who: 'people' },
  { route: 'GET /api/search/:id', path: '/api/search/{owner}', who: 'people', except: { blocked: 'person.missing' } },
  { route: 'GET /api/connections/:userId', path: '/api/connections/{owner}', who: 'people' },
  {
    route: 'POST /api/connections',
    body: { relationship: 'friend', userB: '{stranger}' },
    who: 'people',
    ok: 201,
    except: { stranger: 'connection.self' },
  },
  {
    route: 'PUT /api/connections/:connectionId',
    path: '/api/connections/{requestByOwner}',
    who: ['pendingIn'],
    denied: 'connection.missing',
    except: { owner: 'connection.not_recipient' },
  },
  {
    route: 'PUT /api/connections/:connectionId',
    path: '/api/connections/{requestToOwner}',
    who: OWNER,
    denied: 'connection.missing',
    except: { pendingOut: 'connection.not_recipient' },
  },
  {
    route: 'PUT /api/connections/:connectionId/relationship',
    path: '/api/connections/{friendship}/relationship',
    body: { relationship: 'family' },
    who: ['owner', 'friend'],
    denied: 'connection.missing',
  },
  {
    route: 'DELETE /api/connections/:connectionId',
    path: '/api/connections/{friendship}',
    who: ['owner', 'friend'],
    ok: 204,
    denied: 'connection.missing',
  },
  {
    route: 'DELETE /api/connections/:connectionId',
    path: '/api/connections/{requestByOwner}',
    who: ['owner', 'pendingIn'],
    ok: 204,
    denied: 'connection.missing',
  },
  // A person whom the owner has blocked cannot block the owner, who is not visible to them.
  {
    route: 'PUT /api/blocks/:userId',
    path: '/api/blocks/{owner}',
    who: 'people',
    ok: 204,
    except: { owner: 'block.self', blocked: 'person.missing' },
  },
  { route: 'DELETE /api/blocks/:userId', path: '/api/blocks/{owner}', who: 'people', ok: 204 },
  { route: 'GET /api/blocks', who: 'people' },
  { route: 'GET /api/questions', who: 'people' },
  {
    route: 'GET /api/questions/asked/:userId',
    path: '/api/questions/asked/{owner}',
    who: 'people',
    except: { blocked: 'person.missing' },
  },
  {
    route: 'POST /api/questions',
    body: { user_id: '{friend}', prompt_id: 1 },
    who: OWNER,
    ok: 201,
    denied: 'question.not_connected',
  },
  {
    route: 'POST /api/questions',
    body: { user_id: '{friend}', words: 'Who taught you to swim?' },
    who: OWNER,
    ok: 201,
    denied: 'question.not_connected',
  },
  // A steward looks after the owner's page.
  {
    route: 'POST /api/questions',
    body: { user_id: '{owner}', prompt_id: 1 },
    who: [],
    denied: 'question.not_connected',
    except: {
      friend: 'question.resting',
      family: 'question.resting',
      steward: 'question.resting',
      given: 'question.resting',
      blocked: 'person.missing',
    },
  },
  { route: 'GET /api/pace', who: 'people', ok: 200 },
  {
    route: 'PUT /api/pace',
    body: { weekday: 0, hour: 10, time_zone: 'UTC', themes: [] },
    who: 'people',
    ok: 200,
  },
  { route: 'DELETE /api/pace', who: 'people', ok: 204 },
  { route: 'PUT /api/pace/put-away', who: [], denied: 'question.missing' },
  { route: 'PUT /api/questions/setting', body: { taken: false }, who: 'people', ok: 204 },
  {
    route: 'PUT /api/questions/:questionId/put-away',
    path: '/api/questions/{question}/put-away',
    who: ['family'],
    ok: 204,
    denied: 'question.missing',
  },
  {
    route: 'DELETE /api/questions/:questionId/put-away',
    path: '/api/questions/{question}/put-away',
    who: ['family'],
    ok: 204,
    denied: 'question.missing',
  },
  {
    route: 'DELETE /api/questions/:questionId',
    path: '/api/questions/{question}',
    who: OWNER,
    ok: 204,
    denied: 'question.missing',
  },
  {
    route: 'POST /api/reports',
    body: { about: 'person', id: '{owner}', reason: 'other' },
    who: 'people',
    ok: 204,
    except: { owner: 'report.self', blocked: 'person.missing' },
  },
  {
    route: 'POST /api/reports',
    body: { about: 'video', id: '{video}', reason: 'other' },
    ...VIEWERS,
    ok: 204,
    except: { owner: 'report.self' },
  },
  {
    route: 'POST /api/connections',
    body: { relationship: 'friend', userB: '{owner}' },
    who: ['stranger', 'exConnection', 'invited', 'uninvited', 'linkHolder', 'revokedHolder', 'siteOwner'],
    ok: 201,
    denied: 'connection.exists',
    except: {
      owner: 'connection.self',
      blocked: 'person.missing',
      // Has requested another relationship, and has such a request.
      pendingIn: 'connection.other_relationship',
    },
  },

  // Videos
  { route: 'GET /api/prompt', who: 'anyone' },
  { route: 'POST /api/prompt', body: { words: 'How we came to the lake' }, who: 'people', ok: 201 },
  { route: 'GET /api/prompt/:promptId', path: '/api/prompt/1', who: 'people' },
  // The owner has asked family a question in their own words.
  {
    route: 'GET /api/prompt/:promptId',
    path: '/api/prompt/{prompt}',
    who: ['owner', 'family'],
    denied: 'prompt.missing',
  },
  { route: 'GET /api/video/userVideos', who: 'people' },
  { route: 'GET /api/video/user/:userId', path: '/api/video/user/{owner}', who: 'people' },
  { route: 'GET /api/video/user/:userId', path: '/api/video/user/{owner}?autoplay={video}', who: 'people' },
  { route: 'GET /api/video/10', who: 'anyone' },
  { route: 'GET /api/video/:id', path: '/api/video/{video}', ...VIEWERS },
  { route: 'GET /api/video/:id', path: '/api/video/{failed}', ...MISSING },
  { route: 'DELETE /api/video/:id', path: '/api/video/{video}', ok: 204, ...MISSING },
  { route: 'POST /api/video/:id/retry', path: '/api/video/{failed}/retry', ...MISSING },
  { route: 'GET /api/permission/:videoId', path: '/api/permission/{video}', ...MISSING },
  {
    route: 'PUT /api/permission/:videoId',
    path: '/api/permission/{video}',
    body: { permission: 'everyone' },
    ...MISSING,
  },
  {
    route: 'PUT /api/video/:id/opening',
    path: '/api/video/{video}/opening',
    body: { opens_at: '2100-01-01T00:00:00.000Z' },
    ...MISSING,
  },
  // The duration of the video is unknown in the matrix, so nothing is prepared.
  {
    route: 'PUT /api/video/:id/trim',
    path: '/api/video/{video}/trim',
    body: { start: 1, end: 3 },
    ...MISSING,
    denied: 'video.missing',
    except: { owner: 'video.not_ready' },
  },
  {
    route: 'DELETE /api/video/:id/trim',
    path: '/api/video/{video}/trim',
    ...MISSING,
    denied: 'video.missing',
    except: { owner: 'video.not_ready' },
  },
  {
    route: 'PUT /api/video/:id/poster',
    path: '/api/video/{video}/poster',
    raw: 'photo',
    ...MISSING,
  },
  { route: 'GET /api/video/:id/steward-rule', path: '/api/video/{video}/steward-rule', ...MISSING },
  {
    route: 'PUT /api/video/:id/steward-rule',
    path: '/api/video/{video}/steward-rule',
    body: { rule: 'give', user_ids: ['{friend}'] },
    ...MISSING,
  },
  // Only a steward can give; the owner shares.
  {
    route: 'PUT /api/video/:id/gifts/:userId',
    path: '/api/video/{video}/gifts/{given}',
    who: ['steward'],
    ok: 204,
    denied: 'video.missing',
  },
  { route: 'GET /api/video/:id/audience', path: '/api/video/{video}/audience', ...MISSING },
  {
    route: 'DELETE /api/video/:id/audience/:userId',
    path: '/api/video/{video}/audience/{invited}',
    ok: 204,
    ...MISSING,
  },
  { route: 'GET /api/video/:id/position', path: '/api/video/{video}/position', ...VIEWERS },
  {
    route: 'PUT /api/video/:id/position',
    path: '/api/video/{video}/position',
    body: { seconds: 1, preparation: 1 },
    ...VIEWERS,
  },
  { route: 'GET /api/video/:id/watchers', path: '/api/video/{video}/watchers', ...MISSING },
  { route: 'GET /api/watching/setting', who: 'people' },
  { route: 'PUT /api/watching/setting', body: { shown: false }, who: 'people', ok: 204 },
  { route: 'GET /api/whats-new', who: 'people' },
  // Ignores videos that the caller may not see.
  { route: 'PUT /api/whats-new/seen', body: { video_ids: ['{video}'] }, who: 'people', ok: 204 },
  { route: 'GET /api/video/:id/notes', path: '/api/video/{video}/notes', ...VIEWERS },
  {
    route: 'POST /api/video/:id/notes',
    path: '/api/video/{video}/notes',
    body: { text: 'We miss you', at: 8 },
    ...VIEWERS,
    ok: 201,
  },
  {
    route: 'DELETE /api/notes/:id',
    path: '/api/notes/{note}',
    who: ['owner', 'friend'],
    ok: 204,
    denied: 'note.missing',
  },
  { route: 'PUT /api/video/:id/heart', path: '/api/video/{video}/heart', ...VIEWERS, ok: 204 },
  // Only one's own, which may be from when they saw the video.
  { route: 'DELETE /api/video/:id/heart', path: '/api/video/{video}/heart', who: 'people', ok: 204 },
  {
    route: 'PUT /api/video/:id/notes-visibility',
    path: '/api/video/{video}/notes-visibility',
    body: { visibility: 'owner' },
    ...MISSING,
    ok: 204,
  },
  { route: 'GET /api/events', who: 'people' },

  // Uploads
  { route: 'POST /api/video', raw: 'video', who: [], denied: 'video.not_a_video' },
  { route: 'OPTIONS /files', who: 'anyone', ok: 204 },
  { route: 'POST /files', headers: { ...TUS, 'upload-length': '1000' }, who: 'people', ok: 201 },
  { route: 'HEAD /files/:id', path: '/files/{upload}', headers: TUS, who: OWNER, denied: 'upload.missing' },
  {
    route: 'PATCH /files/:id',
    path: '/files/{upload}',
    headers: { ...TUS, 'upload-offset': '5' },
    raw: 'bytes',
    who: OWNER,
    ok: 204,
    denied: 'upload.missing',
  },
  { route: 'DELETE /files/:id', path: '/files/{upload}', headers: TUS, who: OWNER, ok: 204, denied: 'upload.missing' },
  { route: 'GET /api/uploads', who: 'people' },
  {
    route: 'POST /api/uploads/:id/publish',
    path: '/api/uploads/{upload}/publish',
    body: { prompt: 1 },
    who: [],
    denied: 'upload.missing',
    // The owner's upload is incomplete.
    except: { owner: 'upload.unfinished' },
  },

  // Bytes
  { route: 'GET /media/videos/:id/playback', path: '/media/videos/{video}/playback', ...VIEWERS },
  { route: 'GET /media/videos/:id/poster', path: '/media/videos/{video}/poster', ...VIEWERS },
  {
    route: 'GET /media/videos/:id/original',
    path: '/media/videos/{video}/original',
    who: ['owner', 'steward'],
    denied: 'video.missing',
  },
  { route: 'GET /media/videos/:id/hls.m3u8', path: '/media/videos/{video}/hls.m3u8', ...VIEWERS },
  { route: 'GET /media/videos/:id/hls/:rendition.m3u8', path: '/media/videos/{video}/hls/480.m3u8', ...VIEWERS },
  {
    route: 'GET /media/videos/:id/renditions/:rendition.mp4',
    path: '/media/videos/{video}/renditions/480.mp4',
    ...VIEWERS,
  },
  {
    route: 'GET /media/videos/:id/growing/:growing/list.m3u8',
    path: '/media/videos/{video}/growing/{video}/list.m3u8',
    ...VIEWERS,
  },
  {
    route: 'GET /media/videos/:id/growing/:growing/:fragment.mp4',
    path: '/media/videos/{video}/growing/{video}/1.mp4',
    ...VIEWERS,
  },
  { route: 'GET /media/videos/:id/preview.vtt', path: '/media/videos/{video}/preview.vtt', ...VIEWERS },
  { route: 'GET /media/videos/:id/preview', path: '/media/videos/{video}/preview', ...VIEWERS },
  { route: 'GET /media/videos/:id/captions.vtt', path: '/media/videos/{video}/captions.vtt', ...VIEWERS },
  { route: 'GET /media/demo/:file', path: '/media/demo/poster.webp', who: 'anyone' },

  // Answer links
  {
    route: 'POST /api/questions/:questionId/link',
    path: '/api/questions/{question}/link',
    body: {},
    who: OWNER,
    denied: 'question.missing',
  },
  {
    route: 'DELETE /api/questions/:questionId/link',
    path: '/api/questions/{question}/link',
    who: ['owner', 'family'],
    ok: 204,
    denied: 'question.missing',
  },
  { route: 'GET /api/answer-link', headers: BY_LINK, who: 'anyone' },
  { route: 'PUT /api/answer-link/put-away', headers: BY_LINK, who: 'anyone', ok: 204 },
  // It is incomplete.
  {
    route: 'POST /api/answer-link/publish',
    headers: BY_LINK,
    body: { upload_id: '{answerUpload}' },
    who: 'anyone',
    denied: 'upload.unfinished',
  },
  // The owner's upload.
  {
    route: 'POST /api/answer-link/publish',
    headers: BY_LINK,
    body: { upload_id: '{upload}' },
    who: 'anyone',
    denied: 'upload.missing',
  },
  { route: 'POST /api/answer-link/take-back', headers: BY_LINK, who: 'anyone', denied: 'answer_link.missing' },
  { route: 'OPTIONS /files/answer', who: 'anyone', ok: 204 },
  {
    route: 'POST /files/answer',
    headers: { ...TUS, ...BY_LINK, 'upload-length': '1000' },
    who: 'anyone',
    ok: 201,
  },
  {
    route: 'HEAD /files/answer/:id',
    path: '/files/answer/{answerUpload}',
    headers: { ...TUS, ...BY_LINK },
    who: 'anyone',
  },
  {
    route: 'PATCH /files/answer/:id',
    path: '/files/answer/{answerUpload}',
    headers: { ...TUS, ...BY_LINK, 'upload-offset': '5' },
    raw: 'bytes',
    who: 'anyone',
    ok: 204,
  },
  {
    route: 'DELETE /files/answer/:id',
    path: '/files/answer/{answerUpload}',
    headers: { ...TUS, ...BY_LINK },
    who: 'anyone',
    ok: 204,
  },
  {
    route: 'DELETE /files/answer/:id',
    path: '/files/answer/{upload}',
    headers: { ...TUS, ...BY_LINK },
    who: 'anyone',
    denied: 'upload.missing',
  },

  // Archives
  { route: 'GET /api/archive', who: 'people' },
  { route: 'POST /api/archive', who: 'people', ok: 202 },
  { route: 'DELETE /api/archive', who: 'people', ok: 204 },
  {
    route: 'GET /media/archives/:id',
    path: '/media/archives/{archive}',
    who: OWNER,
    denied: 'archive.missing',
  },
  {
    route: 'GET /media/archives/:id',
    path: '/media/archives/{stewardArchive}',
    who: ['steward'],
    denied: 'archive.missing',
  },
  { route: 'GET /api/stewardships/:userId/archive', path: '/api/stewardships/{owner}/archive', ...STEWARDS },
  { route: 'POST /api/stewardships/:userId/archive', path: '/api/stewardships/{owner}/archive', ...STEWARDS, ok: 202 },
  {
    route: 'DELETE /api/stewardships/:userId/archive',
    path: '/api/stewardships/{owner}/archive',
    ...STEWARDS,
    ok: 204,
  },

  // Deletion of an account; the proof is invalid
  { route: 'GET /api/account/deletion', who: 'people' },
  { route: 'POST /api/account/deletion', body: { proof: 'forged' }, who: [], denied: 'account.proof' },
  { route: 'DELETE /api/account/deletion', who: 'people', ok: 204 },

  // Stewards; the code of the mail's link is wrong
  { route: 'GET /api/stewards', who: 'people' },
  {
    route: 'PUT /api/stewards/:userId',
    path: '/api/stewards/{friend}',
    body: { waiting_days: 90 },
    who: OWNER,
    denied: 'steward.not_connected',
  },
  { route: 'PUT /api/stewards/ended/read', who: 'people', ok: 204 },
  { route: 'DELETE /api/stewards/:userId', path: '/api/stewards/{steward}', who: 'people', ok: 204 },
  {
    route: 'DELETE /api/stewardships/:userId',
    path: '/api/stewardships/{owner}',
    ...STEWARDS,
    ok: 204,
  },
  {
    route: 'POST /api/stewardships/:userId/request',
    path: '/api/stewardships/{owner}/request',
    ...STEWARDS,
  },
  {
    route: 'GET /api/stewardships/:userId/gifts',
    path: '/api/stewardships/{owner}/gifts',
    ...STEWARDS,
  },
  {
    route: 'POST /api/stewards/here',
    body: { id: '{stewardRow}', code: 'guessed' },
    who: 'anyone',
    denied: 'steward.ended',
  },

  // Activity
  { route: 'GET /api/activity', who: 'people' },
  { route: 'GET /api/admin/activity', ...SITE_OWNERS },

  // Captions
  { route: 'GET /api/video/:id/captions', path: '/api/video/{video}/captions', ...MISSING },
  {
    route: 'PUT /api/video/:id/captions',
    path: '/api/video/{video}/captions',
    body: { version: '{captions}', cues: [{ start: 0, end: 1, text: 'planted' }] },
    ...MISSING,
  },
  {
    route: 'DELETE /api/video/:id/captions',
    path: '/api/video/{video}/captions?version={captions}',
    ok: 204,
    ...MISSING,
  },
  {
    route: 'POST /api/video/:id/captions/draft',
    path: '/api/video/{video}/captions/draft',
    who: [],
    denied: 'video.missing',
    except: { owner: 'captions.no_drafts' },
  },
  { route: 'GET /api/captions/search', path: '/api/captions/search?q=said', who: 'people' },

  // Sharing
  {
    route: 'POST /api/share',
    body: { video_id: '{video}', user_id: ['{friend}'] },
    ...MISSING,
    except: { friend: 'video.missing' },
  },
  { route: 'GET /api/share/:videoId', path: '/api/share/{video}', ...MISSING },
  { route: 'DELETE /api/share/:videoId/:userId', path: '/api/share/{video}/{invited}', ok: 204, ...MISSING },
  { route: 'GET /api/video/sharedwithme', who: 'people' },
  { route: 'GET /api/video/sharedbyme', who: 'people' },
  {
    route: 'DELETE /api/video/shared/:id',
    path: '/api/video/shared/{video}',
    who: ['invited', 'linkHolder', 'revokedHolder'],
    ok: 204,
    denied: 'share.missing',
  },

  // Links
  {
    route: 'POST /api/link',
    body: { url: '{origin}/user/{owner}/videos?autoplay={video}' },
    who: OWNER,
    denied: 'link.invalid',
  },
  { route: 'GET /api/link', path: '/api/link?video_id={video}', ...MISSING },
  { route: 'DELETE /api/link/:id', path: '/api/link/{link}', who: OWNER, ok: 204, denied: 'link.missing' },
  { route: 'POST /api/link/redeem', body: { code: '{linkCode}' }, who: 'people', except: { blocked: 'link.missing' } },
  { route: 'POST /api/link/redeem', body: { code: '{revokedCode}' }, who: [], denied: 'link.missing' },
  { route: 'GET /api/link/:code/preview', path: '/api/link/{linkCode}/preview', who: 'anyone' },
  { route: 'GET /s/:code', path: '/s/{linkCode}', who: 'anyone', ok: 302 },

  // Invitations
  {
    route: 'POST /api/invitation',
    body: { video_id: '{video}', email: 'another@example.org', relationship: 'friend' },
    ok: 201,
    ...MISSING,
  },
  { route: 'GET /api/invitation', path: '/api/invitation?video_id={video}', ...MISSING },
  {
    route: 'DELETE /api/invitation/:id',
    path: '/api/invitation/{invitation}',
    who: OWNER,
    ok: 204,
    denied: 'invitation.missing',
  },
  { route: 'GET /api/invitation/:code/preview', path: '/api/invitation/{inviteCode}/preview', who: 'anyone' },
  {
    route: 'POST /api/invitation/:code/decline',
    path: '/api/invitation/{inviteCode}/decline',
    who: 'anyone',
    ok: 204,
  },
  {
    route: 'GET /api/invitation/:code/decline',
    path: '/api/invitation/{inviteCode}/decline',
    who: 'anyone',
    ok: 302,
  },
  {
    route: 'POST /api/invitation/accept',
    body: { code: '{inviteCode}' },
    who: 'people',
    except: { blocked: 'invitation.missing' },
  },

  { route: 'GET /api/invitation/relatives', who: 'people' },
  { route: 'POST /api/invitation/relatives', body: { relationship: 'family' }, who: 'people', ok: 201 },
  {
    route: 'POST /api/invitation/relatives/:id/again',
    path: '/api/invitation/relatives/{relativeInvitation}/again',
    who: OWNER,
    ok: 204,
    denied: 'invitation.missing',
  },
  {
    route: 'DELETE /api/invitation/relatives/:id',
    path: '/api/invitation/relatives/{relativeInvitation}',
    who: OWNER,
    ok: 204,
    denied: 'invitation.missing',
  },

  // Notifications
  { route: 'GET /api/notifications', who: 'people' },
  { route: 'GET /api/notifications/count', who: 'people' },
  { route: 'GET /api/notifications/settings', who: 'people' },
  {
    route: 'PUT /api/notifications/settings',
    body: { kind: 'video-shared', in_app: false },
    who: 'people',
  },
  { route: 'PUT /api/notifications/read', body: {}, who: 'people', ok: 204 },
  { route: 'GET /api/push', who: 'people' },
  {
    route: 'POST /api/push',
    body: { endpoint: 'https://push.example.org/one', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    who: 'people',
  },
  // Another person's id changes nothing.
  { route: 'DELETE /api/push/:id', path: '/api/push/{owner}', who: 'people', ok: 204 },
  // The code of a mail, not who is logged in.
  {
    route: 'GET /api/mails/unsubscribe/:id/:topic/:code',
    path: '/api/mails/unsubscribe/{owner}/digest/{unsubscribeCode}',
    who: 'anyone',
  },
  {
    route: 'GET /api/mails/unsubscribe/:id/:topic/:code',
    path: '/api/mails/unsubscribe/{friend}/digest/{unsubscribeCode}',
    who: 'anyone',
    denied: 'link.missing',
  },
  {
    route: 'POST /api/mails/unsubscribe/:id/:topic/:code',
    path: '/api/mails/unsubscribe/{owner}/digest/{unsubscribeCode}',
    who: 'anyone',
  },
  {
    route: 'POST /api/mails/unsubscribe/:id/:topic/:code',
    path: '/api/mails/unsubscribe/{friend}/digest/{unsubscribeCode}',
    who: 'anyone',
    denied: 'link.missing',
  },

  // Site administration
  { route: 'POST /api/registration/check', body: {}, who: 'anyone' },
  { route: 'POST /api/owner', body: { code: '{ownerCode}' }, who: 'people', ok: 204 },
  { route: 'GET /api/admin/registration', ...SITE_OWNERS },
  { route: 'PUT /api/admin/registration', body: { registration: 'open' }, ...SITE_OWNERS },
  { route: 'GET /api/admin/invitations', ...SITE_OWNERS },
  { route: 'POST /api/admin/invitations', body: { email: 'another@example.org' }, ok: 201, ...SITE_OWNERS },
  {
    route: 'DELETE /api/admin/invitations/:id',
    path: '/api/admin/invitations/{siteInvitation}',
    ok: 204,
    ...SITE_OWNERS,
  },
  { route: 'GET /api/admin/overview', ...SITE_OWNERS },
  { route: 'GET /api/admin/people', ...SITE_OWNERS },
  {
    route: 'PUT /api/admin/people/:id',
    path: '/api/admin/people/{stranger}',
    body: { quota_bytes: 1000, disabled: true },
    ...SITE_OWNERS,
  },
  {
    route: 'DELETE /api/admin/people/:id/sessions',
    path: '/api/admin/people/{stranger}/sessions',
    ok: 204,
    ...SITE_OWNERS,
  },
  {
    route: 'POST /api/admin/people/:id/reset-link',
    path: '/api/admin/people/{stranger}/reset-link',
    ...SITE_OWNERS,
  },
  {
    route: 'POST /api/admin/people/:id/deletion',
    path: '/api/admin/people/{stranger}/deletion',
    ...SITE_OWNERS,
  },
  {
    route: 'DELETE /api/admin/people/:id/deletion',
    path: '/api/admin/people/{stranger}/deletion',
    ...SITE_OWNERS,
  },
  { route: 'GET /api/admin/prompts', ...SITE_OWNERS },
  {
    route: 'POST /api/admin/prompts',
    body: { words: 'Who taught you to swim?', category: 'Childhood' },
    ok: 201,
    ...SITE_OWNERS,
  },
  { route: 'PUT /api/admin/prompts/:promptId', path: '/api/admin/prompts/2', body: { hidden: true }, ...SITE_OWNERS },
  { route: 'GET /api/admin/mails', ...SITE_OWNERS },
  { route: 'POST /api/admin/mails/:id/retry', path: '/api/admin/mails/{mail}/retry', ok: 204, ...SITE_OWNERS },
  { route: 'POST /api/admin/mails/test', ...SITE_OWNERS },
  { route: 'GET /api/admin/jobs', ...SITE_OWNERS },
  { route: 'POST /api/admin/jobs/retry', ...SITE_OWNERS },
  { route: 'POST /api/admin/jobs/:id/retry', path: '/api/admin/jobs/{job}/retry', ok: 204, ...SITE_OWNERS },
  { route: 'GET /api/admin/reports', ...SITE_OWNERS },
  { route: 'DELETE /api/admin/reports/:id', path: '/api/admin/reports/{report}', ok: 204, ...SITE_OWNERS },

  // Without authentication
  { route: 'GET /health/live', who: 'anyone' },
  { route: 'GET /health/ready', who: 'anyone' },
  { route: 'GET /version', who: 'anyone' },
  { route: 'GET /config.json', who: 'anyone' },
];

/** Routes without rows: documents, and those of the identity service (its matrix is in apps/identity). */
export const OTHER_ROUTES: readonly RegExp[] = [/ \/api\/docs(\/|$)/, / \/identity(\/|$)/];
