import { unsubscribeParams } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { publicErrorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { SERVER_PAGE_POLICY } from '../../platform/http/server-page.ts';
import { isUnsubscribeCode, unsubscribe } from './unsubscribe.service.ts';
import { askPage, donePage, wrongPage } from './unsubscribe-page.ts';

/** Requests with a code of a mail, per address. Mail programs of many people may send them from one address. */
const RATE = { max: 120, timeWindow: '1 minute' };

/** Maximum body size: mail programs send `List-Unsubscribe=One-Click`. */
const BODY_BYTES = 1024;

/** The List-Unsubscribe URL of mails that can be turned off, without login. */
export function unsubscribeRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    // Authorized by the code, which only the mail contains.
    const options = {
      config: { access: 'public', rateLimit: RATE },
      schema: { hide: true, params: unsubscribeParams, response: publicErrorResponses('link.missing') },
    } as const;
    const { publicUrl } = deps.config;
    const url = '/api/mails/unsubscribe/:id/:topic/:code';

    // RFC 8058 allows both content types. The body is ignored.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_request, _body, done) => done(null, undefined),
    );

    // Link scanners send GET, so it changes nothing: the button of the page sends POST.
    app.get(url, options, async (request, reply) => {
      const { params } = request;
      if (!isUnsubscribeCode(deps, params)) return refuse(request, reply);
      return sendPage(reply, askPage(params.topic, publicUrl, params.id));
    });

    app.post(url, options, async (request, reply) => {
      if (!(await unsubscribe(deps, request.params))) return refuse(request, reply);
      return sendPage(reply, donePage(request.params.topic, publicUrl, request.params.id));
    });

    function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      if (!request.headers.accept?.includes('text/html')) throw new DomainError('link.missing');
      return sendPage(reply.status(404), wrongPage(publicUrl));
    }
  };
}

/** The URL contains the code, so it must not be sent to other sites. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', SERVER_PAGE_POLICY)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page);
}
