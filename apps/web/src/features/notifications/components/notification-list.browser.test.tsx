import type { Notification } from '@kinreel/contracts/notifications';
import { expect, test } from 'vitest';
import { answer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { NotificationList } from './notification-list.tsx';

const ME = '0193d0c0-0000-7000-8000-000000000001';
const TAVI = {
  id: '0193d0c0-0000-7000-8000-000000000002',
  first_name: 'Tavi',
  last_name: 'Marrow',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
};
let count = 0;

function notification(kind: Notification['kind'], daysAgo: number, read: boolean): Notification {
  count += 1;
  const isConnection = kind.startsWith('connection');
  return {
    id: `0193d0c0-0000-7000-8000-${String(count).padStart(12, '0')}`,
    kind,
    created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    read,
    actor: isConnection || kind === 'video-shared' ? TAVI : null,
    video: isConnection ? null : { id: ME, prompt: 'What was your first job?', user_id: ME },
    message: kind === 'video-shared' ? 'You asked me about the mill!' : '',
    connection_id: isConnection ? ME : null,
    relationship: isConnection ? 'family' : null,
    pending: kind === 'connection-request',
  };
}

test('[SHARE-06] requests and shares come first, the ready videos of a day are one entry, and read notifications are not new', async () => {
  answer('PUT /api/notifications/read', () => new Response(null, { status: 204 }));
  answer('GET /api/notifications', [
    notification('video-ready', 0, false),
    notification('video-ready', 0, false),
    notification('video-ready', 0, true),
    notification('video-shared', 0, false),
    notification('video-failed', 1, true),
    notification('connection-request', 2, true),
  ]);
  const screen = await renderComponent(<NotificationList open userId={ME} onOpen={() => {}} />);
  const links = (group: string) =>
    screen
      .getByRole('region', { name: group })
      .getByRole('link')
      .elements()
      .map((link) => link.textContent);
  await expect.element(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(links('Waiting for you')).toEqual([
    expect.stringMatching(
      /Tavi Marrow shared a video with you: What was your first job\?“You asked me about the mill!”● New/,
    ),
    expect.stringContaining('Tavi Marrow would like to connect as family'),
  ]);
  expect(links('Today')).toEqual([expect.stringContaining('3 videos are ready● New')]);
  expect(links('Yesterday')).toEqual([expect.not.stringContaining('New')]);
  await expect.poll(() => serverCalls('PUT /api/notifications/read').length).toBe(1);
  await screen.getByRole('link', { name: /3 videos are ready/ }).click();
  await expect.poll(screen.address).toBe(`/user/${ME}/videos`);
});
