import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { IdentityOptions } from '../app.ts';
import type { IdentityConfig } from '../config.ts';
import { startIdentity, type TestIdentity } from './index.ts';

export const APP = 'http://localhost:3000';
export const LANDING = `${APP}/landingpage`;
export const PASSWORD = 'Harvest-Moon-42';

export interface TestService extends TestIdentity {
  databaseUrl: string;
  /** Runs SQL on the service's database. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Runs `statement` without committing, starts `work`, waits until `waiting` of its queries are blocked by the
   * statement, and commits. @returns the result of `work`
   */
  whileHolding<Result>(statement: string, waiting: number, work: () => Promise<Result>): Promise<Result>;
}

/** Starts a service with its own database; `stop` removes both. */
export async function startService(
  options: { publicUrl?: string; overrides?: Partial<IdentityConfig>; appOptions?: IdentityOptions } = {},
): Promise<TestService> {
  const { adminUrl, template } = inject('identityDatabase');
  const database = await cloneTemplate(adminUrl, template);
  const identity = await startIdentity({ databaseUrl: database.url, ...options });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  return {
    ...identity,
    databaseUrl: database.url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async whileHolding(statement, waiting, work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(statement);
        const result = work();
        const blocked =
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        for (const until = Date.now() + 30_000; (await pool.query(blocked)).rows.length < waiting; ) {
          if (Date.now() > until) throw new Error('Nothing is blocked.');
          await new Promise((resume) => setTimeout(resume, 10));
        }
        await client.query('commit');
        return await result;
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    async stop() {
      await identity.stop();
      await pool.end();
      await database.drop();
    },
  };
}

/** Like `startService`, stopped automatically after the test. */
export async function serviceForTest(options?: Parameters<typeof startService>[0]): Promise<TestService> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return service;
}

/** A minimal browser: sends an origin, stores cookies, and does not follow redirects. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly service: Pick<TestIdentity, 'baseUrl' | 'config'>;
  readonly headers: Record<string, string>;

  constructor(service: Pick<TestIdentity, 'baseUrl' | 'config'>, headers: Record<string, string> = {}) {
    this.service = service;
    this.headers = headers;
  }

  async get(
    path: string,
    query: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const url = given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
    return this.#fetch(url, { headers });
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { origin: APP, 'content-type': 'application/json', ...headers },
    });
  }

  async postForm(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#fetch(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: APP, ...headers },
    });
  }

  signUp(email: string, password = PASSWORD, more: object = {}): Promise<Response> {
    const { clientId, connection } = this.service.config;
    return this.post('/dbconnections/signup', { client_id: clientId, connection, email, password, ...more });
  }

  authenticate(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<Response> {
    const { clientId, connection } = this.service.config;
    const credential_type = 'http://auth0.com/oauth/grant-type/password-realm';
    const body = { client_id: clientId, username: email, password, realm: connection, credential_type };
    return this.post('/co/authenticate', body, headers);
  }

  authorize(query: Record<string, string | undefined> = {}): Promise<Response> {
    const { audience, clientId } = this.service.config;
    return this.get('/authorize', {
      client_id: clientId,
      response_type: 'token',
      redirect_uri: LANDING,
      audience,
      scope: 'openid profile email',
      state: 'the-state',
      ...query,
    });
  }

  requestReset(email: string): Promise<Response> {
    const { clientId, connection } = this.service.config;
    return this.post('/dbconnections/change_password', { client_id: clientId, connection, email });
  }

  /** Logs in like auth0-js: password, then ticket. @returns the values in the fragment of the redirect */
  async logIn(email: string, password = PASSWORD): Promise<URLSearchParams> {
    const response = await this.authenticate(email, password);
    const { login_ticket } = await json(response);
    return fragmentOf(await this.authorize({ login_ticket: String(login_ticket) }));
  }

  async #fetch(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.service.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie ? { cookie } : {}), ...this.headers, ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
export const json = (response: Response): Promise<any> => response.json();

export const fragmentOf = (response: Response): URLSearchParams =>
  new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));

/** The claims of a token, not verified. */
export const claimsOf = (token: string | null): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'));

/** The PKCE verifier for the codes of codeOf(). */
export const CODE_VERIFIER = 'v'.repeat(43);

/** An authorization code for the person logged in in this browser. */
export async function codeOf(browser: TestBrowser): Promise<string> {
  const challenge = createHash('sha256').update(CODE_VERIFIER).digest('base64url');
  const query = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' };
  const location = (await browser.authorize(query)).headers.get('location') ?? '';
  return new URL(location).searchParams.get('code') ?? 'no code';
}

/** Path of the link in each kind of mail. */
export type MailLink = 'password-reset' | 'verify-email' | 'email/confirm' | 'email/undo';

/** Waits until `count` mails with such a link have been sent, and reads them, decoded as far as the tests need. */
export async function readMails(
  service: Pick<TestIdentity, 'mailDir'>,
  count: number,
  link: MailLink = 'password-reset',
): Promise<string[]> {
  for (const until = Date.now() + 30_000; ; await new Promise((resume) => setTimeout(resume, 20))) {
    const files = (await readdir(service.mailDir)).filter((name) => name.endsWith('.eml')).sort();
    const sources = await Promise.all(files.map((name) => readFile(join(service.mailDir, name), 'utf8')));
    const mails = sources
      .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      .filter((mail) => mail.includes(`/identity/${link}?`));
    if (mails.length >= count) return mails;
    if (Date.now() > until) throw new Error(`${mails.length} instead of ${count} mails with a ${link} link`);
  }
}

/** The ticket in the link of a mail. */
export const ticketIn = (mail: string | undefined): string =>
  /(?:password-reset|verify-email|email\/\w+)\?ticket=([A-Za-z0-9_-]+)/.exec(mail ?? '')?.[1] ??
  'no ticket in the mail';

/** Accounts, sessions, secrets and mails, without attempt counters and times of use. */
export async function stateOf(service: TestService): Promise<unknown> {
  const tables = {
    users: '*',
    sessions: 'token_hash, user_id',
    login_tickets: '*',
    authorization_codes: '*',
    reset_tokens: '*',
    verification_tokens: '*',
    address_changes: '*',
    address_links: '*',
    signing_keys: 'kid',
  };
  const rows = Object.entries(tables).map(async ([table, columns]) => [
    table,
    await service.query(`select ${columns} from identity.${table} order by 1`),
  ]);
  return { rows: await Promise.all(rows), mails: (await readdir(service.mailDir)).length };
}
