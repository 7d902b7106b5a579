import {
  idParams,
  resetLinkResponse,
  siteOverview,
  sitePeopleQuery,
  sitePeopleResponse,
  sitePerson,
  sitePersonRequest,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import {
  changePerson,
  deletePerson,
  endSessions,
  keepPerson,
  makeResetLink,
  readOverview,
  readPeople,
} from './administration.service.ts';

/** The administration of people, for site owners: usage, never content. */
export function administrationRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Administration'];
    const config = { access: 'site-owner' } as const;

    app.get(
      '/api/admin/overview',
      {
        config,
        schema: {
          tags,
          summary: 'Numbers about the installation',
          response: { 200: siteOverview, ...errorResponses('owner.only') },
        },
      },
      async () => readOverview(deps),
    );

    app.get(
      '/api/admin/people',
      {
        config,
        schema: {
          tags,
          summary: 'People and their usage, newest first',
          querystring: sitePeopleQuery,
          response: { 200: sitePeopleResponse, ...errorResponses('owner.only') },
        },
      },
      async (request, reply) => {
        const page = await readPeople(deps.db, request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.put(
      '/api/admin/people/:id',
      {
        config,
        schema: {
          tags,
          summary: "Change a person's quota, or turn their account off or on",
          params: idParams,
          body: sitePersonRequest,
          response: {
            200: sitePerson,
            ...errorResponses(...BODY_ERRORS, 'owner.only', 'owner.protected', 'person.missing'),
          },
        },
      },
      async (request) => changePerson(deps, request.params.id, request.body, callerId(request)),
    );

    app.delete(
      '/api/admin/people/:id/sessions',
      {
        config,
        schema: {
          tags,
          summary: 'Log a person out everywhere',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('owner.only', 'person.missing') },
        },
      },
      async (request, reply) => {
        await endSessions(deps, request.params.id);
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/admin/people/:id/deletion',
      {
        config,
        schema: {
          tags,
          summary: "Delete a person's account and all its data, after 30 days",
          params: idParams,
          response: { 200: sitePerson, ...errorResponses('owner.only', 'owner.protected', 'person.missing') },
        },
      },
      async (request) => deletePerson(deps, request.params.id, callerId(request)),
    );

    app.delete(
      '/api/admin/people/:id/deletion',
      {
        config,
        schema: {
          tags,
          summary: "Cancel the deletion of a person's account",
          params: idParams,
          response: { 200: sitePerson, ...errorResponses('owner.only', 'person.missing', 'account.gone') },
        },
      },
      async (request) => keepPerson(deps.db, request.params.id, callerId(request)),
    );

    app.post(
      '/api/admin/people/:id/reset-link',
      {
        config,
        schema: {
          tags,
          summary: 'A link to set a new password, to hand over in person',
          params: idParams,
          response: {
            200: resetLinkResponse,
            ...errorResponses('owner.only', 'owner.protected', 'person.missing', 'account.elsewhere'),
          },
        },
      },
      async (request) => makeResetLink(deps, request.params.id),
    );
  };
}
