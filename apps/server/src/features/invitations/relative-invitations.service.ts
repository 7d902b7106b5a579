import type { RelativeInvitation, RelativeInvitationRequest, RelativeInvitationsResponse } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { isRepeated } from '../mails/mails.service.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { mayLetIn } from '../registration/registration.service.ts';
import { presentRelativeInvitation } from './site-invitations.presenter.ts';
import { findCurrentLink, listOwnSiteInvitations, revokeSiteInvitation } from './site-invitations.queries.ts';
import { inviteToSite, type LinkDeps, urlOf } from './site-invitations.service.ts';

/** How many people may register with one link, and for how many days. */
const PEOPLE_OF_LINK = 20;
const DAYS = 30;

/** Invitation mails that a person may send per day. */
const MAX_PER_DAY = 20;

/** Whether a person may invite new people, and their current invitations, newest first. */
export async function readRelativeInvitations(deps: LinkDeps, userId: string): Promise<RelativeInvitationsResponse> {
  const rows = await listOwnSiteInvitations(deps.db, userId);
  return {
    may_invite: await mayLetIn(deps, userId),
    invitations: rows.map((row) => presentRelativeInvitation(row, urlOf(deps, row))),
  };
}

/**
 * Invites one person by mail, or several with a link. People who register with it are connected with the sender; people
 * with an account get a connection request. An existing current mail or link is returned again.
 * @throws DomainError invitation.owners_only, invitation.self, invitation.unverified, invitation.too_many
 */
export async function inviteRelative(
  deps: LinkDeps & Pick<Deps, 'jobs'>,
  userId: string,
  { email, relationship, message = '' }: RelativeInvitationRequest,
): Promise<{ invitation: RelativeInvitation; created: boolean }> {
  if (!(await mayLetIn(deps, userId))) throw new DomainError('invitation.owners_only');
  if (email === undefined) {
    const current = await findCurrentLink(deps.db, { ownerId: userId, relationship, message: message.trim() });
    if (current && current.people < current.max_people) {
      return { invitation: presentRelativeInvitation(current, urlOf(deps, current)), created: false };
    }
  }
  const { row, created } = await inviteToSite(
    deps,
    userId,
    { email, relationship, message, max_people: PEOPLE_OF_LINK, days: DAYS },
    MAX_PER_DAY,
  );
  return { invitation: presentRelativeInvitation(row, urlOf(deps, row)), created };
}

/**
 * @throws DomainError invitation.missing unless it is a current mail of this person, invitation.owners_only,
 * invitation.repeated
 */
export async function sendRelativeMailAgain(
  deps: LinkDeps & Pick<Deps, 'jobs'>,
  id: string,
  userId: string,
): Promise<void> {
  const row = (await listOwnSiteInvitations(deps.db, userId)).find((one) => one.id === id);
  if (!row?.email || row.people >= row.max_people) throw new DomainError('invitation.missing');
  if (!(await mayLetIn(deps, userId))) throw new DomainError('invitation.owners_only');
  if (await isRepeated(deps.db, { kind: 'invitation', senderId: userId, address: row.email })) {
    throw new DomainError('invitation.repeated');
  }
  await enqueueMail(deps, deps.db, { kind: 'invitation', invitationId: id });
}

/** Cancels an invitation. People who have used it keep their account. @throws DomainError invitation.missing */
export async function withdrawRelativeInvitation(db: Deps['db'], id: string, userId: string): Promise<void> {
  if (!(await revokeSiteInvitation(db, id, userId))) throw new DomainError('invitation.missing');
}
