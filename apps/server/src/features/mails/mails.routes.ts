import { idParams, siteMails, testMailResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { sendTestMailTo } from './mails.service.ts';
import { readSiteMails, retrySiteMail } from './site-mails.service.ts';

/** The outbox, for site owners. */
export function mailsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Mails'];

    app.get(
      '/api/admin/mails',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'Waiting and failed mails, newest first',
          response: { 200: siteMails, ...errorResponses('owner.only') },
        },
      },
      async () => readSiteMails(deps),
    );

    app.post(
      '/api/admin/mails/:id/retry',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'Retry a mail immediately, and for three more days',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('owner.only', 'mail.missing') },
        },
      },
      async (request, reply) => {
        if (!(await retrySiteMail(deps, request.params.id))) throw new DomainError('mail.missing');
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/admin/mails/test',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'Send a test mail to the caller, to check whether the mail server accepts it',
          response: { 200: testMailResponse, ...errorResponses('owner.only') },
        },
      },
      async (request) => ({ error: await sendTestMailTo(deps, callerId(request)) }),
    );
  };
}
