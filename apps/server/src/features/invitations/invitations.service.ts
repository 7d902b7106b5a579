import { buffer } from 'node:stream/consumers';
import type { AcceptInvitationResponse, Invitation, InvitationRequest, LinkPreview } from '@kinreel/contracts';
import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { connectByInvitation, sendRequest } from '../connections/connections.service.ts';
import { mailName } from '../mails/mail-name.presenter.ts';
import { videoMailPicture } from '../mails/mail-picture.presenter.ts';
import { isAddressVerified } from '../mails/mails.service.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { verifyByInvitation } from '../profile/verified-address.service.ts';
import { shareByInvitation } from '../sharing/sharing.service.ts';
import { presentInvitationPreview } from '../short-links/short-links.presenter.ts';
import { areMutuallyHidden, lockPair } from '../visibility/blocking.policy.ts';
import { lockOpening, requireOwnVideo } from '../visibility/visibility.policy.ts';
import { invitationMail } from './invitation-mail.ts';
import { presentInvitation } from './invitations.presenter.ts';
import {
  countOfDay,
  deleteExpired,
  endByCode,
  findByCode,
  findCurrent,
  findInvitationMail,
  findInvitationPreview,
  findSiteInvitationByCode,
  hasRegisteredWith,
  insertInvitation,
  listInvitations,
  lockSender,
  revokeInvitation,
  setAccepted,
  setExpiry,
  setMailed,
} from './invitations.queries.ts';

/** How long an invitation is valid, in milliseconds. */
const LIFETIME_MS = 30 * 24 * 3600_000;

/** Invitations that a person may send per day: all, and to the same address. */
const MAX_PER_DAY = 20;
const MAX_PER_ADDRESS_AND_DAY = 3;

/**
 * Invites a person to one of the owner's videos by mail. The result does not depend on whether the address has an
 * account. An existing current invitation is returned without a second mail. If the video is scheduled, the mail is
 * sent when it opens.
 * @throws DomainError video.missing, invitation.self, invitation.unverified, invitation.too_many
 */
export async function invite(
  deps: Deps,
  ownerId: string,
  request: InvitationRequest,
): Promise<{ invitation: Invitation; created: boolean }> {
  const { video_id: videoId, relationship, message = '' } = request;
  const email = request.email.toLowerCase();
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, ownerId);
    const opensAt = await lockOpening(tx, videoId);
    const sender = await lockSender(tx, ownerId);
    if (sender?.email.toLowerCase() === email) throw new DomainError('invitation.self');
    if (!(await isAddressVerified(tx, ownerId))) throw new DomainError('invitation.unverified');
    const current = await findCurrent(tx, { ownerId, videoId, email });
    if (current) return { invitation: presentInvitation(current), created: false };
    const sent = await countOfDay(tx, ownerId, email);
    if (sent.all >= MAX_PER_DAY || sent.toAddress >= MAX_PER_ADDRESS_AND_DAY) {
      throw new DomainError('invitation.too_many');
    }
    const id = newId();
    const row = await insertInvitation(tx, {
      id,
      ownerId,
      videoId,
      email,
      relationship,
      message: message.trim(),
      codeHash: hashLinkCode(codeOf(deps, id)) as Buffer,
      expiresAt: expiryFrom(opensAt ?? new Date()),
      isMailed: opensAt === null,
    });
    if (opensAt === null) await enqueueMail(deps, tx, { kind: 'invitation', invitationId: id });
    return { invitation: presentInvitation(row), created: true };
  });
}

/**
 * Called when a video opens: sends the waiting mails of its invitations, which are then valid for a month.
 * @param openedAt mails sent before this time are sent again; null: only unsent ones
 */
export async function sendWaitingInvitations(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  videoId: string,
  openedAt: Date | null,
): Promise<void> {
  for (const invitationId of await setMailed(tx, videoId, { openedAt, expiresAt: expiryFrom(new Date()) })) {
    await enqueueMail(deps, tx, { kind: 'invitation', invitationId });
  }
}

/** Called when a video is scheduled: its invitations are valid for a month from then on. */
export function postponeInvitations(tx: Tx, videoId: string, opensAt: Date): Promise<void> {
  return setExpiry(tx, videoId, expiryFrom(opensAt));
}

function expiryFrom(begin: Date): Date {
  return new Date(begin.getTime() + LIFETIME_MS);
}

