import type { NewVideo } from '@kinreel/contracts/whats-new';
import { common } from '@kinreel/messages/en/common';
import { whatsNew as text } from '@kinreel/messages/en/whats-new';
import { expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { VIDEO } from '../../../testing/samples.ts';
import { type VideoActions, VideoActionsProvider } from '../video-actions.tsx';
import { WhatsNew } from './whats-new.tsx';

const odalie = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Odalie',
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
};
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const newVideo = (n: number, changes: Partial<NewVideo> = {}): NewVideo => ({
  ...VIDEO,
  id: `0192f1c0-0000-7000-8000-00000000010${n}`,
  prompt: `Question ${n}?`,
  owner: odalie,
  message: '',
  arrived_at: daysAgo(1),
  ...changes,
});
const answerWith = (videos: NewVideo[], more = false) => answer('GET /api/whats-new', { videos, more });

const render = () =>
  renderComponent(
    <VideoActionsProvider value={{ loadWatchView: async () => null } as unknown as VideoActions}>
      <WhatsNew />
    </VideoActionsProvider>,
  );

test('a new video names its owner with the words of the share, and a press on it opens it', async () => {
  answerWith([newVideo(1, { message: 'You asked about the nets.' })]);
  const screen = await render();
  await expect.element(screen.getByRole('region', { name: text.sinceYesterday })).toBeVisible();
  await expect.element(screen.getByText('Odalie, yesterday')).toBeVisible();
  await expect.element(screen.getByText('You asked about the nets.')).toBeVisible();
  expect(screen.getByRole('link', { name: text.playAll }).elements()).toHaveLength(0);
  await screen.getByRole('link', { name: 'Question 1?' }).click();
  expect(screen.address()).toBe('/watch/0192f1c0-0000-7000-8000-000000000101');
});

test.each([
  [0, text.today],
  [3, text.since({ day: new Intl.DateTimeFormat('en', { weekday: 'long' }).format(Date.now() - 3 * DAY_MS) })],
  [
    20,
    text.since({
      day: new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' }).format(Date.now() - 20 * DAY_MS),
    }),
  ],
])('the title names the day of the oldest one, %i days ago', async (days, title) => {
  answerWith([newVideo(1, { arrived_at: daysAgo(0) }), newVideo(2, { arrived_at: daysAgo(days) })]);
  const screen = await render();
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
});

test('Play all opens the newest, and the next ones start by themselves although that was off', async () => {
  localStorage.setItem('kinreel.play-next', 'off');
  answerWith([newVideo(1), newVideo(2)]);
  const screen = await render();
  await screen.getByRole('link', { name: text.playAll }).click();
  expect(screen.address()).toBe('/watch/0192f1c0-0000-7000-8000-000000000101');
  expect(localStorage.getItem('kinreel.play-next')).toBe('on');
});

test('three videos are shown, a button shows the others, and All seen marks all of them and keeps the focus', async () => {
  const videos = [1, 2, 3, 4].map((n) => newVideo(n));
  answerWith(videos);
  answer('PUT /api/whats-new/seen', () => {
    answerWith([]);
    return new Response(null, { status: 204 });
  });
  const screen = await render();
  await expect.element(screen.getByRole('listitem').nth(2)).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(3);
  await screen.getByRole('button', { name: text.show({ count: 1 }) }).click();
  await expect.element(screen.getByRole('link', { name: 'Question 4?' })).toHaveFocus();
  await screen.getByRole('button', { name: text.seen }).click();
  await expect.element(screen.getByText(text.isSeen)).toBeVisible();
  expect(serverCalls('PUT')[0]?.body).toEqual({ video_ids: videos.map(({ id }) => id) });
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument();
  expect(document.activeElement?.tagName).toBe('SECTION');
});

test('if there are more than are listed, it says how to get the others', async () => {
  answerWith(
    [1, 2, 3, 4].map((n) => newVideo(n)),
    true,
  );
  const screen = await render();
  await screen.getByRole('button', { name: text.show({ count: 1 }) }).click();
  await expect.element(screen.getByText(text.others({ count: 4 }))).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.seenSome })).toBeVisible();
});

test('videos that could not be marked stay, and Retry marks them', async () => {
  answerWith([newVideo(1)]);
  answer('PUT /api/whats-new/seen', apiError(500, 'server.failed', 'Something went wrong.'));
  const screen = await render();
  await screen.getByRole('button', { name: text.seen }).click();
  await expect.element(screen.getByRole('link', { name: 'Question 1?' })).toBeVisible();
  answer('PUT /api/whats-new/seen', () => {
    answerWith([]);
    return new Response(null, { status: 204 });
  });
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByText(text.isSeen)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Question 1?' })).not.toBeInTheDocument();
});

test('nothing is shown if nothing is new or the list fails to load', async () => {
  answer('GET /api/whats-new', apiError(500, 'server.failed', 'Something went wrong.'));
  const screen = await render();
  await expect.poll(() => serverCalls('GET')).toHaveLength(1);
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument();
});
