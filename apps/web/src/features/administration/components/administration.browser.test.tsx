import type { SiteOverview, SitePerson } from '@kinreel/contracts/administration';
import { JOB_KINDS } from '@kinreel/contracts/jobs';
import { OUTBOX_KINDS } from '@kinreel/contracts/mails';
import type { SiteInvitation } from '@kinreel/contracts/registration';
import { administration as text } from '@kinreel/messages/en/administration';
import { expect, test, vi } from 'vitest';
import { formatDate } from '../../../shared/format/date.ts';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { BecomeOwner } from './become-owner.tsx';
import { Overview } from './overview.tsx';
import { RegistrationChoice } from './registration-choice.tsx';
import { SiteInvitations } from './site-invitations.tsx';
import { SiteJobs } from './site-jobs.tsx';
import { SiteMails } from './site-mails.tsx';
import { SitePeople } from './site-people.tsx';
import { SitePrompts } from './site-prompts.tsx';

const PERSON: SitePerson = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Bea',
  last_name: 'Rasmus',
  email: 'bea@example.org',
  email_verified: false,
  created_at: '2026-01-15T12:00:00.000Z',
  videos: 2,
  used_bytes: 1_500_000_000,
  quota_bytes: null,
  disabled: false,
  delete_at: null,
  site_owner: false,
};
const LINK: SiteInvitation = {
  id: '0192f0a0-0000-7000-8000-000000000002',
  email: null,
  url: 'http://localhost/registration?invite=AAAAAAAAAAAAAAAAAAAAAA',
  max_people: 10,
  people: 3,
  created_at: '2026-01-15T12:00:00.000Z',
  expires_at: '2026-02-15T12:00:00.000Z',
};
const none = () => new Response(null, { status: 204 });

test('a person who opened the one-time address becomes site owner with one button, or learns that it has expired', async () => {
  const onDone = vi.fn();
  answer('POST /api/owner', apiError(404, 'owner.code_missing', 'This address no longer works.'));
  const screen = await renderComponent(<BecomeOwner code="the-code" isOwner={false} onDone={onDone} />);
  await screen.getByRole('button', { name: text.become }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This address no longer works.');
  expect(onDone).not.toHaveBeenCalled();
  answer('POST /api/owner', none);
  await screen.getByRole('button', { name: text.become }).click();
  await expect.element(screen.getByRole('heading', { name: text.becameTitle })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: text.open })).toHaveAttribute('href', '/admin');
  expect(onDone).toHaveBeenCalledOnce();
  expect(serverCalls('POST').map(({ body }) => body)).toEqual([{ code: 'the-code' }, { code: 'the-code' }]);
});

test('the overview warns of a full disk and missing files, and shows the other states', async () => {
  const overview: SiteOverview = {
    version: '1.2.3',
    people: 4,
    videos: 9,
    used_bytes: 5_000_000_000,
    free_bytes: 1_500_000_000,
    expected_bytes: 700_000_000,
    open_reports: 0,
    default_quota_bytes: 50_000_000_000,
    warnings: [],
    backup: { nightly: true, problem: null, last_good_at: '2026-01-14T02:40:00.000Z', verified_at: null },
    mails_as_files: false,
    sandbox: 'bubblewrap',
    files: { checked_at: null, missing: 0, altered: 0, orphaned: 2 },
    jobs: { waiting: 3, failed: 0 },
  };
  answer('GET /api/admin/registration', { registration: 'open', source: 'default', inviting: 'everyone' });
  answer('GET /api/admin/overview', overview);
  const screen = await renderComponent(<Overview />);
  await expect.element(screen.getByText(text.notYet).first()).toBeVisible();
  await expect.element(screen.getByText(text.waitingJobs)).toBeVisible();
  await expect.element(screen.getByText('700 MB')).toBeVisible();
  await expect.element(screen.getByText(formatDate('2026-01-14T02:40:00.000Z'))).toBeVisible();
  await expect.element(screen.getByText(text.allWell)).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await screen.unmount();
  const since = '2026-01-15T12:00:00.000Z';
  answer('GET /api/admin/overview', {
    ...overview,
    warnings: (['disk', 'files'] as const).map((kind) => ({ kind, since })),
    files: { checked_at: since, missing: 1, altered: 1, orphaned: 0 },
  });
  const warned = await renderComponent(<Overview />);
  await expect.element(warned.getByText(text.diskWarning({ free: '1.5 GB' }))).toBeVisible();
  await expect.element(warned.getByText(text.filesWarning({ count: 2 }))).toBeVisible();
});

