import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LimitsConfig } from '../config.ts';
import { HASH_COST } from '../passwords/password-hasher.ts';
import { json, serviceForTest, TestBrowser } from '../testing/support.ts';

const WIDE = { points: 1000, seconds: 60 };
const limitsWith = (narrow: Partial<LimitsConfig>): LimitsConfig => ({
  addressAndAccount: WIDE,
  account: WIDE,
  address: WIDE,
  network: WIDE,
  mails: WIDE,
  ...narrow,
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function serviceWith(narrow: Partial<LimitsConfig>) {
  const service = await serviceForTest({ overrides: { limits: limitsWith(narrow) } });
  const browser = new TestBrowser(service);
  // The low limits of logins do not apply to sign-ups.
  for (const name of ['ada', 'bob']) expect((await browser.signUp(`${name}@example.org`)).status).toBe(200);
  return { service, browser };
}

const statuses = (responses: Response[]) => responses.map(({ status }) => status).sort();

describe('login limits', () => {
  it('apply to parallel attempts', async () => {
    const { browser, service } = await serviceWith({ addressAndAccount: { points: 10, seconds: 900 } });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => browser.authenticate('ada@example.org', `Wrong-Password-${index}`)),
    );
    expect(statuses(guesses)).toEqual([...Array(10).fill(403), ...Array(30).fill(429)]);

    const blocked = await browser.authenticate('ada@example.org');
    expect(blocked.status).toBe(429);
    expect(await json(blocked)).toMatchObject({ error: 'too_many_attempts' });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);

    // Other people at this address, and the same person elsewhere, can still log in.
    expect((await browser.authenticate('bob@example.org')).status).toBe(200);
    expect((await new TestBrowser(service, from('198.51.100.7')).authenticate('ada@example.org')).status).toBe(200);
  });

  it('do not count successful logins', async () => {
    const { browser } = await serviceWith({ addressAndAccount: { points: 2, seconds: 900 } });
    for (let login = 0; login < 6; login += 1) {
      expect((await browser.authenticate('ada@example.org')).status).toBe(200);
    }
  });

  it('apply to one account from many addresses, existing or not, and to the token endpoint', async () => {
    const { service } = await serviceWith({ account: { points: 5, seconds: 900 } });
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const guesses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          new TestBrowser(service, from(`203.0.113.${index}`)).authenticate(email, 'Wrong-Password-1'),
        ),
      );
      expect(statuses(guesses)).toEqual([...Array(5).fill(403), ...Array(3).fill(429)]);
    }
    const { apiClientId, apiClientSecret } = service.config;
    const grant = await new TestBrowser(service).post('/oauth/token', {
      grant_type: 'password',
      client_id: apiClientId,
      client_secret: apiClientSecret,
      username: 'ada@example.org',
      password: 'Harvest-Moon-42',
    });
    expect(grant.status).toBe(429);
  });

  it('apply to one network and many accounts, counting IPv6 by /64', async () => {
    const { service } = await serviceWith({ address: { points: 4, seconds: 900 } });
    const guesses = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        new TestBrowser(service, from(`2001:db8:1:2::${index}`)).authenticate(`n${index}@example.org`, 'Wrong-1'),
      ),
    );
    expect(statuses(guesses)).toEqual([...Array(4).fill(403), ...Array(3).fill(429)]);
    const neighbour = new TestBrowser(service, from('2001:db8:1:3::1'));
    expect((await neighbour.authenticate('ada@example.org')).status).toBe(200);
  });

  it.each([
    ['203.0.113.', '203.0.114.1'],
    ['2001:db8:1:', '2001:db8:2::1'],
  ])('apply to a whole network (%s) with alternating addresses', async (network, outside) => {
    const { service } = await serviceWith({ network: { points: 4, seconds: 900 } });
    const guess = (address: string) =>
      new TestBrowser(service, from(address)).authenticate(`${randomUUID()}@example.org`, 'Wrong-1');
    const guesses = await Promise.all(
      Array.from({ length: 7 }, (_, index) => guess(`${network}${index + 1}${network.includes(':') ? '::1' : ''}`)),
    );
    expect(statuses(guesses)).toEqual([...Array(4).fill(403), ...Array(3).fill(429)]);
    expect((await guess(outside)).status).toBe(403);
  });

  it('with a limit of one attempt per account allow one', async () => {
    const { browser } = await serviceWith({ account: { points: 1, seconds: 900 } });
    const guess = async () => (await browser.authenticate('ada@example.org', 'Wrong-Password-1')).status;
    expect([await guess(), await guess()]).toEqual([403, 429]);
  });

  it('count attempts of a server without a client address only by account', async () => {
    const one = { points: 1, seconds: 900 };
    const { browser, service } = await serviceWith({
      addressAndAccount: one,
      address: { points: 2, seconds: 900 },
      network: { points: 2, seconds: 900 },
    });
    const { apiClientId: client_id, apiClientSecret: client_secret } = service.config;
    const guess = async (username: string) => {
      const body = { grant_type: 'password', client_id, client_secret, username, password: 'Wrong-Password-1' };
      return (await browser.post('/oauth/token', body)).status;
    };
    const guesses = [];
    for (const name of ['ada', 'ada', 'bob', 'cleo']) guesses.push(await guess(`${name}@example.org`));
    expect(guesses).toEqual([403, 403, 403, 403]);
  });

  it('slow down attempts at an account after a burst, instead of blocking them for the rest of the day', async () => {
    const { service } = await serviceWith({ account: { points: 3, seconds: 6 } });
    const guess = () => new TestBrowser(service).authenticate('ada@example.org', 'Wrong-Password-1');
    const guesses = [await guess(), await guess(), await guess(), await guess()];
    expect(statuses(guesses)).toContain(429);
    const refused = guesses.find(({ status }) => status === 429);
    // One attempt every two seconds, not one every six.
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(2);
    await expect.poll(async () => (await new TestBrowser(service).authenticate('ada@example.org')).status).toBe(200);
  });

  it('of one account do not use up those of its network address', async () => {
    const { service } = await serviceWith({
      addressAndAccount: { points: 2, seconds: 900 },
      address: { points: 4, seconds: 900 },
    });
    const browser = new TestBrowser(service);
    const guess = async (email: string) => (await browser.authenticate(email, 'Wrong-Password-1')).status;
    const guesses: number[] = [];
    for (let n = 0; n < 5; n += 1) guesses.push(await guess('ada@example.org'));
    expect(guesses).toEqual([403, 403, 429, 429, 429]);
    expect([await guess('bob@example.org'), await guess('cleo@example.org')]).toEqual([403, 403]);
    expect(await guess('dora@example.org')).toBe(429);
  });

  it('survive a restart', async () => {
    const { browser, service } = await serviceWith({ addressAndAccount: { points: 1, seconds: 900 } });
    expect((await browser.authenticate('ada@example.org', 'Wrong-Password-1')).status).toBe(403);
    const { startIdentity } = await import('../testing/index.ts');
    const second = await startIdentity({
      databaseUrl: service.databaseUrl,
      overrides: { limits: service.config.limits },
    });
    const response = await new TestBrowser(second).authenticate('ada@example.org');
    await second.stop();
    expect(response.status).toBe(429);
  });
});

describe('password hashing', () => {
  it('rejects immediately when overloaded, without blocking other calls or counting an attempt', async () => {
    const service = await serviceForTest({
      overrides: {
        hashing: { concurrency: 1, queue: 2 },
        limits: limitsWith({ addressAndAccount: { points: 20, seconds: 900 } }),
      },
      // Hashing must take longer than receiving the requests.
      appOptions: { hashCost: HASH_COST },
    });
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    const responses = await Promise.all(Array.from({ length: 20 }, () => browser.authenticate('ada@example.org')));
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(responses.filter(({ status }) => status === 200).length).toBe(20 - busy.length);
    expect(busy[0]?.headers.get('retry-after')).toBe('2');
    expect(await json(busy[0] as Response)).toMatchObject({ error: 'server_busy' });
    const counted = await service.query<{ points: number }>('select points from identity.rate_limits where points > 1');
    expect(counted).toEqual([]);
  });
});
