import type { Relationship, SiteInvitation } from '@kinreel/contracts';
import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import { actAs } from '../../platform/db/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { mailName } from '../mails/mail-name.presenter.ts';
import { isAddressVerified } from '../mails/mails.service.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { countOfDay, lockSender } from './invitations.queries.ts';
import { declineUrl } from './invitations.service.ts';
import { siteInvitationMail } from './site-invitation-mail.ts';
import { presentSiteInvitation } from './site-invitations.presenter.ts';
import {
  findCurrentMail,
  findNames,
  findSiteInvitation,
  insertSiteInvitation,
  listSiteInvitations,
  revokeSiteInvitation,
  type SiteInvitationRow,
} from './site-invitations.queries.ts';

const DAY_MS = 24 * 3600_000;

/** Invitation mails that a site owner may send per day: all, and to the same address. */
const MAX_PER_DAY = 50;
const MAX_PER_ADDRESS_AND_DAY = 3;

export type LinkDeps = Pick<Deps, 'appSecret' | 'config' | 'db'>;

/**
 * Invites people to register: one by mail, or several with a link. An existing current mail is returned without sending
 * a second one.
 * @param request.days until it expires
 * @param mostPerDay limit of mails of this person, to all addresses
 * @throws DomainError invitation.self, invitation.unverified, invitation.too_many
 */
export async function inviteToSite(
  deps: LinkDeps & Pick<Deps, 'jobs'>,
  ownerId: string,
  request: {
    email?: string | undefined;
    max_people: number;
    days: number;
    relationship?: Relationship | undefined;
    message?: string | undefined;
  },
  mostPerDay = MAX_PER_DAY,
): Promise<{ row: SiteInvitationRow; created: boolean }> {
  const { max_people: maxPeople, days, relationship = null, message = '' } = request;
  const said = { relationship, message: message.trim() };
  const email = request.email?.toLowerCase() ?? null;
  if (email === null) return { row: await insertLink(deps, ownerId, { maxPeople, days, ...said }), created: true };
  return deps.db.transaction().execute(async (tx) => {
    const sender = await lockSender(tx, ownerId);
    if (sender?.email.toLowerCase() === email) throw new DomainError('invitation.self');
    if (!(await isAddressVerified(tx, ownerId))) throw new DomainError('invitation.unverified');
    const current = await findCurrentMail(tx, { ownerId, email });
    if (current) return { row: current, created: false };
    const sent = await countOfDay(tx, ownerId, email);
    if (sent.all >= mostPerDay || sent.toAddress >= MAX_PER_ADDRESS_AND_DAY) {
      throw new DomainError('invitation.too_many');
    }
    const row = await insertSiteInvitation(tx, newInvitation(deps, { ownerId, email, maxPeople: 1, days, ...said }));
    await enqueueMail(deps, tx, { kind: 'invitation', invitationId: row.id });
    return { row, created: true };
  });
}

function insertLink(
  deps: LinkDeps,
  ownerId: string,
  invitation: { maxPeople: number; days: number; relationship: Relationship | null; message: string },
): Promise<SiteInvitationRow> {
  return insertSiteInvitation(deps.db, newInvitation(deps, { ownerId, email: null, ...invitation }));
}

function newInvitation(
  deps: Pick<Deps, 'appSecret'>,
  {
    days,
    ...invitation
  }: {
    ownerId: string;
    email: string | null;
    maxPeople: number;
    days: number;
    relationship: Relationship | null;
    message: string;
  },
) {
  const id = newId();
  const codeHash = hashLinkCode(codeOf(deps, id)) as Buffer;
  return { ...invitation, id, codeHash, expiresAt: new Date(Date.now() + days * DAY_MS) };
}

/** The current invitations to register that site owners have made, newest first. */
export async function readSiteInvitations(deps: LinkDeps): Promise<SiteInvitation[]> {
  const rows = await listSiteInvitations(deps.db);
  return rows.map((row) => presentSiteInvitation(row, urlOf(deps, row)));
}

/**
 * Ends an invitation to register. People who have used it keep their accounts.
 * @param actorId the site owner; null for the operator
 * @throws DomainError invitation.missing
 */
export async function withdrawSiteInvitation(db: Deps['db'], id: string, actorId: string | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (!(await revokeSiteInvitation(tx, id))) throw new DomainError('invitation.missing');
  });
}

/** Writes the mail of an invitation to register. @returns null if it was used or has ended */
export async function writeSiteInvitationMail(
  deps: LinkDeps & Pick<Deps, 'storage' | 'log'>,
  invitationId: string,
): Promise<WrittenMail> {
  const row = await findSiteInvitation(deps.db, invitationId);
  if (!row || row.email === null || row.people >= row.max_people) return null;
  const sender = await findNames(deps.db, row.owner_id);
  return {
    kind: 'invitation',
    senderId: row.owner_id,
    recipient: { address: row.email },
    subjectId: null,
    declineUrl: declineUrl(deps, codeOf(deps, row.id)),
    content: async () =>
      siteInvitationMail({
        ownerName: mailName(sender?.first_name ?? '', sender?.last_name ?? ''),
        portrait: await mailPortrait(deps, row.owner_id, null),
        relationship: row.relationship,
        message: row.message,
        url: urlOf(deps, row),
        expiresAt: row.expires_at,
      }),
  };
}

/**
 * The link of an invitation: with a relationship to the page with the inviter's name, otherwise to the registration.
 */
export function urlOf(deps: LinkDeps, { id, relationship }: { id: string; relationship: Relationship | null }): string {
  const code = codeOf(deps, id);
  return deps.config.publicUrl + (relationship ? `/invitation/${code}` : `/registration?invite=${code}`);
}

function codeOf({ appSecret }: Pick<Deps, 'appSecret'>, id: string): string {
  return linkCode(deriveKey(appSecret, 'invitation'), id);
}
