import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { email } from './profile.ts';
import { linesOfText } from './text.ts';

/** Who may register: everybody, people with an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invited', 'closed'] as const;
export const registrationMode = z.enum(REGISTRATION_MODES);
export type RegistrationMode = z.infer<typeof registrationMode>;

/** Code of an invitation, or of the first site owner's one-time address. */
export const admissionCode = z.string().check(z.minLength(1), z.maxLength(64));

/** POST /api/registration/check: whether the caller may register, before they fill in the form. */
export const registrationCheckRequest = z.strictObject({
  code: z.optional(admissionCode),
  /** The address of the new account. */
  email: z.optional(email),
});
export type RegistrationCheckRequest = z.infer<typeof registrationCheckRequest>;
export const registrationCheckResponse = z.object({
  registration: registrationMode,
  /** Whether the registration mode or the code admits the caller. */
  admitted: z.boolean(),
  /** Whether the code was mailed to `email`, which confirms it. */
  confirmed: z.boolean(),
});
export type RegistrationCheckResponse = z.infer<typeof registrationCheckResponse>;

/** Who may invite new people if registration is not open: everyone with an account, or only site owners. */
export const INVITING = ['everyone', 'owners'] as const;
export const inviting = z.enum(INVITING);
export type Inviting = z.infer<typeof inviting>;

export const registrationSetting = z.object({
  registration: registrationMode,
  inviting,
  /** Origin of the mode: the variable REGISTRATION (cannot be overridden), a site owner, or the default. */
  source: z.enum(['variable', 'owner', 'default']),
});
export type RegistrationSetting = z.infer<typeof registrationSetting>;

/** PUT /api/admin/registration. */
export const registrationSettingRequest = z
  .strictObject({ registration: z.optional(registrationMode), inviting: z.optional(inviting) })
  .check(z.refine(({ registration, inviting: who }) => registration !== undefined || who !== undefined));
export type RegistrationSettingRequest = z.infer<typeof registrationSettingRequest>;

/** Maximum number of people per invitation. */
export const MAX_INVITED_PEOPLE = 1000;

/** POST /api/admin/invitations: an invitation to register, by mail or, without an address, as a link. */
export const siteInvitationRequest = z.strictObject({
  email: z.optional(email),
  /** How many people may register with it; 1 for a mail. */
  max_people: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INVITED_PEOPLE)), 1),
  days: z._default(z.int().check(z.minimum(1), z.maximum(365)), 30),
  /** Connects new people with the sender in this relationship; not connected without it. */
  relationship: z.optional(relationship),
  /** The sender's message, in the mail and on the registration page. */
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type SiteInvitationRequest = z.input<typeof siteInvitationRequest>;

/** An invitation to register, as site owners see it. */
export const siteInvitation = z.object({
  id,
  /** Null for a link. */
  email: z.nullable(z.string()),
  /** The link to send; null for an invitation by mail. */
  url: z.nullable(z.string()),
  max_people: z.int(),
  /** Number of people who registered with it. */
  people: z.int(),
  created_at: isoDateTime,
  expires_at: isoDateTime,
});
export type SiteInvitation = z.infer<typeof siteInvitation>;
export const siteInvitationsResponse = z.array(siteInvitation);
