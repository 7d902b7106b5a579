import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Five minutes: short enough, because a new key is published a day before it is used. */
const CACHE = 'public, max-age=300';

/** OpenID discovery: the endpoints and the public keys. */
export function discoveryRoutes(app: FastifyInstance, { config, keys }: Deps): void {
  const document = {
    issuer: config.issuer,
    authorization_endpoint: `${config.issuer}authorize`,
    token_endpoint: `${config.issuer}oauth/token`,
    userinfo_endpoint: `${config.issuer}userinfo`,
    jwks_uri: `${config.issuer}.well-known/jwks.json`,
    response_types_supported: ['token', 'code'],
    response_modes_supported: ['query', 'fragment', 'web_message'],
    grant_types_supported: [
      'implicit',
      'authorization_code',
      'password',
      'http://auth0.com/oauth/grant-type/password-realm',
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    scopes_supported: ['openid', 'profile', 'email'],
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'updated_at'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };

  app.get('/.well-known/openid-configuration', (_request, reply) =>
    reply.header('cache-control', CACHE).send(document),
  );

  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', CACHE).send({ keys: await keys.published() }),
  );
}
