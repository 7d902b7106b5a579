import type { SharedByMeVideo, SharedWithMeVideo, ShareRecipient, Video } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { listNewestRecipients, listSharedBy, SharedWithRow } from './sharing.queries.ts';

type SharedByRow = Awaited<ReturnType<typeof listSharedBy>>[number];
type RecipientRow = Omit<Awaited<ReturnType<typeof listNewestRecipients>>[number], 'video_id'>;

/** A video with the person who shared it; the only response with another person's email (VID-02). */
export function presentSharedWith(row: SharedWithRow, video: Video): SharedWithMeVideo {
  return {
    ...video,
    via: row.via,
    first_name: row.first_name,
    last_name: row.last_name,
    // An unverified address may belong to another person.
    email: row.via === 'share' && row.email_verified_at !== null ? row.email : null,
    shared_on: row.shared_on.toISOString(),
    message: row.message,
  };
}

export function presentSharedBy(row: SharedByRow, video: Video, recipients: readonly RecipientRow[]): SharedByMeVideo {
  return {
    ...video,
    shared_on: row.shared_on.toISOString(),
    recipients: recipients.map(presentRecipient),
    recipient_count: row.recipient_count,
  };
}

export function presentRecipient(row: RecipientRow): ShareRecipient {
  return { ...presentPerson(row), shared_on: row.shared_on.toISOString() };
}
