import { describe, expect, it } from 'vitest';
import type { LimitsConfig } from '../config.ts';
import { json, serviceForTest, TestBrowser } from '../testing/support.ts';

const WIDE = { points: 1000, seconds: 60 };
const limitsWith = (narrow: Partial<LimitsConfig>): LimitsConfig => ({
  addressAndAccount: WIDE,
  account: WIDE,
  address: WIDE,
  mails: WIDE,
  ...narrow,
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function serviceWith(narrow: Partial<LimitsConfig>) {
  const service = await serviceForTest({ overrides: { limits: limitsWith(narrow) } });
  const browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.signUp('bob@example.org');
  return { service, browser };
}

const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();

describe('login limits', () => {
  it('do not let parallel guesses slip through together', async () => {
    const { browser, service } = await serviceWith({ addressAndAccount: { points: 10, seconds: 900 } });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => browser.authenticate('ada@example.org', `Wrong-Password-${index}`)),
    );
    expect(statuses(guesses)).toEqual([...Array(10).fill(403), ...Array(30).fill(429)]);

    const refused = await browser.authenticate('ada@example.org');
    expect(refused.status).toBe(429);
    expect(await json(refused)).toMatchObject({ error: 'too_many_attempts' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);

    // Neither another person here nor the same person elsewhere is kept out.
    expect((await browser.authenticate('bob@example.org')).status).toBe(200);
    expect((await new TestBrowser(service, from('198.51.100.7')).authenticate('ada@example.org')).status).toBe(200);
  });

  it('do not count what was right', async () => {
    const { browser } = await serviceWith({ addressAndAccount: { points: 2, seconds: 900 } });
    for (let login = 0; login < 6; login += 1) {
      expect((await browser.authenticate('ada@example.org')).status).toBe(200);
    }
  });

  it('hold for one account from many addresses, whether it exists or not, and through the token endpoint too', async () => {
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

  it('hold for one network against many accounts, counting IPv6 by its /64', async () => {
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

  it('outlive a restart', async () => {
    const { browser, service } = await serviceWith({ addressAndAccount: { points: 1, seconds: 900 } });
    expect((await browser.authenticate('ada@example.org', 'Wrong-Password-1')).status).toBe(403);
    const { startIdentity } = await import('../testing/index.ts');
    const second = await startIdentity({
      databaseUrl: service.databaseUrl,
      overrides: { limits: service.config.limits },
    });
    const answer = await new TestBrowser(second).authenticate('ada@example.org');
    await second.stop();
    expect(answer.status).toBe(429);
  });
});

describe('password hashing', () => {
  it('refuses at once what it cannot take, keeps answering other calls, and counts no try for it', async () => {
    const service = await serviceForTest({
      overrides: {
        hashing: { concurrency: 1, queue: 2 },
        limits: limitsWith({ addressAndAccount: { points: 20, seconds: 900 } }),
      },
    });
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.authenticate('ada@example.org')));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBe(20 - busy.length);
    expect(busy[0]?.headers.get('retry-after')).toBe('2');
    expect(await json(busy[0] as Response)).toMatchObject({ error: 'server_busy' });
    const counted = await service.query<{ points: number }>('select points from identity.rate_limits where points > 1');
    expect(counted).toEqual([]);
  });
});
