import type { Video } from '@kinreel/contracts/videos';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../../testing/render-component.tsx';
import { Player } from './player.tsx';

/** Without a file, so that no test waits for the network: the controls work on the empty element as well. */
const VIDEO: Video = {
  id: '0192f1c0-0000-7000-8000-000000000002',
  prompt: 'What was your first job?',
  prompt_id: 1,
  url: null,
  hls_url: null,
  poster_url: null,
  preview_url: null,
  captions_url: 'data:text/vtt,WEBVTT',
  original_url: null,
  permission: 'family',
  audience: { connections: 2, others: 0, first_name: null, link: false },
  status: 'ready',
  status_code: null,
  status_params: {},
  status_reason: null,
  progress: 100,
  duration: 60,
  width: 1280,
  height: 720,
  user_id: null,
  created_at: '2026-03-01T10:00:00Z',
};

async function renderPlayer(video: Partial<Video> = {}) {
  const screen = await renderComponent(
    <div style={{ position: 'relative', width: 640, height: 360 }}>
      <Player video={{ ...VIDEO, ...video }} takesFocus />
    </div>,
  );
  const element = screen.container.querySelector('video') as HTMLVideoElement;
  await expect.element(screen.getByRole('button', { name: 'Play' })).toHaveFocus();
  return { screen, element };
}

test('[VID-01] it starts muted with volume 0; the button over the picture turns the sound on and gives the focus to Play', async () => {
  const { screen, element } = await renderPlayer();
  expect([element.muted, element.volume]).toEqual([true, 0]);
  await screen.getByRole('button', { name: 'Turn sound on' }).click();
  expect([element.muted, element.volume]).toEqual([false, 1]);
  await expect.element(screen.getByRole('button', { name: 'Turn sound on' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Play' })).toHaveFocus();
});

test('keys change the volume, mute, and change the speed', async () => {
  const { screen, element } = await renderPlayer();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([false, 0.2]);
  await userEvent.keyboard('m');
  await expect.poll(() => element.muted).toBe(true);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([false, 0.1]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([true, 0]);
  await expect.element(screen.getByRole('button', { name: 'Turn sound on' })).toBeVisible();
  await userEvent.keyboard('>');
  await expect.poll(() => element.playbackRate).toBe(1.25);
  await userEvent.keyboard('<<<<');
  await expect.poll(() => element.playbackRate).toBe(0.75);
});

test('the button and the key for captions do the same, and the choice is remembered', async () => {
  const { screen, element } = await renderPlayer();
  const button = screen.getByRole('button', { name: 'Captions' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  expect(element.textTracks[0]?.mode).toBe('showing');
  await userEvent.keyboard('c');
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  expect(element.textTracks[0]?.mode).toBe('hidden');
  await screen.unmount();
  const again = await renderPlayer();
  await expect.element(again.screen.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false');
});

test('without captions there is no button for them, and the key does nothing', async () => {
  const { screen } = await renderPlayer({ captions_url: null });
  await userEvent.keyboard('c');
  await expect.element(screen.getByRole('button', { name: 'Captions' })).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test('the settings have their own keys: the menu opens, a speed is chosen, and the player keeps its volume', async () => {
  const { screen, element } = await renderPlayer();
  const settings = screen.getByRole('button', { name: 'Video settings' });
  await settings.click();
  await expect.element(screen.getByRole('menu', { name: 'Video settings' })).toBeVisible();
  await expect.element(screen.getByRole('menuitemradio', { name: /^Normal/ })).toHaveAttribute('aria-checked', 'true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => element.playbackRate).not.toBe(1);
  expect(element.volume).toBe(0);
  await expect.element(settings).toHaveFocus();
});

test('controls have names and time runs from left to right', async () => {
  const { screen } = await renderPlayer();
  for (const name of ['Back 10 seconds', 'Forward 10 seconds', 'Turn the sound on']) {
    await expect.element(screen.getByRole('button', { name })).toBeVisible();
  }
  expect(screen.container.querySelector('.control-bar')).toHaveAttribute('dir', 'ltr');
});
