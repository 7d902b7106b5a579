import { idParams, retryJobsResponse, siteJobs } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { readSiteJobs, retryAllJobs, retryJob } from './jobs.service.ts';

/** Failed background jobs, for site owners. */
export function jobsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Jobs'];
    const config = { access: 'site-owner' } as const;

    app.get(
      '/api/admin/jobs',
      {
        config,
        schema: {
          tags,
          summary: 'Background jobs that failed in the last week, newest first, and the number of waiting ones',
          response: { 200: siteJobs, ...errorResponses('owner.only') },
        },
      },
      async () => readSiteJobs(deps.db),
    );

    app.post(
      '/api/admin/jobs/retry',
      {
        config,
        schema: {
          tags,
          summary: 'Retry all jobs of the list',
          response: { 200: retryJobsResponse, ...errorResponses('owner.only') },
        },
      },
      async () => retryAllJobs(deps),
    );

    app.post(
      '/api/admin/jobs/:id/retry',
      {
        config,
        schema: {
          tags,
          summary: 'Retry a failed job',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('owner.only', 'job.missing') },
        },
      },
      async (request, reply) => {
        if (!(await retryJob(deps, request.params.id))) throw new DomainError('job.missing');
        return reply.status(204).send();
      },
    );
  };
}
