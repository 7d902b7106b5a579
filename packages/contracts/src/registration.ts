import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { email } from './profile.ts';
import { linesOfText } from './text.ts';

/** Who may register: everybody, whoever has an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invited', 'closed'] as const;
export const registrationMode = z.enum(REGISTRATION_MODES);
export type RegistrationMode = z.infer<typeof registrationMode>;

/** The code of an invitation, or of the one-time address of the first site owner. */
export const admissionCode = z.string().check(z.minLength(1), z.maxLength(64));

/** POST /api/registration/check: whether somebody may register, before they fill in a form. */
export const registrationCheckRequest = z.strictObject({ code: z.optional(admissionCode) });
export const registrationCheckResponse = z.object({
  registration: registrationMode,
  /** Whether the caller may register, by the mode or by the code. */
  admitted: z.boolean(),
});
export type RegistrationCheckResponse = z.infer<typeof registrationCheckResponse>;

/** GET /api/admin/registration, for site owners. */
/** Who may let new people in where registration is not open: everyone with an account, or the site owners alone. */
export const INVITING = ['everyone', 'owners'] as const;
export const inviting = z.enum(INVITING);
export type Inviting = z.infer<typeof inviting>;

export const registrationSetting = z.object({
  registration: registrationMode,
  inviting,
  /** Where it is from: the variable REGISTRATION, which nothing else can change; a site owner; or the default. */
  source: z.enum(['variable', 'owner', 'default']),
});
export type RegistrationSetting = z.infer<typeof registrationSetting>;

/** PUT /api/admin/registration. */
export const registrationSettingRequest = z
  .strictObject({ registration: z.optional(registrationMode), inviting: z.optional(inviting) })
  .check(z.refine(({ registration, inviting: who }) => registration !== undefined || who !== undefined));
export type RegistrationSettingRequest = z.infer<typeof registrationSettingRequest>;

/** People who may register with one invitation, at most. */
export const MAX_INVITED_PEOPLE = 1000;

/** POST /api/admin/invitations: an invitation to register, by mail or, without an address, as a link. */
export const siteInvitationRequest = z.strictObject({
  email: z.optional(email),
  /** How many people may register with it; a mail is for one. */
  max_people: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INVITED_PEOPLE)), 1),
  days: z._default(z.int().check(z.minimum(1), z.maximum(365)), 30),
  /** What the two are to each other: who registers is connected with the sender at once. Not connected without it. */
  relationship: z.optional(relationship),
  /** The sender's words, in the mail and on the page that it leads to. */
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type SiteInvitationRequest = z.input<typeof siteInvitationRequest>;

/** An invitation to register, as site owners see it. */
export const siteInvitation = z.object({
  id,
  /** Null for a link. */
  email: z.nullable(z.string()),
  /** The link to send; null for a mail, which has it. */
  url: z.nullable(z.string()),
  max_people: z.int(),
  /** How many have registered with it. */
  people: z.int(),
  created_at: isoDateTime,
  expires_at: isoDateTime,
});
export type SiteInvitation = z.infer<typeof siteInvitation>;
export const siteInvitationsResponse = z.array(siteInvitation);
