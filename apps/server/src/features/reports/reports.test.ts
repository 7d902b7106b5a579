import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_REPORTS_PER_DAY, REPORT_REASONS, REPORT_WORDS_MAX_LENGTH } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { reportMail } from './report-mail.ts';
import { closeOpenReport, closeReport, readReports, writeReportMail } from './reports.service.ts';

const OPERATOR = 'operator@example.org';
let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ OPERATOR_EMAIL: OPERATOR });
  [ada, bea] = await Promise.all([
    loginAs(server, { firstName: 'Ada', lastName: 'Quist' }),
    loginAs(server, { firstName: 'Bea', lastName: 'Rasmus' }),
  ]);
});
afterAll(() => server?.stop());
beforeEach(() => server.deps.db.deleteFrom('reports').execute());

const report = (by: TestPerson, payload: object) =>
  server.app.inject({ method: 'POST', url: '/api/reports', headers: by.headers, payload });
const reportPerson = (by: TestPerson, whom: { id: string }, more: object = {}) =>
  report(by, { about: 'person', id: whom.id, reason: 'bullying', ...more });
const reportVideo = (by: TestPerson, id: string) => report(by, { about: 'video', id, reason: 'private' });
const open = () => readReports(server.deps.db, 'open');

/** Runs the jobs. @returns the mails to the operator, as text */
async function mails(): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = (await readdir(dir).catch(() => [])).sort();
  const all = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return all.filter((mail) => mail.includes(`To: ${OPERATOR}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''));
}

describe('POST /api/reports', () => {
  it('stores a report of a person, and mails it to the operator', async () => {
    const before = (await mails()).length;
    const answer = await reportPerson(bea, ada, { words: ' She writes\r\nto my children ' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const [stored] = await open();
    expect(stored).toMatchObject({
      about: 'person',
      reason: 'bullying',
      words: 'She writes\nto my children',
      video: null,
      closed_at: null,
      reporter: { id: bea.id, name: 'Bea Rasmus' },
      reported: { id: ada.id, name: 'Ada Quist' },
    });
    const [mail = '', ...more] = (await mails()).slice(before);
    expect(more).toEqual([]);
    expect(mail).toContain('Subject: Kinreel: a person was reported');
    expect(mail).toContain('Bea Rasmus has reported Ada Quist.');
    expect(mail).toContain(stored?.id ?? 'no report');
  });

  it('stores a report only of a video that the reporter can see', async () => {
    const seen = await storedVideo(server, ada.id, { permission: 'everyone' });
    const hidden = await storedVideo(server, ada.id, { permission: 'invite-only' });
    expect((await reportVideo(bea, seen)).statusCode).toBe(204);
    expect((await reportVideo(bea, hidden)).json().code).toBe('video.missing');
    expect((await reportVideo(bea, randomUUID())).json().code).toBe('video.missing');
    expect((await reportVideo(ada, seen)).json().code).toBe('report.self');
    expect(await open()).toMatchObject([{ about: 'video', reported: { id: ada.id }, video: { id: seen } }]);
    // The report is kept when the owner deletes the video.
    await server.app.inject({ method: 'DELETE', url: `/api/video/${seen}`, headers: ada.headers });
    expect(await open()).toMatchObject([{ about: 'video', reported: { id: ada.id }, video: null }]);
  });

  it('sends no mail about a closed or deleted report, or without an operator address', async () => {
    const seen = await storedVideo(server, ada.id, { permission: 'everyone' });
    await reportPerson(bea, ada);
    await reportVideo(bea, seen);
    const [first, second] = await open();
    const write = (id = '', deps = server.deps) => writeReportMail(deps, id);
    const textOf = async (id = '') => {
      const written = await write(id);
      return written && written !== 'later' && 'recipient' in written ? (await written.content()).text : '';
    };
    expect(await textOf(first?.id)).toMatch(new RegExp(`/user/${ada.id}/videos$`, 'm'));
    expect(await textOf(second?.id)).toMatch(new RegExp(`/user/${ada.id}/videos\\?autoplay=${seen}$`, 'm'));
    const { config } = server.deps;
    const withoutMails = { ...server.deps, config: { ...config, mail: { ...config.mail, operator: null } } };
    expect(await write(second?.id, withoutMails)).toBe(null);
    expect(await write(randomUUID())).toBe(null);
    await closeReport(server.deps.db, first?.id ?? '');
    expect(await write(first?.id)).toBe(null);
  });

  it('rejects oneself, unknown and blocked people, unknown reasons and too long messages', async () => {
    expect((await reportPerson(ada, ada)).json().code).toBe('report.self');
    expect((await reportPerson(ada, { id: randomUUID() })).json().code).toBe('person.missing');
    for (const wrong of [{ reason: 'spite' }, { words: 'x'.repeat(REPORT_WORDS_MAX_LENGTH + 1) }, { more: 1 }]) {
      expect((await reportPerson(bea, ada, wrong)).json().code).toBe('request.invalid');
    }
    const carl = await loginAs(server);
    await server.app.inject({ method: 'PUT', url: `/api/blocks/${bea.id}`, headers: carl.headers });
    expect((await reportPerson(bea, carl)).json().code).toBe('person.missing');
    expect(await open()).toEqual([]);
  });

  it('accepts every reason, and has a daily budget, also for concurrent reports', async () => {
    for (const reason of REPORT_REASONS) expect((await reportPerson(bea, ada, { reason })).statusCode).toBe(204);
    for (let sent = REPORT_REASONS.length; sent < MAX_REPORTS_PER_DAY - 1; sent += 1) await reportPerson(bea, ada);
    const last = await Promise.all([reportPerson(bea, ada), reportPerson(bea, ada)]);
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([204, 429]);
    expect(await open()).toHaveLength(MAX_REPORTS_PER_DAY);
    expect((await reportPerson(ada, bea)).statusCode).toBe(204);
    const yesterday = new Date(Date.now() - 25 * 3600_000);
    await server.deps.db.updateTable('reports').set({ created_at: yesterday }).execute();
    expect((await reportPerson(bea, ada)).statusCode).toBe(204);
  });

  it("sends no mail if the reporter's address is not verified", async () => {
    const before = (await mails()).length;
    const carl = await loginAs(server, {}, { isVerified: false });
    expect((await reportPerson(carl, ada)).statusCode).toBe(204);
    expect(await open()).toHaveLength(1);
    expect((await mails()).length).toBe(before);
  });
});

it('a list contains 500 reports, oldest first', async () => {
  await sql`
    insert into reports (id, reporter_id, about, reported_id, reason, words, created_at)
    select gen_random_uuid(), ${bea.id}, 'person', ${ada.id}, 'other', '', now() - make_interval(secs => n / 2)
    from generate_series(1, 501) as n`.execute(server.deps.db);
  const keys = (await open()).map(({ created_at, id }) => `${created_at} ${id}`);
  expect(keys).toHaveLength(500);
  expect(keys).toEqual([...keys].sort());
});

it('user input is not at the start of the mail, and creates neither links nor HTML', () => {
  const {
    subject,
    text: plain,
    html,
  } = reportMail({
    id: randomUUID(),
    about: 'person',
    reason: 'other',
    words: '<b>Click</b> here',
    url: 'http://localhost/',
    reporter: ['<img src=x>', 'evil.example'],
    reported: ['A & B', ''],
  });
  expect(subject).toBe('Kinreel: a person was reported');
  expect(plain).toMatch(/^img srcx evil\. example has reported A & B\./);
  expect(plain.indexOf('writes:')).toBeLessThan(plain.indexOf('Click'));
  expect(html).not.toMatch(/<img src=x|<b>/);
});

describe('kinreel reports', () => {
  const run = (...args: string[]) =>
    runHere({ DATABASE_URL: server.deps.config.databaseUrl ?? '', DATA_DIR: server.dataDir }, ...['reports', ...args]);

  it('lists open reports with their messages, and closes them once', async () => {
    await reportPerson(bea, ada, { words: 'Twice' });
    const id = (await open())[0]?.id ?? '';
    await reportPerson(ada, bea);
    const listed = await run();
    expect([listed.code, listed.errors]).toEqual([0, '']);
    for (const part of [id, 'bullying', 'Ada Quist', 'Bea Rasmus', '  > Twice', '2 reports.']) {
      expect(listed.output).toContain(part);
    }
    expect(await run('close', id)).toEqual({ code: 0, output: `${id} is closed.\n`, errors: '' });
    expect(await run('close', id)).toEqual({ code: 1, output: '', errors: `There is no open report ${id}.\n` });
    const { db } = server.deps;
    const [other, ...more] = await open();
    expect([other?.reported.id, more]).toEqual([bea.id, []]);
    expect(await readReports(db, 'closed')).toMatchObject([{ id }]);
    await closeOpenReport(db, other?.id ?? '');
    await expect(closeOpenReport(db, other?.id ?? '')).rejects.toMatchObject({ code: 'report.missing' });
    expect((await run()).output).toBe('0 reports.\n');
    expect((await run('--all')).output).toContain(`${id}`);
    expect(await closeReport(server.deps.db, id)).toBe(false);
  });

  it('prints its usage', async () => {
    for (const args of [['close'], ['close', 'x'], ['--closed'], ['--all', 'x']]) {
      const wrong = await run(...args);
      expect([wrong.code, wrong.errors]).toEqual([64, expect.stringContaining('Usage: npm run kinreel -- reports')]);
    }
  });
});
