import type { ErrorCode } from '@kinreel/contracts';
import { errors } from '@kinreel/messages/en/errors';
import { isDatabaseUnavailable, isNoSpaceError } from '@kinreel/service';
import type { FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { DomainError } from '../platform/http/errors.ts';
import { StorageUnavailableError } from '../platform/storage/storage.ts';
import { validationMessage } from './validation-message.ts';

// Replaces the default messages of zod; messages defined in a schema take precedence.
z.config({ customError: validationMessage });

/** Seconds after which another attempt makes sense if the server is busy. */
const RETRY_AFTER_S = 5;

/** Turns every error into a status and an error body from the contracts. Stacks and queries never leave the server. */
export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const domain = toDomainError(error);
    // The client has disconnected; the error is only that.
    if (request.raw.socket.destroyed) {
      request.log.info({ route: request.routeOptions.url }, 'request aborted');
      return reply.status(domain?.status ?? 400).send();
    }
    if (domain) {
      if (domain.status >= 500) request.log.warn({ err: domain.cause ?? domain }, 'request rejected');
      if (domain.status === 503) reply.header('retry-after', RETRY_AFTER_S);
      return reply.status(domain.status).send(domain.toBody());
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return reply.status(500).send(new DomainError('server.failed').toBody());
  });
}

/** Maps an error to an error response; null for an unexpected error. */
function toDomainError(error: Error & { statusCode?: number; code?: string }): DomainError | null {
  if (error instanceof DomainError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.') || 'request';
      fields[name] ??= issue.message ?? errors['request.invalid'];
    }
    return new DomainError('request.invalid', { fields });
  }
  if (isNoSpaceError(error)) return new DomainError('storage.full', { cause: error });
  if (error instanceof StorageUnavailableError) return new DomainError('server.busy', { cause: error });
  if (isDatabaseUnavailable(error)) return new DomainError('server.busy', { cause: error });
  const status = error.statusCode ?? 500;
  if (status >= 500) return null;
  const code: ErrorCode =
    status === 413
      ? 'request.too_large'
      : status === 408
        ? 'request.timeout'
        : status === 415
          ? 'request.unsupported'
          : status === 429
            ? 'request.rate_limited'
            : 'request.invalid';
  return new DomainError(code, { cause: error });
}
