import {
  notificationCount,
  notificationSettingRequest,
  notificationSettingsResponse,
  notificationsResponse,
  pageQuery,
  readNotificationsRequest,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import {
  changeSetting,
  markNotificationsRead,
  readNotifications,
  readSettings,
  readUnreadCount,
} from './notifications.service.ts';

/** The notification list (SHARE-06). */
export function notificationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Notifications'];

    app.get(
      '/api/notifications',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The caller's notifications about requests, shares and uploads, newest first",
          querystring: pageQuery,
          response: { 200: notificationsResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await readNotifications(deps.db, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      '/api/notifications/count',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Number of unread notifications',
          response: { 200: notificationCount, ...errorResponses() },
        },
      },
      async (request) => readUnreadCount(deps.db, callerId(request)),
    );

    app.get(
      '/api/notifications/settings',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Which notifications and mails the caller wants, one entry per kind',
          response: { 200: notificationSettingsResponse, ...errorResponses() },
        },
      },
      async (request) => readSettings(deps.db, callerId(request)),
    );

    app.put(
      '/api/notifications/settings',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Turn one kind of notifications on or off, in the app or by mail',
          body: notificationSettingRequest,
          response: { 200: notificationSettingsResponse, ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request) => changeSetting(deps.db, callerId(request), request.body),
    );

    app.put(
      '/api/notifications/read',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Mark notifications as read, up to a given one or all',
          body: readNotificationsRequest,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request, reply) => {
        await markNotificationsRead(deps.db, callerId(request), request.body);
        return reply.status(204).send();
      },
    );
  };
}
