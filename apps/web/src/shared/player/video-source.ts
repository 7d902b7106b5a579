import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';
import { estimateBandwidth } from './estimate-bandwidth.ts';
import { showsHighRange } from './high-range.ts';
import { loadHls } from './load-hls.ts';
import { HLS, type PlayableVideo, sourcesOf } from './playable-video.ts';
import { prefetchedPlaylistLoader } from './prefetched-playlists.ts';

/** Why a video does not play. */
export type PlaybackErrorCode =
  /** No response in time: the network or the server is down. */
  | 'connection'
  /** It was deleted, or is no longer shared with this person. */
  | 'unavailable'
  /** The session has expired. */
  | 'logged-out'
  /** The file exists, but this browser cannot play it. */
  | 'unplayable';

interface SourceEvents {
  /** Available heights in pixels, largest first. Empty while unknown. */
  onSizes: (heights: number[]) => void;
  /** Height in pixels of the size that is playing. */
  onSize: (height: number) => void;
  onError: (error: PlaybackErrorCode) => void;
  /** The browser plays only after a press on Play. */
  onBlocked: () => void;
  /** What is playing is gone: it was replaced, or the video was deleted. */
  onSourceGone: () => void;
  /** Requests a new media cookie. @returns whether it was issued */
  renewMediaCookie: () => Promise<boolean>;
}

/** Feeds a video element with media and recovers from errors. */
export interface VideoSource {
  /** Loads the video, and plays it unless it waits for a press on Play. */
  open: () => void;
  /** Plays at the last position after an error. */
  retry: () => void;
  /** Fixes the size to this height in pixels; null switches to automatic quality. */
  chooseSize: (height: number | null) => void;
  close: () => void;
}

/** How long a video without any source is waited for, and how often it is looked for, in milliseconds. */
const NEXT_SOURCE_MS = 120_000;
const NEXT_SOURCE_INTERVAL_MS = 500;

/** Shortest time between two cookie renewals, in milliseconds. A second 401 within it means the session has expired. */
const MIN_RENEWAL_INTERVAL_MS = 30_000;

/**
 * Plays the first source that this browser can play: an HLS playlist with hls.js, or natively in browsers without Media
 * Source Extensions; a file as it is. If a source fails for any reason, the next one continues at the same position. On a
 * 401 it renews the media cookie once and resumes. A growing playlist that ends early, because its worker was killed, is
 * followed by the next one.
 * @param video read at each start, so that sizes finished during playback do not interrupt it
 * @param start where to begin, in seconds, and whether to play at once
 */
