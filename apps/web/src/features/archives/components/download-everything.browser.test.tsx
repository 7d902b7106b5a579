import type { Archive } from '@kinreel/contracts/archives';
import { archives as text } from '@kinreel/messages/en/archives';
import { common } from '@kinreel/messages/en/common';
import { expect, test } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { DownloadEverything } from './download-everything.tsx';
import { KeepVideos } from './keep-videos.tsx';

const MAKING: Archive = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  status: 'making',
  progress: 40,
  size: null,
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: null,
};
const READY: Archive = { ...MAKING, status: 'ready', progress: 100, size: 2e9, expires_at: '2026-11-27T12:00:00.000Z' };

function show(archive: Archive | null) {
  answer('GET /api/archive', { archive });
  return renderComponent(<DownloadEverything />);
}

test('a requested file shows its progress and appears without a reload', async () => {
  const screen = await show(null);
  answer('POST /api/archive', () => Response.json({ archive: MAKING }, { status: 202 }));
  const make = screen.getByRole('button', { name: text.make });
  await expect.element(make).toBeVisible();
  answer('GET /api/archive', { archive: MAKING });
  await make.click();
  await expect.element(screen.getByRole('progressbar', { name: text.progress })).toHaveAttribute('aria-valuenow', '40');
  answer('GET /api/archive', { archive: READY });
  const download = screen.getByRole('link', { name: text.download });
  await expect.element(download).toHaveAttribute('href', `/media/archives/${READY.id}`);
  await expect.element(screen.getByText(/^2\.0\sGB, made /)).toBeVisible();
});

test('making the file can be cancelled', async () => {
  const screen = await show(MAKING);
  answer('DELETE /api/archive', () => new Response(null, { status: 204 }));
  const stop = screen.getByRole('button', { name: text.cancel });
  await expect.element(stop).toBeVisible();
  answer('GET /api/archive', { archive: null });
  await stop.click();
  await expect.element(screen.getByRole('button', { name: text.make })).toBeVisible();
});

test('deleting the file asks first', async () => {
  const screen = await show(READY);
  answer('DELETE /api/archive', () => new Response(null, { status: 204 }));
  await screen.getByRole('button', { name: text.remove }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.removeTitle });
  await expect.element(dialog).toBeVisible();
  expect(serverCalls('DELETE')).toEqual([]);
  answer('GET /api/archive', { archive: null });
  await dialog.getByRole('button', { name: text.remove }).click();
  await expect.element(screen.getByRole('button', { name: text.make })).toBeVisible();
  expect(serverCalls('DELETE')).toHaveLength(1);
});

test('a failed file shows an error and can be retried; so can a failed request', async () => {
  answer('GET /api/archive', connectionLost);
  const screen = await renderComponent(<DownloadEverything />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /api/archive', { archive: { ...MAKING, status: 'failed' } });
  await retry.click();
  await expect.element(screen.getByText(text.failedTitle)).toBeVisible();
  answer('POST /api/archive', apiError(503, 'server.busy', 'Please try again in a moment.'));
  await screen.getByRole('button', { name: text.makeAgain }).click();
  await expect.element(screen.getByText(common.notDone({ action: text.make }))).toBeVisible();
});

test('a steward makes and downloads a file with the videos of the owner', async () => {
  const owner = {
    id: '0192f0a0-0000-7000-8000-000000000002',
    first_name: 'Odalie',
    last_name: 'Fennick',
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    profile_image: null,
  };
  const url = `/api/stewardships/${owner.id}/archive`;
  answer(`GET ${url}`, { archive: null });
  const screen = await renderComponent(<KeepVideos owner={owner} />);
  await expect.element(screen.getByRole('heading', { name: text.keepTitle({ name: 'Odalie' }) })).toBeVisible();
  answer(`POST ${url}`, () => Response.json({ archive: MAKING }, { status: 202 }));
  answer(`GET ${url}`, { archive: READY });
  await screen.getByRole('button', { name: text.make }).click();
  await expect
    .element(screen.getByRole('link', { name: text.download }))
    .toHaveAttribute('href', `/media/archives/${READY.id}`);
  expect(serverCalls('POST')).toHaveLength(1);
});
