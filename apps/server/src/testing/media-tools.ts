import { describe, expect, type TestOptions, test } from 'vitest';
import { findMediaTools } from '../platform/ffmpeg/tools.ts';

/** The ffmpeg of this machine; null if there is none that Kinreel can use. */
export const tools = await findMediaTools({ ffmpegPath: process.env.FFMPEG_PATH });

/** `describe` for tests that need ffmpeg. Without it they are skipped; in CI they fail. */
export function describeWithFfmpeg(name: string, options: TestOptions | (() => void), tests?: () => void): void {
  const body = tests ?? (options as () => void);
  if (tools) describe(name, typeof options === 'object' ? options : {}, body);
  else if (process.env.CI) {
    test(name, () => {
      expect.fail('There is no usable ffmpeg on this machine.');
    });
  } else describe.skip(name, body);
}