test('the overview starts with warnings: backups, mails, reports and tasks', async () => {
  answer('GET /api/admin/registration', { registration: 'open', source: 'default', inviting: 'everyone' });
  const overview: SiteOverview = {
    version: '1.2.3',
    people: 1,
    videos: 0,
    used_bytes: 0,
    free_bytes: 1_500_000_000,
    expected_bytes: 0,
    open_reports: 1,
    default_quota_bytes: 50_000_000_000,
    warnings: [],
    backup: { nightly: false, problem: null, last_good_at: null, verified_at: null },
    mails_as_files: true,
    sandbox: 'limits',
    files: { checked_at: null, missing: 0, altered: 0, orphaned: 0 },
    jobs: { waiting: 0, failed: 2 },
  };
  answer('GET /api/admin/overview', overview);
  const screen = await renderComponent(<Overview />);
  await expect.element(screen.getByRole('heading', { name: text.attention })).toBeVisible();
  const words = () =>
    screen
      .getByRole('alert')
      .elements()
      .map((alert) => alert.textContent);
  const rest = [
    text.mailsAsFiles,
    text.sandboxLimits,
    text.reportsWarning({ count: 1 }),
    text.jobsWarning({ count: 2 }),
  ];
  expect(words()).toEqual([text.noBackup, ...rest]);
  await screen.unmount();
  const since = '2026-01-15T12:00:00.000Z';
  answer('GET /api/admin/overview', {
    ...overview,
    warnings: (['disk', 'backup'] as const).map((kind) => ({ kind, since })),
    backup: { nightly: true, problem: 'room', last_good_at: null, verified_at: null },
  });
  const warned = await renderComponent(<Overview />);
  await expect.element(warned.getByText(/the disk for backups is full. There is no good one yet/)).toBeVisible();
  expect(
    warned
      .getByRole('alert')
      .elements()
      .map((alert) => alert.textContent),
  ).toEqual([
    text.backupWarning({ problem: 'room', last: text.backupNever }),
    text.diskWarning({ free: '1.5 GB' }),
    ...rest,
  ]);
});

test('the choice of who can sign up is saved at once; choices that the server locks are disabled', async () => {
  answer('GET /api/admin/registration', { registration: 'open', source: 'default', inviting: 'everyone' });
  const screen = await renderComponent(<RegistrationChoice />);
  await expect.element(screen.getByText(text.modeDefault)).toBeVisible();
  answer('PUT /api/admin/registration', { registration: 'closed', source: 'owner', inviting: 'everyone' });
  answer('GET /api/admin/registration', { registration: 'closed', source: 'owner', inviting: 'everyone' });
  await screen.getByRole('radio', { name: /Nobody new/ }).click();
  await expect.element(screen.getByText(text.modeSaved)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /Nobody new/ })).toBeChecked();
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([{ registration: 'closed' }]);
  await screen.unmount();
  answer('GET /api/admin/registration', { registration: 'closed', source: 'variable', inviting: 'everyone' });
  const fixed = await renderComponent(<RegistrationChoice />);
  await expect.element(fixed.getByText(text.modeFixed)).toBeVisible();
  await expect.element(fixed.getByRole('radio', { name: /Only invited/ })).toBeDisabled();
});