export function openSource(
  element: HTMLVideoElement,
  video: () => Pick<PlayableVideo, 'sources' | 'url' | 'hls_url' | 'growing'>,
  on: SourceEvents,
  start: { at: number; autoPlay: boolean },
): VideoSource {
  let sources = sourcesOf(video());
  /** Which of them is tried. */
  let tried = 0;
  /** The address of the playlist that is playing and grows, or has grown to the whole; null for any other source. */
  let growing: string | null = null;
  let hls: Hls | null = null;
  /** Height in pixels that the viewer chose; null for automatic. */
  let selectedHeight: number | null = null;
  /** Position to resume at, in seconds. */
  let position = start.at;
  let autoPlay = start.autoPlay;
  let lastRenewalAt = Number.NEGATIVE_INFINITY;
  const closing = new AbortController();
  const closed = closing.signal;

  async function load(): Promise<void> {
    detachHls();
    sources = sourcesOf(video());
    growing = video().growing?.url ?? null;
    await play(0);
  }

  /**
   * Goes on with what has replaced a growing playlist: that of the next attempt to prepare the video, or the whole.
   * @returns false if nothing has in time
   */
  async function loadNext(gone: string): Promise<boolean> {
    on.onSourceGone();
    const until = performance.now() + NEXT_SOURCE_MS;
    while (performance.now() < until) {
      const [first] = sourcesOf(video());
      if (first && first.url !== gone) {
        await load();
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, NEXT_SOURCE_INTERVAL_MS));
      if (closed.aborted) return true;
    }
    return false;
  }

  /** Plays the first source from this one on that the browser may be able to play; the last one in any case. */
  async function play(from: number): Promise<void> {
    for (tried = from; tried < sources.length; tried += 1) {
      const { url, type } = sources[tried] ?? { url: '', type: '' };
      if (type === HLS) {
        const library = await loadHls().catch(() => null);
        if (closed.aborted) return;
        if (library?.default.isSupported()) return playByHls(library.default, url);
      }
      if (tried === sources.length - 1 || type === '' || element.canPlayType(type)) return playUrl(url);
    }
  }

  function playUrl(src: string): void {
    element.src = src;
    if (position > 0) element.currentTime = position;
    playUnlessWaiting();
  }

  /**
   * A browser that blocks sound before the first press on the page may still play without. If it blocks that too, the
   * player stays paused.
   */
  function playUnlessWaiting(): void {
    if (!autoPlay) return;
    element.play().catch((error: unknown) => {
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
      if (!isBlocked || closed.aborted) return;
      if (element.muted) return on.onBlocked();
      element.muted = true;
      element.play().catch(on.onBlocked);
    });
  }

  function playByHls(library: typeof Hls, src: string): void {
    const own = new library({
      // The Content Security Policy blocks blob workers, and fragmented MP4 does not need one.
      enableWorker: false,
      pLoader: prefetchedPlaylistLoader(library.DefaultConfig.loader),
      // A small card does not need a large rendition.
      capLevelToPlayerSize: true,
      // What grows looks live, and would begin near its end.
      startPosition: position > 0 ? position : growing ? 0 : -1,
      // Otherwise it downloads the first segment of the smallest size only to measure the connection, and drops it.
      testBandwidth: false,
      ...(showsHighRange() && { videoPreference: { preferHDR: true } }),
      abrEwmaDefaultEstimate: estimateBandwidth(),
      // Seconds: bridges short connection losses without wasting metered data.
      maxMaxBufferLength: 60,
      backBufferLength: 60,
    });
    hls = own;
    own.once(library.Events.MEDIA_ATTACHED, () => {
      // Not before: a list that is there already would be read before the size of the player is known.
      own.loadSource(src);
      playUnlessWaiting();
    });
    own.on(library.Events.MANIFEST_PARSED, () => {
      on.onSizes(heightsOf(own));
      if (selectedHeight !== null) chooseSize(selectedHeight);
    });
    own.on(library.Events.LEVEL_SWITCHED, (_event, { level }) => on.onSize(heightOf(own.levels[level])));
    own.on(library.Events.ERROR, (_event, data) => {
      // There is one size with high dynamic range, and hls.js stays with a range. Smaller sizes are better than waiting.
      const isStalled = data.details === library.ErrorDetails.BUFFER_STALLED_ERROR;
      const range = own.levels[own.loadLevel]?.videoRange ?? 'SDR';
      if (isStalled && range !== 'SDR') own.removeLevel(own.loadLevel);
      void onHlsError(own, src, data);
    });
    own.attachMedia(element);
  }

  /** Handles 4xx responses at once; hls.js would try every size first. */
  async function onHlsError(own: Hls, src: string, data: ErrorData): Promise<void> {
    const status = data.response?.code ?? 0;
    const rejected = status >= 400 && status < 500;
    if (own !== hls || (!data.fatal && !rejected)) return;
    if (status === 401) {
      // Requests in flight would fail too. One renewal covers all of them.
      own.stopLoad();
      if (await tryRenewCookie()) {
        if (own !== hls) return;
        if (own.levels.length === 0) own.loadSource(src);
        return own.startLoad();
      }
      if (own !== hls) return;
    }
    saveIfPaused();
    detachHls();
    if (tried + 1 < sources.length) return play(tried + 1);
    const reason = await probeError(src, closed);
    if (reason === 'unavailable' && src === growing && (await loadNext(src))) return;
    if (!closed.aborted) on.onError(reason === 'unauthorized' ? 'logged-out' : reason);
  }

  /** Detaches hls.js and saves the position. */
  function detachHls(): void {
    savePosition();
    hls?.destroy();
    hls = null;
    on.onSizes([]);
  }

  function savePosition(): void {
    if (element.currentTime > 0) position = element.currentTime;
  }

  /** Whatever comes next stays paused if the viewer has paused, and shows its picture. Before the source is detached, which pauses too. */
  function saveIfPaused(): void {
    if (element.currentTime === 0) return;
    autoPlay = !element.paused;
    if (element.paused) element.preload = 'metadata';
  }

  async function onElementError(): Promise<void> {
    // hls.js reports its own errors. Without a source, the event is not a playback error.
    if (hls || !element.currentSrc) return;
    saveIfPaused();
    savePosition();
    if (tried + 1 < sources.length) return play(tried + 1);
    const last = sources.at(-1)?.url ?? '';
    const reason = await probeError(last, closed);
    if (closed.aborted) return;
    if (reason === 'unavailable' && last === growing && (await loadNext(last))) return;
    if (reason !== 'unauthorized') return on.onError(reason);
    if (!(await tryRenewCookie())) return on.onError('logged-out');
    if (!closed.aborted) await load();
  }

  async function tryRenewCookie(): Promise<boolean> {
    const now = performance.now();
    if (now - lastRenewalAt < MIN_RENEWAL_INTERVAL_MS) return false;
    lastRenewalAt = now;
    return (await on.renewMediaCookie()) && !closed.aborted;
  }

  function chooseSize(height: number | null): void {
    selectedHeight = height;
    // Of two with the same height, the one with high dynamic range is the last.
    if (hls) hls.nextLevel = hls.levels.findLastIndex((level) => heightOf(level) === height);
  }

  element.addEventListener('error', onElementError, { signal: closed });
  return {
    open: () => void load(),
    retry: () => {
      autoPlay = true;
      void load();
    },
    chooseSize,
    close: () => {
      closing.abort();
      hls?.destroy();
      hls = null;
    },
  };
}

/** Sizes are named by the shorter side, in portrait and landscape alike. */
function heightOf(level: { width: number; height: number } | undefined): number {
  return level ? Math.min(level.width, level.height) : 0;
}

function heightsOf(hls: Hls): number[] {
  // Unknown without a list of renditions.
  return [...new Set(hls.levels.map(heightOf))].filter((height) => height > 0).sort((a, b) => b - a);
}

/** Requests one byte to learn the HTTP status, which media elements do not expose. */
async function probeError(url: string, signal: AbortSignal): Promise<PlaybackErrorCode | 'unauthorized'> {
  // A file of this device. The Content Security Policy forbids to fetch it, and that would look like a lost connection.
  if (url.startsWith('blob:')) return 'unplayable';
  const response = await fetch(url, {
    headers: { range: 'bytes=0-0' },
    cache: 'no-store',
    // A redirect to other storage means that access was granted.
    redirect: 'manual',
    signal,
  }).catch(() => null);
  if (!response || response.status >= 500) return 'connection';
  if (response.status === 401) return 'unauthorized';
  return response.status === 403 || response.status === 404 ? 'unavailable' : 'unplayable';
}
