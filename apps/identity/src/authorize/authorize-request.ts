import { z } from 'zod';
import type { IdentityConfig } from '../config.ts';
import { isStorable } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { grantedScope } from '../tokens/tokens.ts';

const text = z.string().max(2000);

export const authorizeSchema = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text.optional(),
  response_mode: text.optional(),
  audience: text.optional(),
  scope: text.optional(),
  state: text.optional(),
  nonce: text.refine(isStorable).optional(),
  prompt: text.optional(),
  login_ticket: text.optional(),
  code_challenge: text.optional(),
  code_challenge_method: text.optional(),
});

/** Where and how to send the response. Set only after the client and the redirect URI have been checked. */
export interface ResponseTarget {
  redirectUri: string;
  mode: 'fragment' | 'query' | 'web_message';
  state?: string;
}

export interface AuthorizeRequest {
  responseTarget: ResponseTarget;
  /** Whether an existing session may be used. */
  mayUseSession: boolean;
  loginTicket?: string;
  scope: string;
  /** The requested response: a token, or a code with its PKCE challenge. */
  wants: { type: 'token' } | { type: 'code'; codeChallenge: string; nonce: string | null };
}

/** An invalid request whose error is sent back to the app. */
export interface RejectedRequest {
  responseTarget: ResponseTarget;
  error: string;
  description: string;
}

/**
 * Parses the query of /authorize.
 * @throws ProtocolError 400 for an unknown client or redirect URI: then nothing may be sent to the redirect URI
 */
export function readAuthorizeRequest(query: unknown, config: IdentityConfig): AuthorizeRequest | RejectedRequest {
  const parsed = authorizeSchema.safeParse(query);
  if (!parsed.success) throw oauthError(400, 'invalid_request', 'The address of this page is incomplete.');
  const given = parsed.data;
  if (given.client_id !== config.clientId) {
    throw oauthError(400, 'invalid_request', 'This request comes from an unknown app.');
  }
  // Exact comparison, as in Auth0: no query, no fragment, no other path.
  if (!config.allowedOrigins.some((origin) => given.redirect_uri === `${origin}/landingpage`)) {
    throw oauthError(400, 'invalid_request', 'The address to return to is not allowed.');
  }

  const mode = given.response_mode ?? (given.response_type === 'code' ? 'query' : 'fragment');
  const known = mode === 'query' || mode === 'fragment' || mode === 'web_message';
  const responseTarget: ResponseTarget = {
    redirectUri: given.redirect_uri,
    // Tokens and their errors never go into a query, because servers would log it.
    mode: known && !(mode === 'query' && given.response_type !== 'code') ? mode : 'fragment',
    state: given.state,
  };
  const reject = (error: string, description: string): RejectedRequest => ({ responseTarget, error, description });

  if (!known || mode !== responseTarget.mode) return reject('invalid_request', 'The response mode is not supported.');
  if (mode === 'web_message' && given.prompt !== 'none') {
    return reject('invalid_request', 'The response mode web_message needs the prompt none.');
  }
  if (given.audience !== undefined && given.audience !== config.audience) {
    return reject('access_denied', `Service not found: ${given.audience}`);
  }
  const request = {
    responseTarget,
    mayUseSession: given.prompt !== 'login',
    loginTicket: given.login_ticket,
    scope: grantedScope(given.scope),
  };
  if (given.response_type === 'token') return { ...request, wants: { type: 'token' } };
  if (given.response_type !== 'code') {
    return reject('unsupported_response_type', 'The response types are token and code.');
  }
  // Without PKCE, anybody who intercepts a code of this public client could exchange it.
  if (given.code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(given.code_challenge ?? '')) {
    return reject('invalid_request', 'A code challenge with the method S256 is required.');
  }
  return {
    ...request,
    wants: { type: 'code', codeChallenge: given.code_challenge as string, nonce: given.nonce ?? null },
  };
}