/** Writes the mail of an invitation. @returns `later` while the video is processing; null if it is no longer current */
export async function writeInvitationMail(deps: Deps, invitationId: string): Promise<WrittenMail> {
  const row = await findInvitationMail(deps.db, invitationId);
  if (!row || row.status === 'failed') return null;
  if (row.status === 'processing') return 'later';
  return {
    kind: 'invitation',
    senderId: row.owner_id,
    recipient: { address: row.email },
    subjectId: null,
    declineUrl: declineUrl(deps, codeOf(deps, invitationId)),
    content: async () =>
      invitationMail({
        ownerName: mailName(row.first_name, row.last_name),
        prompt: row.prompt,
        message: row.message,
        url: `${deps.config.publicUrl}/invitation/${codeOf(deps, invitationId)}`,
        expiresAt: row.expires_at,
        picture: await videoMailPicture(),
        portrait: await mailPortrait(deps, row.owner_id, null),
      }),
  };
}

/** The invitations to the caller's own video. @throws DomainError video.missing */
export async function listVideoInvitations(db: Db, videoId: string, ownerId: string): Promise<Invitation[]> {
  await requireOwnVideo(db, videoId, ownerId);
  return (await listInvitations(db, videoId, ownerId)).map(presentInvitation);
}

/** Revokes an invitation. A person who has accepted it keeps access. @throws DomainError invitation.missing */
export async function withdrawInvitation(db: Db, id: string, ownerId: string): Promise<void> {
  if (!(await revokeInvitation(db, id, ownerId))) throw new DomainError('invitation.missing');
}

/** The preview of an unused invitation, for people without an account. @throws DomainError invitation.missing */
export async function previewInvitation(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  code: string,
): Promise<LinkPreview> {
  const codeHash = hashLinkCode(code);
  const row = codeHash ? await findInvitationPreview(db, codeHash) : undefined;
  if (!row) throw new DomainError('invitation.missing');
  // The photo may be missing; then the page shows initials.
  const photo = row.photo_key ? await buffer(await storage.open(row.photo_key)).catch(() => null) : null;
  return presentInvitationPreview(row, photo && `data:image/webp;base64,${photo.toString('base64')}`);
}

/**
 * Accepts an invitation: its video is shared with the caller, and the owner sends a connection request, which is
 * accepted immediately if the caller registered with the invitation. An invitation to a video works for one person with
 * any address. Only the mail has the code, so accepting verifies the caller's address if it is the invited one.
 * Idempotent.
 * @throws DomainError invitation.missing, also if one of the two has blocked the other
 */
export async function acceptInvitation(deps: Deps, code: string, personId: string): Promise<AcceptInvitationResponse> {
  const codeHash = hashLinkCode(code);
  if (!codeHash) throw new DomainError('invitation.missing');
  return deps.db.transaction().execute(async (tx) => {
    const row = (await findByCode(tx, codeHash, { lock: true })) ?? (await findSiteInvitationByCode(tx, codeHash));
    const isForOther = row?.accepted_at && row.accepted_by !== personId;
    if (!row || isForOther) throw new DomainError('invitation.missing');
    const { owner_id: ownerId, video_id: videoId, relationship, message } = row;
    await lockPair(tx, ownerId, personId);
    if (await areMutuallyHidden(tx, ownerId, personId)) throw new DomainError('invitation.missing');
    if (row.accepted_at === null && ownerId !== personId) {
      if (videoId) await setAccepted(tx, row.id, personId);
      if (row.email) await verifyByInvitation(tx, personId, row.email);
      // Connection before share, as in connections.service.ts, to prevent deadlocks.
      if (await hasRegisteredWith(tx, row.id, personId)) {
        await connectByInvitation(deps, tx, { inviterId: ownerId, personId, relationship });
      } else await sendRequest(deps, tx, ownerId, { userB: personId, relationship });
      if (videoId) await shareByInvitation(deps, tx, { videoId, ownerId, recipientId: personId, message });
    }
    return { video_id: videoId, user_id: ownerId };
  });
}

/**
 * Declines a mailed invitation: it ends, and no more mail about it is sent. To the inviter it looks the same as if they
 * had ended it.
 * @throws DomainError invitation.missing
 */
export async function declineInvitation(db: Db, code: string): Promise<void> {
  const codeHash = hashLinkCode(code);
  if (!codeHash || !(await endByCode(db, codeHash))) throw new DomainError('invitation.missing');
}

/** Deletes expired invitations with their addresses. @returns how many there were */
export function deleteExpiredInvitations(db: Db): Promise<number> {
  return deleteExpired(db);
}

function codeOf({ appSecret }: Pick<Deps, 'appSecret'>, id: string): string {
  return linkCode(deriveKey(appSecret, 'invitation'), id);
}

/** The URL where a recipient declines. */
export function declineUrl({ config }: Pick<Deps, 'config'>, code: string): string {
  return `${config.publicUrl}/api/invitation/${code}/decline`;
}