test('a site owner gives a person more space, a link for a new password, and turns the account off', async () => {
  answer('GET /api/admin/overview', { default_quota_bytes: 50_000_000_000 });
  answer('GET /api/admin/people', [PERSON]);
  const screen = await renderComponent(<SitePeople />);
  await expect
    .element(screen.getByText(/bea@example.org · 2 videos, 1.5 GB of 50 GB · Address not confirmed/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Change Bea Rasmus' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Bea Rasmus' });
  const call = `/api/admin/people/${PERSON.id}`;
  await dialog.getByLabelText(text.quota).fill('x');
  await dialog.getByRole('button', { name: text.quotaSave }).click();
  await expect.element(dialog.getByText(text.quotaInvalid)).toBeVisible();
  answer(`PUT ${call}`, PERSON);
  await dialog.getByLabelText(text.quota).fill('80');
  await dialog.getByRole('button', { name: text.quotaSave }).click();
  await expect.element(dialog.getByText(text.quotaSaved)).toBeVisible();
  answer(`POST ${call}/reset-link`, { url: 'http://localhost/reset', expires_at: '2026-01-16T12:00:00.000Z' });
  await dialog.getByRole('button', { name: text.resetLink }).click();
  await expect.element(dialog.getByLabelText(text.resetFor)).toHaveValue('http://localhost/reset');
  answer('GET /api/admin/people', [{ ...PERSON, disabled: true }]);
  await dialog.getByRole('button', { name: text.turnOff }).click();
  const question = screen.getByRole('alertdialog', { name: text.turnOffTitle({ name: 'Bea' }) });
  await expect.element(question).toBeVisible();
  expect(serverCalls('PUT')).toHaveLength(1);
  await question.getByRole('button', { name: text.turnOff }).click();
  await expect.element(dialog.getByRole('button', { name: text.turnOn })).toBeVisible();
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([{ quota_bytes: 80_000_000_000 }, { disabled: true }]);
});

