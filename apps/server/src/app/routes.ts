import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from '../features/account/account.routes.ts';
import { activityRoutes } from '../features/activity/activity.routes.ts';
import { administrationRoutes } from '../features/administration/administration.routes.ts';
import { jobsRoutes } from '../features/administration/jobs.routes.ts';
import { answerLinksRoutes, answerUploads } from '../features/answer-links/answer-links.routes.ts';
import { archivesRoutes } from '../features/archives/archives.routes.ts';
import { audienceRoutes } from '../features/audience/audience.routes.ts';
import { blockingRoutes } from '../features/blocking/blocking.routes.ts';
import { captionsRoutes } from '../features/captions/captions.routes.ts';
import { connectionsRoutes } from '../features/connections/connections.routes.ts';
import { devicesRoutes } from '../features/devices/devices.routes.ts';
import { declinedInvitationsRoutes } from '../features/invitations/declined-invitations.routes.ts';
import { invitationsRoutes } from '../features/invitations/invitations.routes.ts';
import { relativeInvitationsRoutes } from '../features/invitations/relative-invitations.routes.ts';
import { siteInvitationsRoutes } from '../features/invitations/site-invitations.routes.ts';
import { mailsRoutes } from '../features/mails/mails.routes.ts';
import { unsubscribeRoutes } from '../features/mails/unsubscribe.routes.ts';
import { mediaRoutes } from '../features/media/deliver/media.routes.ts';
import { notesRoutes } from '../features/notes/notes.routes.ts';
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts';
import { openingRoutes } from '../features/opening/opening.routes.ts';
import { paceRoutes } from '../features/pace/pace.routes.ts';
import { peopleRoutes } from '../features/people/people.routes.ts';
import { postersRoutes } from '../features/posters/posters.routes.ts';
import { bannersRoutes } from '../features/profile/banners.routes.ts';
import { photosRoutes } from '../features/profile/photos.routes.ts';
import { profileRoutes } from '../features/profile/profile.routes.ts';
import { promptsRoutes } from '../features/prompts/prompts.routes.ts';
import { sitePromptsRoutes } from '../features/prompts/site-prompts.routes.ts';
import { pushRoutes } from '../features/push/push.routes.ts';
import { questionsRoutes } from '../features/questions/questions.routes.ts';
import { registrationRoutes } from '../features/registration/registration.routes.ts';
import { reportsRoutes } from '../features/reports/reports.routes.ts';
import { sharingRoutes } from '../features/sharing/sharing.routes.ts';
import { shortLinksRoutes } from '../features/short-links/short-links.routes.ts';
import { siteOwnersRoutes } from '../features/site-owners/site-owners.routes.ts';
import { stewardRulesRoutes } from '../features/stewards/steward-rules.routes.ts';
import { stewardsRoutes } from '../features/stewards/stewards.routes.ts';
import { trimmingRoutes } from '../features/trimming/trimming.routes.ts';
import { tusRoutes } from '../features/uploads/tus.routes.ts';
import { uploadFormRoutes } from '../features/uploads/upload-form.routes.ts';
import { uploadsRoutes } from '../features/uploads/uploads.routes.ts';
import { eventsRoutes } from '../features/videos/events.routes.ts';
import { videosRoutes } from '../features/videos/videos.routes.ts';
import { watchingRoutes } from '../features/watching/watching.routes.ts';
import { whatsNewRoutes } from '../features/whats-new/whats-new.routes.ts';
import type { Deps } from '../platform/deps.ts';

/** The routes of all features: the complete list of what this server offers. */
export const FEATURE_ROUTES: readonly ((deps: Deps) => FastifyPluginAsync)[] = [
  profileRoutes,
  devicesRoutes,
  photosRoutes,
  bannersRoutes,
  peopleRoutes,
  connectionsRoutes,
  blockingRoutes,
  reportsRoutes,
  promptsRoutes,
  questionsRoutes,
  answerLinksRoutes,
  paceRoutes,
  videosRoutes,
  audienceRoutes,
  eventsRoutes,
  uploadFormRoutes,
  tusRoutes,
  (deps) => tusRoutes(deps, answerUploads(deps)),
  uploadsRoutes,
  mediaRoutes,
  captionsRoutes,
  sharingRoutes,
  shortLinksRoutes,
  invitationsRoutes,
  declinedInvitationsRoutes,
  notificationsRoutes,
  pushRoutes,
  watchingRoutes,
  whatsNewRoutes,
  notesRoutes,
  registrationRoutes,
  siteOwnersRoutes,
  relativeInvitationsRoutes,
  siteInvitationsRoutes,
  administrationRoutes,
  sitePromptsRoutes,
  mailsRoutes,
  unsubscribeRoutes,
  jobsRoutes,
  archivesRoutes,
  accountRoutes,
  activityRoutes,
  openingRoutes,
  trimmingRoutes,
  postersRoutes,
  stewardsRoutes,
  stewardRulesRoutes,
];
