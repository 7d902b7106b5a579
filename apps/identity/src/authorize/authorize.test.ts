import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP, fragmentOf, json, LANDING, startService, TestBrowser, type TestService } from '../testing/support.ts';

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService();
  browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.logIn('ada@example.org');
});
afterAll(() => service.stop());

describe('redirect URI', () => {
  it.each([
    'http://localhost:3000/landingpage/',
    'http://localhost:3000/landingpage?next=1',
    'http://localhost:3000/landingpage#x',
    'http://localhost:3000/Landingpage',
    'http://localhost:3000/other',
    'http://localhost:3001/landingpage',
    'https://localhost:3000/landingpage',
    'http://localhost:3000@evil.example/landingpage',
    'http://localhost:3000.evil.example/landingpage',
    '//localhost:3000/landingpage',
    'javascript:alert(1)',
    '',
  ])('never to %s', async (redirect_uri) => {
    for (const more of [{}, { response_mode: 'web_message', prompt: 'none' }, { response_type: 'nonsense' }]) {
      const response = await browser.authorize({ redirect_uri, ...more });
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(await response.text()).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    }
  });

  it('accepts localhost and 127.0.0.1 on a local machine, and only the known client', async () => {
    const other = await browser.authorize({ redirect_uri: 'http://127.0.0.1:3000/landingpage' });
    expect(other.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:3000\/landingpage#access_token=/);
    expect((await browser.authorize({ client_id: 'other' })).status).toBe(400);
    expect((await browser.get(`/authorize?client_id=kinreel-web&client_id=x&redirect_uri=${LANDING}`)).status).toBe(
      400,
    );
  });

  it('escapes input on the error page', async () => {
    const page = await (await browser.authorize({ redirect_uri: '"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script>alert');
  });
});

describe('request parameters', () => {
  it.each([
    ['another audience', { audience: 'urn:other' }, 'access_denied'],
    ['an ID token', { response_type: 'id_token token' }, 'unsupported_response_type'],
    ['nothing', { response_type: undefined }, 'unsupported_response_type'],
    ['a token in the query', { response_mode: 'query' }, 'invalid_request'],
    ['a form post', { response_mode: 'form_post' }, 'invalid_request'],
    ['a code without PKCE', { response_type: 'code', response_mode: 'fragment' }, 'invalid_request'],
    [
      'a code with plain PKCE',
      { response_type: 'code', response_mode: 'fragment', ...CHALLENGE, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    [
      'a code with a challenge that is too long',
      { response_type: 'code', response_mode: 'fragment', ...CHALLENGE, code_challenge: 'x'.repeat(44) },
      'invalid_request',
    ],
    ['a new login without a ticket', { prompt: 'login' }, 'login_required'],
  ])('rejects %s', async (_name, query, error) => {
    const response = fragmentOf(await browser.authorize(query));
    expect(Object.fromEntries(response)).toMatchObject({ error, state: 'the-state' });
    expect(response.has('access_token')).toBe(false);
  });

  it('rejects a nonce that cannot be stored', async () => {
    const code = { response_type: 'code', ...CHALLENGE };
    expect((await browser.authorize({ ...code, nonce: 'a\u0000b' })).status).toBe(400);
    expect((await browser.authorize({ ...code, nonce: 'ab' })).status).toBe(302);
  });

  it('grants known scopes and ignores others', async () => {
    expect(fragmentOf(await browser.authorize({ scope: 'openid admin offline_access' })).get('scope')).toBe('openid');
    expect(fragmentOf(await browser.authorize({ scope: undefined })).get('scope')).toBe('openid profile email');
  });

  it('needs no audience, and rejects parameters of more than 2,000 characters', async () => {
    const all = fragmentOf(await browser.authorize({ audience: undefined, state: 'x'.repeat(2000) }));
    expect([all.has('access_token'), all.get('state')]).toEqual([true, 'x'.repeat(2000)]);
    expect((await browser.authorize({ state: 'x'.repeat(2001) })).status).toBe(400);
  });

  it('sends a code in the query', async () => {
    const response = await browser.authorize({ response_type: 'code', ...CHALLENGE });
    const target = new URL(response.headers.get('location') ?? '');
    expect(`${target.origin}${target.pathname}`).toBe(LANDING);
    expect([...target.searchParams.keys()]).toEqual(['code', 'state']);
  });
});

describe('silent renewal', () => {
  const silent = { response_mode: 'web_message', prompt: 'none' };

  const read = async (response: Response) => {
    const page = await response.text();
    const [, message = '', target = ''] = /parent\.postMessage\((\{.*\}), (".*")\);<\/script>/.exec(page) ?? [];
    return { page, message: JSON.parse(message), target: JSON.parse(target) };
  };

  it('posts a new token only to the origin of the app', async () => {
    const response = await browser.authorize(silent);
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1];
    expect(policy).toContain(`frame-ancestors ${APP}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { page, message, target } = await read(response);
    expect(page).toContain(`<script nonce="${nonce}">`);
    expect(target).toBe(APP);
    expect(message).toEqual({
      type: 'authorization_response',
      response: {
        access_token: expect.stringMatching(/^eyJ/),
        expires_in: 900,
        token_type: 'Bearer',
        scope: 'openid profile email',
        state: 'the-state',
      },
    });
  });

  it('responds with login_required without a session', async () => {
    const { message } = await read(await new TestBrowser(service).authorize(silent));
    expect(message.response).toEqual({
      error: 'login_required',
      error_description: 'Login required',
      state: 'the-state',
    });
  });

  it('requires prompt=none, and escapes the state in the script', async () => {
    expect((await read(await browser.authorize({ response_mode: 'web_message' }))).message.response.error).toBe(
      'invalid_request',
    );
    const state = '</script><script>alert(1)</script>\u2028<!--';
    const { page, message } = await read(await browser.authorize({ ...silent, state }));
    expect(page).not.toContain('alert(1)</script>');
    expect(message.response.state).toBe(state);
  });
});

it('responds to unknown paths with JSON', async () => {
  const response = await browser.get('/nothing-here');
  expect(response.status).toBe(404);
  expect(await json(response)).toMatchObject({ error: 'not_found' });
});
