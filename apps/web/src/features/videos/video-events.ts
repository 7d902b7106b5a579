import { type VideoEvent, videoEvent } from '@kinreel/contracts/events';
import { readAccessToken } from '../../shared/api/access-token.ts';

/** What a watcher of a video is told. */
export interface VideoWatcher {
  /** The stream is there: from now on news come by themselves. Also called when it is there again. */
  onLive(): void;
  /** No news until further notice. */
  onSilent(): void;
  onEvent(event: VideoEvent): void;
}

/** Milliseconds before a stream that ended or could not be had is asked for again. */
const RETRY_MS = 15_000;

/** Milliseconds without a sign of life after which a stream counts as dead; the server gives one every 20 s. */
const SILENCE_MS = 50_000;

const watchers = new Map<string, Set<VideoWatcher>>();
let stream: { close(): void } | null = null;
let live = false;

/** Be told what happens to one of the reader's own videos. All watchers of a tab share one stream. @returns how to stop */
export function watchVideo(videoId: string, watcher: VideoWatcher): () => void {
  const own = watchers.get(videoId) ?? new Set();
  watchers.set(videoId, own.add(watcher));
  stream ??= openStream();
  if (live) watcher.onLive();
  return () => {
    own.delete(watcher);
    if (own.size === 0) watchers.delete(videoId);
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
    else watcher.onSilent();
  }
}

/** Read the stream, again and again until closed. */
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

/** One stream to its end. EventSource could not send the token. */
async function readOnce(closing: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const answer = await fetch('/api/events', {
      headers: { authorization: `Bearer ${readAccessToken()}` },
      signal: AbortSignal.any([closing, silence.signal]),
    });
    if (!answer.ok || !answer.body) return;
    setLive(true);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) tell(block);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** One event of the stream, as our own server writes it: a line with its name, one with its data; or a comment. */
function tell(block: string): void {
  const [, data] = /^event: video\ndata: (.*)$/.exec(block) ?? [];
  if (!data) return;
  const event = videoEvent.parse(JSON.parse(data));
  for (const watcher of watchers.get(event.id) ?? []) watcher.onEvent(event);
}
