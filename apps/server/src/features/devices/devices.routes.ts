import { device, idParams, logoutNotice } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerToken } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { endAllDevices, endDevice, listDevices, receiveLogout } from './devices.service.ts';

/** The identity provider sends one logout token per ended session. */
const NOTICE_RATE_LIMIT = { max: 600, timeWindow: '1 minute' };

/** Maximum size of the body with a logout token, in bytes. */
const NOTICE_BYTES = 8 * 1024;

/** Devices of a person, and logging them out. */
export function devicesRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Devices'];

    app.get(
      '/api/devices',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Devices where the caller is logged in, last used first',
          response: { 200: z.array(device), ...errorResponses('devices.elsewhere') },
        },
      },
      async (request) => listDevices(deps, callerToken(request)),
    );

    app.delete(
      '/api/devices/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Log one device out',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('device.missing', 'devices.elsewhere') },
        },
      },
      async (request, reply) => {
        await endDevice(deps, callerToken(request), request.params.id);
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/devices',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Log out on all devices, this one too',
          response: { 204: z.undefined(), ...errorResponses('devices.elsewhere') },
        },
      },
      async (request, reply) => {
        await endAllDevices(deps, callerToken(request));
        return reply.status(204).send();
      },
    );

    // Only this route has a form body, as OpenID Connect requires.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: NOTICE_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.post(
      '/api/session/ended',
      {
        // Authorized by the signed token in the body.
        config: { access: 'public', rateLimit: NOTICE_RATE_LIMIT },
        schema: {
          tags,
          summary: 'The identity provider reports ended sessions (OpenID Connect Back-Channel Logout 1.0)',
          consumes: ['application/x-www-form-urlencoded'],
          body: logoutNotice,
          response: { 204: z.undefined(), ...publicErrorResponses(...BODY_ERRORS, 'identity.unavailable') },
        },
      },
      async (request, reply) => {
        await receiveLogout(deps, request.body.logout_token);
        return reply.status(204).send();
      },
    );
  };
}
