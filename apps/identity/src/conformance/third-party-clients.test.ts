import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthenticationClient } from 'auth0';
import express from 'express';
import { auth } from 'express-oauth2-jwt-bearer';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIdentity } from '../app.ts';
import { signUpAndGetToken } from '../testing/index.ts';
import { claimsOf, json, PASSWORD, serviceForTest, TestBrowser } from '../testing/support.ts';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

let proxy: ReverseProxy;
beforeAll(async () => {
  proxy = await startReverseProxy();
});
afterAll(() => proxy.stop());

/** Signs up and logs in. */
async function person(email: string) {
  const browser = new TestBrowser(proxy.service, { origin: proxy.origin });
  const post = (path: string, body: object) => browser.post(path, body, { origin: proxy.origin });
  const { clientId, connection } = proxy.service.config;
  await post('/dbconnections/signup', { client_id: clientId, connection, email, password: PASSWORD });
  const { login_ticket } = await json(
    await post('/co/authenticate', {
      client_id: clientId,
      username: email,
      password: PASSWORD,
      realm: connection,
      credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
    }),
  );
  return { browser, loginTicket: String(login_ticket) };
}

describe('oauth4webapi', () => {
  it('discovers the provider, exchanges a code with PKCE and validates the tokens', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(proxy.service.config.issuer);
    const provider = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const client: oauth.Client = { client_id: proxy.service.config.clientId };
    const redirectUri = `${proxy.origin}/landingpage`;
    const verifier = oauth.generateRandomCodeVerifier();
    const nonce = oauth.generateRandomNonce();
    const state = oauth.generateRandomState();

    const { browser, loginTicket } = await person('oauth@example.org');
    const response = await browser.get('/authorize', {
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
      login_ticket: loginTicket,
    });
    const callback = oauth.validateAuthResponse(
      provider,
      client,
      new URL(response.headers.get('location') ?? ''),
      state,
    );
    const exchanged = await oauth.authorizationCodeGrantRequest(
      provider,
      client,
      oauth.None(),
      callback,
      redirectUri,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(provider, client, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(provider, exchanged, insecure);
    const sub = String(oauth.getValidatedIdTokenClaims(tokens)?.sub);
    expect(sub).toMatch(/^auth0\|/);

    const userinfo = await oauth.userInfoRequest(provider, client, tokens.access_token, insecure);
    expect(await oauth.processUserInfoResponse(provider, client, sub, userinfo)).toMatchObject({
      email: 'oauth@example.org',
    });

    const request = new Request('https://api.example/', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(provider, request, proxy.service.config.audience, insecure);
    expect(claims).toMatchObject({ sub, scope: 'openid email', client_id: 'kinreel-web' });
  });
});

describe('express-oauth2-jwt-bearer', () => {
  let server: Server;
  let api: string;
  beforeAll(async () => {
    const app = express();
    const { audience, issuer } = proxy.service.config;
    app.use(auth({ issuerBaseURL: issuer, audience, strict: true, tokenSigningAlg: 'RS256' }));
    app.get('/', (request, response) => {
      response.json({ sub: request.auth?.payload.sub });
    });
    server = await new Promise((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = (token: string) => fetch(api, { headers: { authorization: `Bearer ${token}` } });

  it('accepts our token and reads its subject', async () => {
    const { sub, token } = await signUpAndGetToken(proxy.service, { email: 'express@example.org', password: PASSWORD });
    const response = await ask(token);
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ sub });
  });

  it('rejects a changed token, one for another audience, and an expired one', async () => {
    const { token } = await signUpAndGetToken(proxy.service, { email: 'rejected@example.org', password: PASSWORD });
    const [header, , signature] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'auth0|other' })).toString('base64url');
    expect((await ask(`${header}.${changed}.${signature}`)).status).toBe(401);

    // A second instance with the same keys, for another API, or with a clock that is 16 minutes behind.
    const signedBy = async (overrides: { audience?: string }, now?: () => Date) => {
      const config = { ...proxy.service.config, ...overrides };
      const app = buildIdentity(config, { now });
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      const response = await new TestBrowser({ baseUrl: `${origin}/identity`, config }).postForm(
        '/oauth/token',
        {
          grant_type: 'password',
          client_id: config.apiClientId,
          client_secret: config.apiClientSecret,
          username: 'rejected@example.org',
          password: PASSWORD,
        },
        { origin: proxy.origin },
      );
      await app.close();
      return String((await json(response)).access_token);
    };
    expect((await ask(await signedBy({}))).status).toBe(200);
    expect((await ask(await signedBy({ audience: 'urn:other' }))).status).toBe(401);
    await proxy.service.query("update identity.signing_keys set active_from = now() - interval '1 day'");
    expect((await ask(await signedBy({}, () => new Date(Date.now() - 16 * 60_000)))).status).toBe(401);
  });
});

describe('the auth0 SDK', () => {
  it('signs up, verifies a password and requests a reset mail', async () => {
    const service = await serviceForTest({ publicUrl: 'https://kin.example' });
    const { apiClientId, apiClientSecret, clientId, connection, audience } = service.config;
    // The SDK supports https only; the test service uses http.
    const domain = 'kin.example/identity';
    const overHttp: typeof fetch = (input, init) =>
      fetch(String(input).replace(`https://${domain}`, service.baseUrl), init);
    const web = new AuthenticationClient({ domain, clientId, fetch: overHttp });
    const api = new AuthenticationClient({
      domain,
      clientId: apiClientId,
      clientSecret: apiClientSecret,
      fetch: overHttp,
    });
    const email = 'sdk@example.org';
    const { data: user } = await web.database.signUp({ email, password: PASSWORD, connection });
    expect(user).toMatchObject({ email, email_verified: false });
    await expect(web.database.signUp({ email, password: PASSWORD, connection })).rejects.toMatchObject({
      statusCode: 400,
      body: expect.stringContaining('invalid_signup'),
    });
    // Without openid there is no ID token, whose keys the SDK would fetch over https.
    const grant = { username: email, realm: connection, audience, scope: 'email' };
    const { data: tokens } = await api.oauth.passwordGrant({ ...grant, password: PASSWORD });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    await expect(api.oauth.passwordGrant({ ...grant, password: 'Wrong-Password-1' })).rejects.toMatchObject({
      error: 'invalid_grant',
      statusCode: 403,
    });
    const { data: text } = await web.database.changePassword({ email, connection });
    expect(text).toContain('email');
  });
});
