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
  /** It was deleted or is no longer shared with this person. */
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
  /** The browser blocks playback until Play is pressed. */
  onBlocked: () => void;
  /** The playing source no longer exists: it was replaced, or the video was deleted. */
  onSourceLost: () => void;
  /** Requests a new media cookie. @returns whether it was issued */
  renewMediaCookie: () => Promise<boolean>;
}

/** Feeds a video element with media and recovers from errors. */
export interface VideoSource {
  /** Loads the video, and plays it if autoplay is requested. */
  open: () => void;
  /** Plays at the last position after an error. */
  retry: () => void;
  /** Fixes the size to this height in pixels; null switches to automatic quality. */
  chooseSize: (height: number | null) => void;
  close: () => void;
}

/** How long and how often to look for a new source, in milliseconds. */
const NEXT_SOURCE_MS = 120_000;
const NEXT_SOURCE_INTERVAL_MS = 500;

/** Shortest time between two cookie renewals, in milliseconds. A second 401 within it means the session has expired. */
const MIN_RENEWAL_INTERVAL_MS = 30_000;

/**
 * Plays the first source that this browser supports: an HLS playlist with hls.js, or natively in browsers without Media
 * Source Extensions, or a file. If a source fails, the next one continues at the same position. On a 401 it renews the
 * media cookie once and resumes. If a growing playlist ends early because its worker was killed, it waits for the next
 * one.
 * @param video read at each start, so that sizes finished during playback do not interrupt it
 * @param start position in seconds, and whether to play at once
 */
export function openSource(
  element: HTMLVideoElement,
  video: () => Pick<PlayableVideo, 'sources' | 'url' | 'hls_url' | 'growing'>,
  on: SourceEvents,
  start: { at: number; autoPlay: boolean },
): VideoSource {
  let sources = sourcesOf(video());
  /** Index of the current source. */
  let tried = 0;
  /** Address of the playing playlist if it grows or has grown to the complete video, otherwise null. */
  let growing: string | null = null;
  let hls: Hls | null = null;
  /** The height in pixels that the viewer chose; null for automatic. */
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
   * Continues with the replacement of a growing playlist: that of the next attempt, or the complete video.
   * @returns false if there is none in time
   */
  async function loadNext(lost: string): Promise<boolean> {
    on.onSourceLost();
    const until = performance.now() + NEXT_SOURCE_MS;
    while (performance.now() < until) {
      const [first] = sourcesOf(video());
      if (first && first.url !== lost) {
        await load();
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, NEXT_SOURCE_INTERVAL_MS));
      if (closed.aborted) return true;
    }
    return false;
  }

  /** Plays the first supported source from this index on, or the last one. */
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
   * Plays. If the browser blocks sound before a user interaction, it plays muted. If that is blocked too, the player
   * stays paused.
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
      // A growing playlist looks like a live stream, which would start near its end.
      startPosition: position > 0 ? position : growing ? 0 : -1,
      // Otherwise it downloads the first segment of the smallest size only to measure the bandwidth.
      testBandwidth: false,
      ...(showsHighRange() && { videoPreference: { preferHDR: true } }),
      abrEwmaDefaultEstimate: estimateBandwidth(),
      // Seconds: bridges short connection losses without wasting metered data.
      maxMaxBufferLength: 60,
      backBufferLength: 60,
    });
    hls = own;
    own.once(library.Events.MEDIA_ATTACHED, () => {
      // Not earlier: with a prefetched playlist, hls.js would choose a size before it knows the size of the player.
      own.loadSource(src);
      playUnlessWaiting();
    });
    own.on(library.Events.MANIFEST_PARSED, () => {
      on.onSizes(heightsOf(own));
      if (selectedHeight !== null) chooseSize(selectedHeight);
    });
    own.on(library.Events.LEVEL_SWITCHED, (_event, { level }) => on.onSize(heightOf(own.levels[level])));
    own.on(library.Events.ERROR, (_event, data) => {
      // hls.js never leaves the dynamic range, which has only one size here. Smaller sizes are better than stalling.
      const isStalled = data.details === library.ErrorDetails.BUFFER_STALLED_ERROR;
      const range = own.levels[own.loadLevel]?.videoRange ?? 'SDR';
      if (isStalled && range !== 'SDR') own.removeLevel(own.loadLevel);
      void onHlsError(own, src, data);
    });
    own.attachMedia(element);
  }

  /** Handles 4xx responses immediately; hls.js would try every size first. */
  async function onHlsError(own: Hls, src: string, data: ErrorData): Promise<void> {
    const status = data.response?.code ?? 0;
    const rejected = status >= 400 && status < 500;
    if (own !== hls || (!data.fatal && !rejected)) return;
    if (status === 401) {
      // Stop pending requests, which would fail too. One renewal is enough for all of them.
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

  /**
   * If the viewer has paused, the next source stays paused and shows its frame. Call this before the source is
   * detached, because that pauses too.
   */
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
    // Of two sizes with the same height, the last has high dynamic range.
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

/** The height of a size is its shorter side, in portrait and landscape. */
function heightOf(level: { width: number; height: number } | undefined): number {
  return level ? Math.min(level.width, level.height) : 0;
}

function heightsOf(hls: Hls): number[] {
  // Heights are unknown without a multivariant playlist.
  return [...new Set(hls.levels.map(heightOf))].filter((height) => height > 0).sort((a, b) => b - a);
}

/** Requests one byte to learn the HTTP status, which media elements do not expose. */
async function probeError(url: string, signal: AbortSignal): Promise<PlaybackErrorCode | 'unauthorized'> {
  // A local file. The Content Security Policy blocks fetching it, which would look like a lost connection.
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
