import { identity as text } from '@kinreel/messages/en/identity';
import { createClientErrorHandler } from '@kinreel/service';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Headers of every response. */
export const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Not no-referrer: browsers would then send `Origin: null` with the form of the reset page.
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Responds to URLs that match no route, such as `/%`: the framework calls neither the hooks nor the error handler. */
export function answerBadAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.status(404).headers(HEADERS).send({ error: 'not_found', error_description: text.unreadable });
}

const STATUSES = { invalid: 400, timeout: 408, too_large: 431 } as const;

/** The hook and the handler for bytes that are not a valid HTTP request. */
export const { rememberRequest, answerClientError } = createClientErrorHandler(HEADERS, (reason) => ({
  status: STATUSES[reason],
  body: { error: 'invalid_request', error_description: text.unreadable },
}));
