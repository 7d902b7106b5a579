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

/** Plays a video whose state may change during playback. */
function play(video: () => PlayableVideo) {
  const events = {
    onSizes: vi.fn(),
    onSize: vi.fn(),
    onError: vi.fn(),
    onBlocked: vi.fn(),
    onSourceLost: vi.fn(),
    renewMediaCookie: vi.fn(),
  };
  source = openSource(element, video, events, { at: 0, autoPlay: true });
  source.open();
  return events;
}

const available = () => (element.seekable.length > 0 ? Math.round(element.seekable.end(0)) : 0);
/** Generous, because hls.js reloads the playlist every two seconds. */
const patience = { timeout: 60_000 };

test('[UP-02] plays a video in preparation from its start, waits for more, and plays to the end', async () => {
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

test('[UP-02] continues with the next playlist at the same position after a worker was killed', async () => {
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
  expect(events.onSourceLost, 'asks for the video, which may be deleted').toHaveBeenCalledOnce();
  expect(events.onError).not.toHaveBeenCalled();
});

test('[UP-02] a paused viewer stays paused at the same position when the complete video replaces the growing one', async () => {
  const list = growingVideo('d');
  let video = growing(list.url);
  list.grow(2);
  // As in the watch view, nothing is loaded before playback.
  element.preload = 'none';
  play(() => video);
  await expect.poll(() => element.currentTime, patience).toBeGreaterThan(0.5);
  element.pause();
  const before = element.currentTime;
  const whole = URL.createObjectURL(redVideo('whole.mp4'));
  video = plainVideo('What was your first job?', whole);
  list.remove();
  await expect.poll(() => element.currentSrc, patience).toBe(whole);
  // Loads the frame at this position. (The browser always loads an object URL.)
  expect(element.preload).toBe('metadata');
  await expect.poll(() => element.readyState, patience).toBeGreaterThan(1);
  expect(element.paused).toBe(true);
  expect(element.currentTime).toBeCloseTo(before, 1);
  await element.play();
  await expect.poll(() => element.ended, patience).toBe(true);
});
