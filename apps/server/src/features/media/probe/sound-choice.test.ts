import { expect, test } from 'vitest';
import { testClip } from '../../../testing/clips.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { probeVideo } from './probe.ts';

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono'];
const VOICE = ['-f', 'lavfi', '-i', 'sine=frequency=300:sample_rate=44100'];
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15'];
const MAPS = ['-map', '0', '-map', '1', '-map', '2', '-t', '2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

describeWithFfmpeg('the sound of a video with several tracks', () => {
  test.each([
    ['a silent first track of a camera with two inputs', 'silent-first.mov', [SILENCE, VOICE], 0, 2],
    ['a silent second one', 'silent-second.mov', [VOICE, SILENCE], 0, 1],
    ['two audible ones, the second is the default track', 'second-preferred.mkv', [VOICE, VOICE], 1, 2],
    ['two silent ones', 'both-silent.mov', [SILENCE, SILENCE], 0, 1],
  ] as const)('[UP-02] of %s is the right one', async (_what, name, [first, second], preferred, expected) => {
    const dispositions = ['-disposition:a', '0', `-disposition:a:${preferred}`, 'default'];
    const clip = testClip(name, [...PICTURE, ...first, ...second, ...MAPS, '-c:a', 'aac', ...dispositions]);
    const probe = await probeVideo(clip, tools);
    expect(probe?.audio).toMatchObject({ index: expected, codec: 'aac', channels: 1 });
  });
});