test('deleting an account asks first, and can be cancelled', async () => {
  answer('GET /api/admin/overview', { default_quota_bytes: 50_000_000_000 });
  answer('GET /api/admin/people', [PERSON]);
  const screen = await renderComponent(<SitePeople />);
  await screen.getByRole('button', { name: 'Change Bea Rasmus' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Bea Rasmus' });
  await dialog.getByRole('button', { name: text.deletePerson }).click();
  const question = screen.getByRole('alertdialog', { name: text.deleteTitle({ name: 'Bea' }) });
  await expect.element(question).toBeVisible();
  expect(serverCalls('POST')).toEqual([]);
  const leaving = { ...PERSON, delete_at: '2026-02-15T12:00:00.000Z' };
  const call = `/api/admin/people/${PERSON.id}/deletion`;
  answer(`POST ${call}`, leaving);
  answer('GET /api/admin/people', [leaving]);
  await question.getByRole('button', { name: text.deletePerson }).click();
  await expect.element(dialog.getByText(/^Everything of Bea is deleted on /)).toBeVisible();
  answer(`DELETE ${call}`, PERSON);
  answer('GET /api/admin/people', [PERSON]);
  await dialog.getByRole('button', { name: text.keepPerson }).click();
  await expect.element(dialog.getByRole('button', { name: text.deletePerson })).toBeVisible();
  expect(serverCalls().filter(({ call: one }) => one.endsWith('/deletion'))).toHaveLength(2);
});

test('a failed list of people and an empty search result each show a text', async () => {
  answer('GET /api/admin/overview', { default_quota_bytes: 50_000_000_000 });
  answer('GET /api/admin/people', connectionLost);
  const screen = await renderComponent(<SitePeople />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /api/admin/people', []);
  await retry.click();
  await expect.element(screen.getByRole('heading', { name: text.nobodyTitle })).toBeVisible();
});

test('invitations by mail and by link can be created and cancelled', async () => {
  answer('GET /api/admin/invitations', []);
  const screen = await renderComponent(<SiteInvitations />);
  await expect.element(screen.getByRole('heading', { name: text.noInvitationsTitle })).toBeVisible();
  await screen.getByRole('button', { name: text.sendMail }).click();
  await screen.getByLabelText(text.email).fill('tavi@example.org');
  answer('POST /api/admin/invitations', apiError(403, 'invitation.unverified', 'Please confirm your address.'));
  await screen.getByRole('button', { name: text.sendMail }).click();
  await expect.element(screen.getByText('Please confirm your address.')).toBeVisible();
  answer('POST /api/admin/invitations', LINK);
  answer('GET /api/admin/invitations', [LINK]);
  await screen.getByRole('button', { name: text.makeLink }).click();
  await expect.element(screen.getByText(/3 of 10 have joined/)).toBeVisible();
  expect(serverCalls('POST').map(({ body }) => body)).toEqual([
    { email: 'tavi@example.org', relationship: 'family', message: '' },
    { max_people: 10, relationship: 'family' },
  ]);
  await screen.getByRole('button', { name: /^Cancel invitation: / }).click();
  answer(`DELETE /api/admin/invitations/${LINK.id}`, none);
  answer('GET /api/admin/invitations', []);
  await screen.getByRole('alertdialog').getByRole('button', { name: text.end }).click();
  await expect.element(screen.getByRole('heading', { name: text.noInvitationsTitle })).toBeVisible();
});

test('failed mails show the reason and can be sent again; a test mail shows the mail server’s response', async () => {
  const mail = {
    id: PERSON.id,
    kind: 'video-shared',
    to: 'bea@example.org',
    state: 'failed',
    attempts: 9,
    created_at: '2026-01-12T12:00:00.000Z',
    next_attempt_at: null,
    settled_at: '2026-01-15T12:00:00.000Z',
    error: '450 greylisted',
  };
  answer('GET /api/admin/mails', connectionLost);
  const screen = await renderComponent(<SiteMails />);
  await expect.element(screen.getByRole('heading', { name: text.mailsFailed })).toBeVisible();
  const reset = { ...mail, id: '0192f0a0-0000-7000-8000-00000000000a', kind: 'reset', to: 'carl@example.org' };
  answer('GET /api/admin/mails', {
    waiting: 0,
    failed: 2,
    sent: 4,
    mails: [mail, reset],
    account_mails_missing: false,
  });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(/Given up .* after 9 attempts. 450 greylisted/).first()).toBeVisible();
  await expect.element(screen.getByText('A new password, to carl@example.org')).toBeVisible();
  expect(screen.getByText(text.accountMailsMissing).query()).toBeNull();

  answer('POST /api/admin/mails/test', { error: 'connection refused' });
  await screen.getByRole('button', { name: text.testMail }).click();
  await expect.element(screen.getByText(/did not take the test email: connection refused/)).toBeVisible();

  answer(`POST /api/admin/mails/${mail.id}/retry`, none);
  answer('GET /api/admin/mails', { waiting: 0, failed: 0, sent: 5, mails: [], account_mails_missing: false });
  await screen.getByRole('button', { name: 'Try again: A shared video, to bea@example.org' }).click();
  await expect.element(screen.getByRole('heading', { name: text.noMailsTitle })).toBeVisible();
  await expect.element(screen.getByText(/No emails are waiting, none failed, 5 were sent/)).toBeVisible();
});

test('failed tasks show what they were and why, and are retried one by one or all at once; the focus stays in the list', async () => {
  const job = (n: number, kind: string, failure: string) => ({
    id: PERSON.id.replace(/1$/, String(n)),
    kind,
    failure,
    attempts: 5,
    failed_at: '2026-01-15T12:00:00.000Z',
  });
  const [video, backup, archive] = [
    job(1, 'prepare-video', 'time'),
    job(2, 'backup', 'storage'),
    job(3, 'make-archive', 'other'),
  ];
  const answerJobs = (...jobs: object[]) => answer('GET /api/admin/jobs', { waiting: 0, failed: jobs.length, jobs });
  answer('GET /api/admin/jobs', connectionLost);
  const screen = await renderComponent(<SiteJobs />);
  await expect.element(screen.getByRole('heading', { name: text.jobsFailed })).toBeVisible();
  answerJobs(video, backup, archive);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('No tasks are waiting, 3 failed.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Getting a video ready' })).toBeVisible();
  await expect.element(screen.getByText(/^It took too long. Failed .*, after 5 attempts.$/)).toBeVisible();
  await expect.element(screen.getByText(/^Files could not be read or saved. /)).toBeVisible();

  const again = (title: string) => screen.getByRole('button', { name: new RegExp(`^Try again: ${title}, failed`) });
  answer(`POST /api/admin/jobs/${video.id}/retry`, apiError(404, 'job.missing', 'It is done.'));
  await again('Getting a video ready').click();
  await expect.element(screen.getByText(/It is done./)).toBeVisible();
  answer(`POST /api/admin/jobs/${video.id}/retry`, none);
  answerJobs(backup, archive);
  await again('Getting a video ready').click();
  await expect.element(screen.getByText(text.jobRetried)).toBeVisible();
  await expect.element(again('Making a backup')).toHaveFocus();

  answer('POST /api/admin/jobs/retry', { retried: 2 });
  answerJobs();
  await screen.getByRole('button', { name: text.retryJobs }).click();
  await expect.element(screen.getByText('We try 2 tasks again')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: text.noJobsTitle })).toBeVisible();
  await expect.element(screen.getByText('No tasks are waiting, none failed.')).toBeVisible();
  // The focus moves to the list, not to the page.
  await expect.poll(() => document.activeElement?.tagName).toBe('DIV');
  expect(document.activeElement?.textContent).toContain(text.noJobsTitle);
});

