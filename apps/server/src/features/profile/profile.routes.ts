import { idParams, registerRequest, updateUserRequest, user, verificationMailResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { createCallers } from '../../platform/auth/callers.ts';
import { endOwnSession } from '../../platform/auth/end-own-session.ts';
import {
  bearerToken,
  callerId,
  callerToken,
  createMediaCookie,
  MEDIA_COOKIE,
} from '../../platform/auth/route-access.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { requireSelf } from './profile.policy.ts';
import { changeUser, register, verifyAccount } from './profile.service.ts';
import { USER_COLUMNS, type UserRow } from './profile.table.ts';
import { readUserAndAddress, sendVerificationAgain } from './verified-address.service.ts';

/** Each registration checks a password at the identity provider, which is slow on purpose. */
const REGISTER_RATE_LIMIT = { max: 30, timeWindow: '15 minutes' };

/** Higher than the identity service's own limit of mails; only limits the calls to it. */
const VERIFICATION_RATE_LIMIT = { max: 10, timeWindow: '15 minutes' };

/** Registration, reading and changing one's own profile (API-01, API-02, API-03), and logging out. */
export function profileRoutes(deps: Deps): FastifyPluginAsync {
  const callers = createCallers<UserRow>(deps.db, USER_COLUMNS);
  const mediaCookieOf = createMediaCookie(deriveKey(deps.appSecret, 'media-cookie'));
  const mediaCookie = {
    path: '/media',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.config.publicUrl.startsWith('https:'),
  } as const;

  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.post(
      '/api/user/register',
      {
        config: { access: 'public', rateLimit: REGISTER_RATE_LIMIT },
        schema: {
          tags: ['Profile'],
          summary: 'Store the profile of a new account',
          description:
            'Email and password prove that the caller owns the account, or a bearer token if both are missing. The password is checked by the identity provider and never stored.',
          body: registerRequest,
          response: {
            201: user,
            ...publicErrorResponses(
              ...BODY_ERRORS,
              'registration.incomplete',
              'registration.not_owner',
              'registration.exists',
              'registration.invited',
              'registration.closed',
              'session.expired',
              'identity.unavailable',
            ),
          },
        },
      },
      async (request, reply) => {
        const { auth0Id, email, password, code, ...form } = request.body;
        const token = bearerToken(request);
        const account = await verifyAccount(deps.identity, { auth0Id, email, password, token, address: request.ip });
        return reply.status(201).send(await register(deps, account, form, code));
      },
    );

    app.get(
      '/api/user',
      {
        config: { access: 'user', callers },
        schema: {
          tags: ['Profile'],
          summary: 'The logged-in person',
          description: 'Also sets the cookie that allows images and players of this browser to load /media.',
          response: { 200: user, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const { claims, token } = callerToken(request);
        const person = await readUserAndAddress(deps, callers.rowOf(request), { token, epoch: claims.epoch });
        const cookie = await mediaCookieOf(person.id, claims);
        reply.setCookie(MEDIA_COOKIE, cookie, { ...mediaCookie, expires: claims.expiresAt });
        return reply.header('cache-control', 'no-store').send(person);
      },
    );

    app.post(
      '/api/user/verification-mail',
      {
        config: { access: 'user', rateLimit: VERIFICATION_RATE_LIMIT },
        schema: {
          tags: ['Profile'],
          summary: "Send the mail again that verifies the caller's address",
          response: {
            200: verificationMailResponse,
            ...errorResponses('verification.too_many', 'verification.elsewhere', 'identity.unavailable'),
          },
        },
      },
      async (request) => {
        const { claims, token } = callerToken(request);
        const session = { token, epoch: claims.epoch };
        return { email_verified: await sendVerificationAgain(deps, callerId(request), session) };
      },
    );

    app.put(
      '/api/user/update/:id',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Profile'],
          summary: "Change the caller's profile",
          params: idParams,
          body: updateUserRequest,
          response: { 200: user, ...errorResponses(...BODY_ERRORS, 'profile.not_yours') },
        },
      },
      async (request) => {
        const { id, ...form } = request.body;
        requireSelf(callerId(request), request.params.id, id);
        return changeUser(deps.db, callerId(request), form);
      },
    );

    app.delete(
      '/api/session',
      {
        // Public, so that it also works with an expired token.
        config: { access: 'public' },
        schema: {
          tags: ['Profile'],
          summary: 'Log out: end the session of the token, if it has one, and delete the media cookie of this browser',
          response: { 204: z.undefined(), ...publicErrorResponses() },
        },
      },
      async (request, reply) => {
        const token = bearerToken(request);
        if (token) await endOwnSession(deps, token);
        return reply.clearCookie(MEDIA_COOKIE, mediaCookie).status(204).send();
      },
    );
  };
}
