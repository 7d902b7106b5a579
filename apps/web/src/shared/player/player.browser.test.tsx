import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { type PlayableVideo, plainVideo } from './playable-video.ts';
import { Player } from './player.tsx';

/** A video without a file, so that no test waits for the network. The controls also work on an empty element. */
const VIDEO: PlayableVideo = {
  ...plainVideo('What was your first job?', null),
  captions_url: 'data:text/vtt,WEBVTT',
  duration: 60,
};

async function renderPlayer(video: Partial<PlayableVideo> = {}) {
  const screen = await renderComponent(
    <div style={{ position: 'relative', width: 640, height: 360 }}>
      <Player video={{ ...VIDEO, ...video }} label="Your answer" />
    </div>,
  );
  const element = screen.container.querySelector('video') as HTMLVideoElement;
  const play = screen.getByRole('button', { name: 'Play' });
  await expect.element(play).toBeVisible();
  (play.element() as HTMLElement).focus();
  return { screen, element };
}

test('[UP-08] a person’s own recording starts with sound and waits for Play', async () => {
  const { screen, element } = await renderPlayer();
  await expect.element(screen.getByRole('region', { name: 'Your answer' })).toBeVisible();
  expect([element.muted, element.volume, element.paused]).toEqual([false, 1, true]);
  await screen.getByRole('button', { name: 'Turn the sound off' }).click();
  await expect.poll(() => element.muted).toBe(true);
  // This does not change the sound of watched videos.
  expect(sessionStorage.length).toBe(0);
});

test('plays videos equally loud until that is turned off, and remembers the choice', async () => {
  const { screen } = await renderPlayer();
  const open = async () => {
    await screen.getByRole('button', { name: 'Video settings' }).click();
    return screen.getByRole('menuitemcheckbox', { name: 'All videos equally loud' });
  };
  const option = await open();
  await expect.element(option).toHaveAttribute('aria-checked', 'true');
  await option.click();
  await expect.element(await open()).toHaveAttribute('aria-checked', 'false');
  expect(localStorage.getItem('kinreel.even-sound')).toBe('off');
  await screen.getByRole('menuitemcheckbox').click();
  expect(localStorage.getItem('kinreel.even-sound')).toBe('on');
});

test('keys change the volume, mute, and change the speed', async () => {
  const { element } = await renderPlayer();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([false, 0.8]);
  await userEvent.keyboard('m');
  await expect.poll(() => element.muted).toBe(true);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([false, 0.1]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => [element.muted, element.volume]).toEqual([true, 0]);
  await userEvent.keyboard('>');
  await expect.poll(() => element.playbackRate).toBe(1.25);
  await userEvent.keyboard('<<<<');
  await expect.poll(() => element.playbackRate).toBe(0.75);
});

test('the captions button and key do the same, and the choice is remembered', async () => {
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

test('without captions there is no button, and the key does nothing', async () => {
  const { screen } = await renderPlayer({ captions_url: null });
  await userEvent.keyboard('c');
  await expect.element(screen.getByRole('button', { name: 'Captions' })).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test('in the open settings menu keys choose a speed and do not change the volume', async () => {
  const { screen, element } = await renderPlayer();
  const settings = screen.getByRole('button', { name: 'Video settings' });
  await settings.click();
  await expect.element(screen.getByRole('menu', { name: 'Video settings' })).toBeVisible();
  await expect.element(screen.getByRole('menuitemradio', { name: /^Normal/ })).toHaveAttribute('aria-checked', 'true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => element.playbackRate).not.toBe(1);
  expect(element.volume).toBe(1);
  await expect.element(settings).toHaveFocus();
});

test('controls have names, and time runs from left to right', async () => {
  const { screen } = await renderPlayer();
  for (const name of ['Back 10 seconds', 'Forward 10 seconds', 'Turn the sound off']) {
    await expect.element(screen.getByRole('button', { name })).toBeVisible();
  }
  expect(screen.container.querySelector('.control-bar')).toHaveAttribute('dir', 'ltr');
});
