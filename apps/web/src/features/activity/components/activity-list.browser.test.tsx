import { ACTIVITY_KINDS, type ActivityEntry, type ActivityKind } from '@kinreel/contracts/activity';
import { activity as text } from '@kinreel/messages/en/activity';
import { siteActivity } from '@kinreel/messages/en/site-activity';
import { expect, test } from 'vitest';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { activityText } from '../activity-text.ts';
import { ActivityList } from './activity-list.tsx';

const LIST = 'GET /api/activity';
const SITE = 'GET /api/admin/activity';

const entry = (kind: ActivityKind, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: `0192f0a0-0000-7000-8000-${String(ACTIVITY_KINDS.indexOf(kind)).padStart(12, '0')}`,
  kind,
  at: '2026-01-15T12:00:00.000Z',
  person: { first_name: 'Tom', last_name: 'Marrow' },
  by: null,
  prompt: 'What was your first job?',
  detail: null,
  browser: null,
  system: null,
  ...more,
});

test('each change is a sentence with its time; a button loads older ones', async () => {
  const device = { person: null, prompt: null, browser: 'Firefox', system: 'Android' };
  const next = { headers: { link: '</api/activity?cursor=x>; rel="next"' } };
  const pages = [
    [entry('shared'), entry('new-device', device), entry('permission-changed', { detail: 'family' })],
    [entry('disconnected', { person: null })],
  ];
  answer(LIST, (request) =>
    request.url.includes('cursor=x') ? Response.json(pages[1]) : Response.json(pages[0], next),
  );
  const screen = await renderComponent(<ActivityList of="user" />);
  const rows = screen.getByRole('list', { name: text.activity }).getByRole('listitem');
  await expect.element(rows.nth(0).getByText('You shared “What was your first job?” with Tom Marrow')).toBeVisible();
  await expect.element(rows.nth(0).getByText('01/15/2026')).toBeVisible();
  await expect.element(rows.nth(1).getByText(/New login: Firefox on Android/)).toBeVisible();
  await expect.element(rows.nth(2).getByText(/^Your family may see/)).toBeVisible();
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(rows.nth(3).getByText('You and someone are no longer connected')).toBeVisible();
  expect(serverCalls(LIST).at(-1)?.search).toBe('cursor=x');
});

test('an empty list says what it will contain; a failed one can be reloaded', async () => {
  answer(LIST, connectionLost);
  const screen = await renderComponent(<ActivityList of="user" />);
  await expect.element(screen.getByText(text.loadFailed)).toBeVisible();
  answer(LIST, []);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.noneText)).toBeVisible();
});

test('site owners see changes of accounts and registration', async () => {
  const by = { first_name: 'Odalie', last_name: 'Fennick' };
  answer(SITE, [entry('account-off', { by }), entry('registration-changed', { person: null, detail: 'closed' })]);
  const screen = await renderComponent(<ActivityList of="site" />);
  await expect.element(screen.getByText('The account of Tom Marrow was turned off, by Odalie Fennick')).toBeVisible();
  await expect.element(screen.getByText('Nobody new can sign up now')).toBeVisible();
  await expect.element(screen.getByText(siteActivity.intro)).toBeVisible();
});

test('every kind has a sentence in each list that contains it', () => {
  for (const kind of ACTIVITY_KINDS) {
    const isSite =
      kind.startsWith('prompt-') || ['account-deleted', 'registration-changed', 'inviting-changed'].includes(kind);
    expect(activityText(entry(kind, { detail: 'family' }), isSite)).not.toBe(kind);
  }
});
