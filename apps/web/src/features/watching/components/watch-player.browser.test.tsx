import type { Video } from '@kinreel/contracts/videos';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { VIDEO as SAMPLE } from '../../../testing/samples.ts';
import { WatchView } from './watch-view.tsx';

/** The controls also work on an empty element. */
const VIDEO: Video = {
  ...SAMPLE,
  captions_url: `data:text/vtt,${encodeURIComponent(
    'WEBVTT\n\n00:00.000 --> 00:02.000\nWe lived on a farm.\n\n00:02.000 --> 00:04.000\nThen we moved.\n',
  )}`,
};
const NEXT: Video = { ...VIDEO, id: '0192f1c0-0000-7000-8000-000000000003', prompt: 'Who taught you to cook?' };

beforeEach(() => page.viewport(1280, 800));

async function renderView(video: Partial<Video> = {}, following: Video[] = [NEXT]) {
  const onNext = vi.fn();
  const screen = await renderComponent(
    <WatchView
      video={{ ...VIDEO, ...video }}
      startAt={0}
      autoPlay={false}
      savesPosition={false}
      back={null}
      following={following}
      linkTo={({ id }) => ({ to: `/watch/${id}`, state: null })}
      onNext={onNext}
      endAction={<a href="/back">Back to My Videos</a>}
    />,
  );
  const element = screen.container.querySelector('video') as HTMLVideoElement;
  await expect.element(screen.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  return { screen, element, onNext };
}

/** Simulates the end of a file. */
async function end(element: HTMLVideoElement) {
  Object.defineProperty(element, 'ended', { configurable: true, value: true });
  element.dispatchEvent(new Event('ended'));
}

test('[VID-01][WATCH-04] it starts muted with volume 0; after the sound is turned on once, it stays on for the session', async () => {
  const { screen, element } = await renderView();
  expect([element.muted, element.volume]).toEqual([true, 0]);
  await screen.getByRole('button', { name: 'Turn sound on' }).click();
  expect([element.muted, element.volume]).toEqual([false, 1]);
  const sound = screen.getByRole('switch', { name: /^Sound/ });
  await expect.element(sound).toBeChecked();
  // The sound has a single control.
  await expect.element(screen.getByRole('button', { name: /sound/i })).not.toBeInTheDocument();
  await screen.unmount();

  const again = await renderView();
  expect([again.element.muted, again.element.volume]).toEqual([false, 1]);
  await again.screen.getByRole('switch', { name: /^Sound/ }).click();
  expect(again.element.muted).toBe(true);
  await expect.element(again.screen.getByText('Sound off')).toBeVisible();
});

test('[WATCH-04] the slider sets the volume with keys and the pointer; the session keeps it, and the end of the slider turns the sound off', async () => {
  const { screen, element } = await renderView();
  const slider = screen.getByRole('slider', { name: 'Volume' });
  const sound = screen.getByRole('switch', { name: /^Sound/ });
  await expect.element(slider).toHaveValue('0');
  (slider.element() as HTMLElement).focus();
  // Moving it is turning the sound on.
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}');
  expect([element.muted, element.volume]).toEqual([false, 0.3]);
  await expect.element(slider).toHaveAttribute('aria-valuetext', '30%');
  await expect.element(sound).toBeChecked();
  await userEvent.keyboard('{Home}');
  await expect.element(sound).not.toBeChecked();
  await userEvent.keyboard('{End}{PageDown}{ArrowDown}{ArrowLeft}');
  expect([element.muted, element.volume]).toEqual([false, 0.6]);
  // Other keys of the player work on it too.
  await userEvent.keyboard('m');
  expect([element.muted, element.volume]).toEqual([true, 0.6]);
  await expect.element(slider).toHaveValue('0');

  /** Moves the slider to each of these, faster than the player can follow. */
  const drag = (...volumes: number[]) => {
    const range = slider.element() as HTMLInputElement;
    for (const volume of volumes) {
      range.valueAsNumber = volume;
      range.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
  };
  drag(0.25);
  expect([element.muted, element.volume]).toEqual([false, 0.25]);
  await expect.element(sound).toBeChecked();
  drag(0);
  await expect.element(sound).not.toBeChecked();
  // What is nearly silent never becomes loud.
  const loudest = vi.fn();
  element.addEventListener('volumechange', () => loudest(element.volume));
  drag(0.02, 0);
  await expect.poll(() => loudest.mock.calls.length).toBeGreaterThan(1);
  expect(Math.max(...loudest.mock.calls.flat())).toBeLessThan(0.1);
  expect([element.muted, element.volume]).toEqual([true, 0]);
  await sound.click();
  expect([element.muted, element.volume]).toEqual([false, 0.3]);
  drag(0.25);
  await screen.unmount();

  const again = await renderView();
  expect([again.element.muted, again.element.volume]).toEqual([false, 0.25]);
});

test('[WATCH-04] the slider is there from 820 pixels on, if the page can set the volume', async () => {
  await page.viewport(819, 800);
  const { screen } = await renderView();
  const slider = screen.getByRole('slider', { name: 'Volume' });
  await expect.element(slider).not.toBeInTheDocument();
  for (const width of [820, 1080, 1280]) {
    await page.viewport(width, 800);
    await expect.element(slider).toBeVisible();
    const buttons = screen.container.querySelector('.buttons') as HTMLElement;
    expect(buttons.scrollWidth, `${width}`).toBe(buttons.clientWidth);
    const range = screen.container.querySelector('media-volume-range') as HTMLElement;
    expect(range.clientWidth, `${width}`).toBeGreaterThanOrEqual(72);
    expect(range.clientHeight).toBeGreaterThanOrEqual(44);
  }
  // As media-chrome says on an iPad.
  screen.container.querySelector('media-volume-range')?.setAttribute('mediavolumeunavailable', 'unsupported');
  await expect.element(slider).not.toBeInTheDocument();
});

test('[WATCH-01] keys work without the focus on the player, but not in fields and on buttons that use them', async () => {
  const { screen, element } = await renderView();
  const play = vi.spyOn(element, 'play').mockResolvedValue();
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('m');
  await expect.poll(() => element.muted).toBe(false);
  await userEvent.keyboard('c');
  await expect.element(screen.getByRole('switch', { name: /^Captions/ })).not.toBeChecked();
  await userEvent.keyboard(' ');
  expect(play).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('k');
  expect(play).toHaveBeenCalledTimes(2);
  // A focused switch handles Space itself.
  (screen.getByRole('switch', { name: 'Play the next video automatically' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(play).toHaveBeenCalledTimes(2);
});

test('[WATCH-01] screen readers announce the result of each key, also of a repeated one; switches keep their names', async () => {
  const { screen, element } = await renderView();
  Object.defineProperty(element, 'paused', { configurable: true, writable: true, value: true });
  vi.spyOn(element, 'play').mockImplementation(async () => void Object.assign(element, { paused: false }));
  vi.spyOn(element, 'pause').mockImplementation(() => void Object.assign(element, { paused: true }));
  (document.activeElement as HTMLElement | null)?.blur();
  const said = () =>
    screen
      .getByRole('status')
      .all()
      .map((status) => status.element().textContent)
      .join('');
  const heard: string[] = [];
  for (const key of ['k', 'k', '{ArrowRight}', '{ArrowRight}', '{ArrowLeft}', 'm', 'm', 'c', 'c', '>', '<']) {
    const before = said();
    await userEvent.keyboard(key);
    await expect.poll(said).not.toBe(before);
    heard.push(said());
  }
  expect(heard).toEqual([
    'Playing',
    'Paused',
    'Forward 10 seconds',
    'Forward 10 seconds\u00a0',
    'Back 10 seconds',
    'Sound on',
    'Sound off',
    'Captions off',
    'Captions on',
    'Speed 1.25',
    'Speed 1',
  ]);
  await expect.element(screen.getByRole('switch', { name: 'Sound', exact: true })).not.toBeChecked();
  await expect.element(screen.getByRole('switch', { name: 'Captions', exact: true })).toBeChecked();
});

test('[WATCH-01] a caption line seeks to its position; with captions off, the list is removed', async () => {
  const { screen, element } = await renderView();
  vi.spyOn(element, 'play').mockResolvedValue();
  const said = screen.getByRole('region', { name: 'What is said' });
  await expect.element(said.getByRole('button', { name: /Then we moved/ })).toBeVisible();
  await expect.element(said.getByRole('button').first()).toHaveTextContent('0:00We lived on a farm.');
  const seek = vi.fn();
  Object.defineProperty(element, 'duration', { configurable: true, value: 252 });
  Object.defineProperty(element, 'currentTime', { configurable: true, get: () => 0, set: seek });
  await said.getByRole('button', { name: /Then we moved/ }).click();
  expect(seek).toHaveBeenCalledWith(2);
  // One tab stop; arrow keys move between the lines.
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(said.getByRole('button').first()).toHaveFocus();
  await screen.getByRole('switch', { name: /^Captions/ }).click();
  await expect.element(said).not.toBeInTheDocument();
});

test('[WATCH-01] without captions there is neither a button nor a list for them', async () => {
  const { screen } = await renderView({ captions_url: null });
  await expect.element(screen.getByRole('switch', { name: /^Captions/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'What is said' })).not.toBeInTheDocument();
});

test('[WATCH-03] at the end the next video starts after a visible countdown, and the duration equals that of the card', async () => {
  const { screen, element, onNext } = await renderView();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    await end(element);
    await expect.element(screen.getByText('Starts in 10 seconds', { exact: true })).toBeInTheDocument();
    await expect.element(screen.getByText('Now at 4:12')).toBeInTheDocument();
    await expect.element(screen.getByText('Next: Who taught you to cook? Starts in 10 seconds.')).toBeInTheDocument();
    vi.advanceTimersByTime(3000);
    await expect.element(screen.getByText('Starts in 7 seconds', { exact: true })).toBeInTheDocument();
    expect(onNext).not.toHaveBeenCalled();
    vi.advanceTimersByTime(7200);
    expect(onNext).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['Stop', async () => page.getByRole('button', { name: 'Stop' }).click()],
  ['a key', async () => userEvent.keyboard('{Escape}')],
  ['scrolling', async () => void document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))],
])('[WATCH-03] %s stops the countdown; the next video and Watch again stay', async (_name, stop) => {
  const { screen, element, onNext } = await renderView();
  await end(element);
  await expect.element(screen.getByRole('button', { name: 'Play now' })).toBeVisible();
  await stop();
  await expect.element(screen.getByRole('button', { name: 'Play next' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Watch again' })).toBeVisible();
  expect(onNext).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Play next' }).click();
  expect(onNext).toHaveBeenCalledTimes(1);
});

test('[WATCH-03] with "Play the next video automatically" off, no countdown starts, also later', async () => {
  const first = await renderView();
  await first.screen.getByRole('switch', { name: 'Play the next video automatically' }).click();
  await first.screen.unmount();
  const { screen, element } = await renderView();
  await expect.element(screen.getByRole('switch', { name: 'Play the next video automatically' })).not.toBeChecked();
  await end(element);
  await expect.element(screen.getByRole('button', { name: 'Play next' })).toBeVisible();
  await expect.element(screen.getByText(/Starts in/)).not.toBeInTheDocument();
});

test('[WATCH-03] the last video ends with Watch again and a link to the list', async () => {
  const { screen, element } = await renderView({}, []);
  await end(element);
  await expect.element(screen.getByRole('link', { name: 'Back to My Videos' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Watch again' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Play n/ })).not.toBeInTheDocument();
});

test('[WATCH-01] nothing covers the picture, and its size is the same after the end', async () => {
  const { screen, element } = await renderView();
  const picture = element.closest('.picture') as HTMLElement;
  const before = picture.getBoundingClientRect();
  const tray = screen.container.querySelector('.tray') as HTMLElement;
  expect(tray.getBoundingClientRect().top).toBeGreaterThanOrEqual(before.bottom - 0.5);
  await end(element);
  await expect.element(screen.getByRole('button', { name: 'Watch again' })).toBeVisible();
  expect(picture.getBoundingClientRect()).toEqual(before);
  expect(tray.getBoundingClientRect().top).toBeGreaterThanOrEqual(before.bottom - 0.5);
});

test('[WATCH-01] on a phone the tray is at the bottom of the screen, with buttons of at least 44 pixels', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderView();
  const tray = screen.container.querySelector('.tray') as HTMLElement;
  expect(Math.round(tray.getBoundingClientRect().bottom)).toBe(740);
  for (const button of tray.querySelectorAll('button')) {
    const { width, height } = button.getBoundingClientRect();
    expect(Math.min(width, height), button.textContent).toBeGreaterThanOrEqual(44);
  }
  expect(document.documentElement.scrollWidth).toBe(360);
  // On a larger phone the buttons use the full width.
  await page.viewport(600, 740);
  for (const row of tray.querySelectorAll('.buttons > div')) {
    const { left, right } = row.getBoundingClientRect();
    expect(left + right).toBe(600);
  }
});

test('[VID-05] if the video may no longer be watched, the page refetches it, although the player has buffered data', async () => {
  const POSITION = `PUT /api/video/${VIDEO.id}/position`;
  answer(POSITION, { seconds: 1, finished: false });
  const onSourceLost = vi.fn();
  const screen = await renderComponent(
    <WatchView
      video={VIDEO}
      startAt={0}
      autoPlay={false}
      savesPosition
      back={null}
      following={[]}
      linkTo={({ id }) => ({ to: `/watch/${id}`, state: null })}
      onNext={vi.fn()}
      endAction={null}
      onSourceLost={onSourceLost}
    />,
  );
  const element = screen.container.querySelector('video') as HTMLVideoElement;
  await expect.element(screen.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  let seconds = 1;
  Object.defineProperties(element, { played: { value: { length: 1 } }, currentTime: { get: () => seconds } });
  element.dispatchEvent(new Event('timeupdate'));
  await expect.poll(() => serverCalls(POSITION).length).toBe(1);
  expect(onSourceLost).not.toHaveBeenCalled();

  answer(POSITION, apiError(404, 'video.missing', 'This video does not exist.'));
  seconds += 10;
  element.dispatchEvent(new Event('timeupdate'));
  await expect.poll(() => onSourceLost.mock.calls.length).toBe(1);
  await screen.unmount();
  expect(onSourceLost).toHaveBeenCalledOnce();
});
