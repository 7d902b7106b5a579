import { linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import { greyPng } from '../hostile-png.ts';
import type { Row } from './rows.ts';
import type { OwnedVideo, World } from './world.ts';

/** What fastify's inject sends. */
export interface MatrixRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: string;
  headers: Record<string, string>;
  payload?: object | Buffer;
}

/** Placeholders that differ per video. */
const OF_VIDEO = /\{(video|failed|link|linkCode|revokedCode|invitation|inviteCode|captions)\}/;

/** Whether the row is about one video, and so is tried for each permission. */
export function isAboutVideo(row: Row): boolean {
  return OF_VIDEO.test(JSON.stringify([row.path, row.body]));
}

/** The request of a row, for this video if it is about one. */
export function requestOf(row: Row, world: World, video: OwnedVideo): MatrixRequest {
  const [method = '', registered = ''] = row.route.split(' ');
  const values: Record<string, string> = {
    ...world.ids,
    video: video.id,
    failed: video.failedId,
    link: video.link.id,
    linkCode: video.link.code,
    revokedCode: video.revokedLink.code,
    invitation: video.invitation.id,
    inviteCode: video.invitation.code,
    captions: video.captionsVersion,
    friendship: world.connections.friend,
    requestByOwner: world.connections.pendingIn,
    requestToOwner: world.connections.pendingOut,
    upload: world.uploadId,
    archive: world.archiveId,
    stewardArchive: world.stewardArchiveId,
    photo: world.photoVersion,
    siteInvitation: world.siteInvitationId,
    relativeInvitation: world.relativeInvitationId,
    ownerCode: world.ownerCode,
    unsubscribeCode: linkCode(deriveKey(world.server.deps.appSecret, 'unsubscribe'), `${world.ids.owner} digest`),
    report: world.reportId,
    note: world.noteId,
    question: world.questionId,
    prompt: String(world.promptId),
    answerCode: world.answerCode,
    answerUpload: world.answerUploadId,
    mail: world.mailId,
    job: world.jobId,
    stewardRow: world.stewardRowId,
    origin: world.server.deps.config.publicUrl,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_match, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`There is nothing called {${name}}.`);
      return value;
    });
  const request = { method: method as MatrixRequest['method'], url: fill(row.path ?? registered) };
  const headers: Record<string, string> = row.headers ? JSON.parse(fill(JSON.stringify(row.headers))) : {};
  if (row.body) return { ...request, headers, payload: JSON.parse(fill(JSON.stringify(row.body))) };
  if (row.raw === 'bytes') {
    return { ...request, headers: { ...headers, 'content-type': 'application/offset+octet-stream' }, payload: BYTES };
  }
  if (row.raw) {
    const type = 'multipart/form-data; boundary=edge';
    return { ...request, headers: { ...headers, 'content-type': type }, payload: form(row.raw) };
  }
  return { ...request, headers };
}

const BYTES = Buffer.from('more');

/** A form with a small photo, or with a text that is not a video. */
function form(field: 'photo' | 'video'): Buffer {
  const file = field === 'photo' ? greyPng(16, 16) : Buffer.from('Dear all,');
  const head = (disposition: string) => `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([
    ...(field === 'video' ? [Buffer.from(`${head('name="prompt"')}1\r\n`)] : []),
    Buffer.from(head(`name="${field}"; filename="a.bin"`)),
    file,
    Buffer.from('\r\n--edge--\r\n'),
  ]);
}
