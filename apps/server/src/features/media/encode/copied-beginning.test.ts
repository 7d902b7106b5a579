import { expect, test } from 'vitest';
import type { VideoProbe } from '../probe/probe.ts';
import { secondsOfBeginning } from './copied-beginning.ts';
import type { Preparation } from './plan.ts';

const PLAN = {
  kind: 'prepare',
  container: 'mp4',
  isRendition: false,
  cut: null,
  video: { index: 0, codec: 'h264', encode: null },
  audio: { index: 1, encode: null },
} as const satisfies Preparation;
const CUT = { seek: 0, start: 1, end: 2, decodedUntil: null };

/** The properties of a video that decide. */
function clip({ codec = 'aac', rotation = 0, mirrored = false, megabytes = 500, seconds = 600 as number | null } = {}) {
  const [video, audio] = [{ rotation, mirrored }, { codec }];
  return { sizeBytes: megabytes * 1e6, durationSeconds: seconds, video, audio } as VideoProbe;
}

test.each<[string, Preparation, VideoProbe, number]>([
  ['the first minute', PLAN, clip(), 60],
  ['a tenth of a long video', PLAN, clip({ seconds: 7200, megabytes: 9000 }), 720],
  ['just large enough', PLAN, clip({ megabytes: 100 }), 60],
  ['without sound', { ...PLAN, audio: null }, clip(), 60],
  [
    'with sound that is encoded',
    { ...PLAN, audio: { index: 1, encode: { channels: 2, bitRate: 1 } } },
    clip({ codec: 'ac3' }),
    60,
  ],
])(
  '[UP-02] the beginning of a stream copy can be watched before the copy is complete: %s',
  (_, plan, source, expected) => {
    expect(secondsOfBeginning(plan, source)).toBe(expected);
  },
);

test.each<[string, Preparation, VideoProbe]>([
  ['is soon ready', PLAN, clip({ megabytes: 99 })],
  ['has an unknown length', PLAN, clip({ seconds: null })],
  ['is turned', PLAN, clip({ rotation: 90 })],
  ['is mirrored', PLAN, clip({ mirrored: true })],
  ['has sound that not every browser plays in fragments', PLAN, clip({ codec: 'mp3' })],
  ['is WebM', { ...PLAN, container: 'webm' }, clip()],
  ['is a part of a video', { ...PLAN, cut: CUT }, clip()],
])('[UP-02] a stream copy cannot be watched before it is complete if it %s', (_, plan, source) => {
  expect(secondsOfBeginning(plan, source)).toBeNull();
});