test('site owners add a question, change its words, and hide and show questions', async () => {
  const given = { id: 1, prompt: 'What is the first thing you remember?', category: 'Childhood' };
  const own = { ...given, id: 1_000_000, prompt: 'Who lived next door?', own: true, hidden: false };
  const list = (...prompts: object[]) => answer('GET /api/admin/prompts', prompts);
  list({ ...given, own: false, hidden: false });
  answer('POST /api/admin/prompts', () => {
    list({ ...given, own: false, hidden: false }, own);
    return Response.json(own, { status: 201 });
  });
  const screen = await renderComponent(<SitePrompts />);
  await expect.element(screen.getByRole('heading', { name: given.prompt })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: text.ownPrompts })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: text.changePrompt })).not.toBeInTheDocument();
  const add = screen.getByRole('button', { name: text.addPrompt });
  await add.click();
  const field = screen.getByRole('textbox', { name: text.promptWords });
  await expect.element(field).toHaveFocus();
  await field.fill(own.prompt);
  await screen.getByRole('combobox', { name: text.promptCategory }).selectOptions('Home and places');
  await add.click();
  await expect.element(screen.getByRole('list', { name: text.ownPrompts })).toBeVisible();
  expect(serverCalls('POST')[0]?.body).toEqual({ words: own.prompt, category: 'Home and places' });

  answer(`PUT /api/admin/prompts/${own.id}`, () => {
    list({ ...given, own: false, hidden: false }, { ...own, prompt: 'Who were your neighbours?' });
    return Response.json(own);
  });
  await screen.getByRole('button', { name: text.changePromptOf({ prompt: own.prompt }) }).click();
  const dialog = screen.getByRole('dialog', { name: text.changePromptTitle });
  await dialog.getByRole('textbox').fill('Who were your neighbours?');
  await dialog.getByRole('button', { name: text.savePrompt }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Who were your neighbours?' })).toBeVisible();

  answer('PUT /api/admin/prompts/1', () => {
    list({ ...given, own: false, hidden: true });
    return Response.json(own);
  });
  await screen.getByRole('button', { name: text.hidePromptOf({ prompt: given.prompt }) }).click();
  await expect.element(screen.getByText(text.hiddenPrompt({ category: 'Childhood' }))).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.showPromptOf({ prompt: given.prompt }) })).toHaveFocus();
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([
    { words: 'Who were your neighbours?' },
    { hidden: true },
  ]);
});

test('every kind of mail and of task has a name', () => {
  const names = (kinds: readonly string[], nameOf: (kind: string) => string) =>
    kinds.filter((kind) => nameOf(kind.replaceAll('-', '_')) === nameOf('other'));
  expect(names(OUTBOX_KINDS, (kind) => text.mailTitle({ kind, to: '' }))).toEqual(['video-shared']);
  expect(names(JOB_KINDS, (kind) => text.jobKind({ kind }))).toEqual([]);
});
