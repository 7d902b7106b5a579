import type { Video } from '@kinreel/contracts/videos';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { growingVideo, redVideo } from '../../testing/growing-video.ts';
import { HLS, type PlayableVideo, plainVideo } from './playable-video.ts';
import { openSource, type VideoSource } from './video-source.ts';

let element: HTMLVideoElement;
let source: VideoSource | undefined;
beforeEach(() => {
  element = document.createElement('video');
  element.muted = true;
  document.body.append(element);
});
afterEach(() => {
  source?.close();
  element.remove();
});

const growing = (url: string): PlayableVideo => ({
  ...plainVideo('What was your first job?', null),
  sources: [{ url, type: HLS }] satisfies Video['sources'],
  growing: { url, seconds: 2 },
});

/** Plays a video whose state may change meanwhile. */
function play(video: () => PlayableVideo) {
  const events = {
    onSizes: vi.fn(),
    onSize: vi.fn(),
    onError: vi.fn(),
    onBlocked: vi.fn(),
    onSourceGone: vi.fn(),
    renewMediaCookie: vi.fn(),
  };
  source = openSource(element, video, events, { at: 0, autoPlay: true });
  source.open();
  return events;
}

const available = () => (element.seekable.length > 0 ? Math.round(element.seekable.end(0)) : 0);
/** Waits for hls.js, which reads the list every two seconds. */
const patience = { timeout: 60_000 };

test('[UP-02] what is being prepared plays from its start, waits for the rest, and ends as a whole', async () => {
  const list = growingVideo('a');
  const jumps: number[] = [];
  const events = play(() => growing(list.url));
  await expect.poll(() => element.currentTime > 0.2, patience).toBe(true);
  element.addEventListener('seeking', () => jumps.push(element.currentTime));
  await expect.poll(() => element.currentTime, patience).toBeGreaterThan(1.5);
  expect([available(), element.ended]).toEqual([2, false]);

  list.grow(3);
  await expect.poll(available, patience).toBe(6);
  element.currentTime = 5;
  list.end();
  await expect.poll(() => element.ended, patience).toBe(true);
  expect(element.currentTime).toBeCloseTo(6, 1);
  expect(jumps, 'only where the person goes').toEqual([5]);
  expect(events.onError).not.toHaveBeenCalled();
  expect(events.onSizes.mock.calls.flat(2), 'a size without a name').toEqual([]);
});

test('[UP-02] after a worker was killed, it goes on with the next playlist at the same position', async () => {
  const [killed, next] = [growingVideo('b'), growingVideo('c')];
  let video = growing(killed.url);
  killed.grow(2);
  next.grow(3);
  const events = play(() => video);
  await expect.poll(() => element.currentTime, patience).toBeGreaterThan(2.5);
  const before = element.currentTime;
  const played: number[] = [];
  element.addEventListener('timeupdate', () => element.currentTime > 0 && played.push(element.currentTime));
  killed.remove();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  video = growing(next.url);
  next.end();
  await expect.poll(available, patience).toBe(6);
  await expect.poll(() => element.ended, patience).toBe(true);
  expect(Math.min(...played)).toBeGreaterThan(before - 0.5);
  expect(events.onSourceGone, 'asks for the video, which may be deleted').toHaveBeenCalledOnce();
  expect(events.onError).not.toHaveBeenCalled();
});

test('[UP-02] who has paused meanwhile stays paused, at the same position, when the whole video replaces its beginning', async () => {
  const list = growingVideo('d');
  let video = growing(list.url);
  list.grow(2);
  // As in the watch view: nothing is loaded before it is played.
  element.preload = 'none';
  play(() => video);
  await expect.poll(() => element.currentTime, patience).toBeGreaterThan(0.5);
  element.pause();
  const before = element.currentTime;
  const whole = URL.createObjectURL(redVideo('whole.mp4'));
  video = plainVideo('What was your first job?', whole);
  list.remove();
  await expect.poll(() => element.currentSrc, patience).toBe(whole);
  // So that there is a picture at this position. The browser loads what is in memory in any case.
  expect(element.preload).toBe('metadata');
  await expect.poll(() => element.readyState, patience).toBeGreaterThan(1);
  expect(element.paused).toBe(true);
  expect(element.currentTime).toBeCloseTo(before, 1);
  await element.play();
  await expect.poll(() => element.ended, patience).toBe(true);
});
