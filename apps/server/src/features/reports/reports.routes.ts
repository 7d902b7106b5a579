import { idParams, reportRequest, reportsResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { closeOpenReport, readReports, report } from './reports.service.ts';

/** Reports per person and minute. */
const REPORT_RATE = { max: 10, timeWindow: '1 minute' };

/** Reports to the operator and the site owners, who close them. */
export function reportsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.post(
      '/api/reports',
      {
        config: { access: 'user', rateLimit: REPORT_RATE },
        schema: {
          tags: ['Reports'],
          summary: 'Report a person, or a visible video, to the operator',
          body: reportRequest,
          response: {
            204: z.undefined(),
            ...errorResponses(...BODY_ERRORS, 'person.missing', 'video.missing', 'report.self', 'report.too_many'),
          },
        },
      },
      async (request, reply) => {
        await report(deps, callerId(request), request.body);
        return reply.status(204).send();
      },
    );

    app.get(
      '/api/admin/reports',
      {
        config: { access: 'site-owner' },
        schema: {
          tags: ['Reports'],
          summary: 'The open reports, oldest first',
          response: { 200: reportsResponse, ...errorResponses('owner.only') },
        },
      },
      async () => readReports(deps.db, 'open'),
    );

    app.delete(
      '/api/admin/reports/:id',
      {
        config: { access: 'site-owner' },
        schema: {
          tags: ['Reports'],
          summary: 'Close a report',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('owner.only', 'report.missing') },
        },
      },
      async (request, reply) => {
        await closeOpenReport(deps.db, request.params.id);
        return reply.status(204).send();
      },
    );
  };
}
