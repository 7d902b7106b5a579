import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IdentityConfig } from '../config.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { sameSecret } from '../secrets.ts';

const text = z.string().min(1).max(2000);

export const tokenClientSchema = z.object({
  grant_type: text,
  client_id: text.optional(),
  client_secret: text.optional(),
});

/** Authenticates the client with HTTP Basic or body fields. @throws ProtocolError 401 `invalid_client` */
export function authenticateClient(request: FastifyRequest, config: IdentityConfig): string {
  const body = parse(tokenClientSchema, request.body);
  const basic = readBasic(request.headers.authorization);
  const id = basic?.id ?? body.client_id;
  const secret = basic?.secret ?? body.client_secret;
  if (id === config.clientId && secret === undefined) return id;
  if (id === config.apiClientId && secret !== undefined && sameSecret(secret, config.apiClientSecret)) return id;
  throw oauthError(401, 'invalid_client', 'The client is not known or its secret is wrong.');
}

/** Only allows the API server, with HTTP Basic. @throws ProtocolError 401 `invalid_client` */
export function requireApiClient(request: FastifyRequest, config: IdentityConfig): void {
  const basic = readBasic(request.headers.authorization);
  if (basic?.id === config.apiClientId && sameSecret(basic.secret, config.apiClientSecret)) return;
  throw oauthError(401, 'invalid_client', 'The client is not known or its secret is wrong.');
}

function readBasic(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
  } catch {
    return null;
  }
}
