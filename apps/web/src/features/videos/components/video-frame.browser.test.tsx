import type { Video } from '@kinreel/contracts/videos';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { type VideoActions, VideoActionsProvider } from '../video-actions.tsx';
import { GrowingNote } from './growing-note.tsx';
import { VideoFrame } from './video-frame.tsx';
import { WaitingNote } from './waiting-note.tsx';

const PREPARING = {
  id: '0192f1c0-0000-7000-8000-000000000002',
  prompt: 'What was your first job?',
  status: 'processing',
  progress: 40,
  url: null,
  hls_url: null,
  poster_url: null,
  duration: null,
  growing: null,
} as Video;
const GROWING = { ...PREPARING, growing: { url: '/media/videos/a/growing/b/list.m3u8', seconds: 4 } };

test.each([
  ['as soon as a part of it is ready', GROWING, 1],
  ['not before', PREPARING, 0],
])('[UP-02] a video that is being prepared can be opened %s', async (_, video, count) => {
  const screen = await renderComponent(
    <VideoActionsProvider value={{ loadWatchView: async () => null } as unknown as VideoActions}>
      <VideoFrame video={video} />
      <GrowingNote video={video} />
    </VideoActionsProvider>,
  );
  await expect.element(screen.getByRole('progressbar')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Play: What was your first job?' }).elements()).toHaveLength(count);
  const note = screen.getByText('You can watch this while it is being prepared.');
  expect(note.elements()).toHaveLength(count);
});

test('[UP-07] tells the owner that processing waits for free space', async () => {
  const video = {
    ...PREPARING,
    status_code: 'no_room' as const,
    status_params: {},
    status_reason: 'There is no room.',
  };
  const screen = await renderComponent(<WaitingNote video={video} />);
  await expect.element(screen.getByText('There is no room.')).toBeVisible();
});
