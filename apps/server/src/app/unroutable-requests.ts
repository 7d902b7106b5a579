import { createClientErrorHandler } from '@kinreel/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/http/errors.ts';
import { DATA_POLICY } from './content-security-policy.ts';

/** Headers of responses that no hook of the app sees: not cacheable, and never rendered as a page. */
const PLAIN_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The hook and the handler for bytes that are not a valid HTTP request. */
export const { rememberRequest, answerClientError } = createClientErrorHandler(PLAIN_HEADERS, (reason) => {
  const domain = new DomainError(`request.${reason}`);
  return { status: domain.status, body: domain.toBody() };
});

/**
 * Answers URLs that match no route: invalid percent encoding, or a path segment that is longer than any id. The
 * framework calls neither the hooks nor the error handler for these.
 */
export function answerBadAddress(
  error: Error & { code?: string },
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const domain = new DomainError(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'route.missing' : 'request.invalid');
  reply.status(domain.status).headers(PLAIN_HEADERS).send(domain.toBody());
}
