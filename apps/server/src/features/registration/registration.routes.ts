import {
  registrationCheckRequest,
  registrationCheckResponse,
  registrationSetting,
  registrationSettingRequest,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { changeRegistration, checkRegistration, readRegistration } from './registration.service.ts';

/** The bundled identity service calls this before each sign-up, from one address. */
const CHECK_RATE = { max: 600, timeWindow: '1 minute' };

/** Who may register. */
export function registrationRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Registration'];

    app.post(
      '/api/registration/check',
      {
        config: { access: 'public', rateLimit: CHECK_RATE },
        schema: {
          tags,
          summary: 'Whether a new person may register, with the code of an invitation or without',
          description: 'The bundled identity service calls it before it creates an account.',
          body: registrationCheckRequest,
          response: { 200: registrationCheckResponse, ...publicErrorResponses(...BODY_ERRORS) },
        },
      },
      async (request) => checkRegistration(deps, request.body),
    );

    app.get(
      '/api/admin/registration',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'Who may register, for site owners',
          response: { 200: registrationSetting, ...errorResponses('owner.only') },
        },
      },
      async () => readRegistration(deps),
    );

    app.put(
      '/api/admin/registration',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'Set who may register (unless the variable REGISTRATION is set), and who may invite',
          body: registrationSettingRequest,
          response: { 200: registrationSetting, ...errorResponses(...BODY_ERRORS, 'owner.only', 'registration.fixed') },
        },
      },
      async (request) => changeRegistration(deps, request.body, callerId(request)),
    );
  };
}
