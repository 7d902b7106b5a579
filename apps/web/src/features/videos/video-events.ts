import { type VideoEvent, videoEvent } from '@kinreel/contracts/events';
import { readAccessToken } from '../../shared/api/access-token.ts';

/** Callbacks for the events of a video. */
export interface VideoWatcher {
  /** The event stream is connected. Also called after each reconnect. */
  onLive(): void;
  /** The event stream is disconnected. */
  onDisconnected(): void;
  onEvent(event: VideoEvent): void;
}

/** Delay before reconnecting, in milliseconds. */
const RETRY_MS = 15_000;

/** Time without data in milliseconds after which the stream counts as lost. The server sends a heartbeat every 20 s. */
const HEARTBEAT_TIMEOUT_MS = 50_000;

const watchers = new Map<string, Set<VideoWatcher>>();
let stream: { close(): void } | null = null;
let live = false;

/**
 * Subscribes to the events of one of the user's own videos. All watchers in a tab share one stream.
 * @returns unsubscribe
 */
export function watchVideo(videoId: string, watcher: VideoWatcher): () => void {
  const forVideo = watchers.get(videoId) ?? new Set();
  watchers.set(videoId, forVideo.add(watcher));
  stream ??= openStream();
  if (live) watcher.onLive();
  return () => {
    forVideo.delete(watcher);
    if (forVideo.size === 0) watchers.delete(videoId);
    if (watchers.size > 0) return;
    stream?.close();
    stream = null;
  };
}

function setLive(now: boolean): void {
  if (live === now) return;
  live = now;
  for (const watcher of [...watchers.values()].flatMap((some) => [...some])) {
    if (now) watcher.onLive();
    else watcher.onDisconnected();
  }
}

/** Reads the event stream and reconnects until it is closed. */
function openStream(): { close(): void } {
  const closing = new AbortController();
  let retry: ReturnType<typeof setTimeout>;

  async function read(): Promise<void> {
    await readOnce(closing.signal).catch(() => {});
    if (closing.signal.aborted) return;
    setLive(false);
    retry = setTimeout(read, RETRY_MS);
  }
  void read();

  return {
    close() {
      live = false;
      clearTimeout(retry);
      closing.abort();
    },
  };
}

/** Reads one stream to its end. Uses fetch because EventSource cannot send the access token. */
async function readOnce(closing: AbortSignal): Promise<void> {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), HEARTBEAT_TIMEOUT_MS);
  try {
    const response = await fetch('/api/events', {
      headers: { authorization: `Bearer ${readAccessToken()}` },
      signal: AbortSignal.any([closing, timeout.signal]),
    });
    if (!response.ok || !response.body) return;
    setLive(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(), HEARTBEAT_TIMEOUT_MS);
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) dispatchBlock(block);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Dispatches one block of the stream: an `event:` line and a `data:` line. Comments (heartbeats) are ignored. */
function dispatchBlock(block: string): void {
  const [, data] = /^event: video\ndata: (.*)$/.exec(block) ?? [];
  if (!data) return;
  const event = videoEvent.parse(JSON.parse(data));
  for (const watcher of watchers.get(event.id) ?? []) watcher.onEvent(event);
}
