import {
  canEncodeAudio,
  canEncodeVideo,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import { AUDIO_BITRATE, type EncodingPlan, type EncodingSink, videoBitrate } from './encoding.ts';

/** Duration of a fragment in seconds, the most that a crash can lose. Each fragment starts with a key frame. */
const FRAGMENT_SECONDS = 1;

/** Maximum frames per second; some cameras deliver 60. */
const MAX_FRAME_RATE = 30;

/**
 * Encodes fragmented MP4 with WebCodecs. An interrupted recording can be played up to its last complete fragment, and
 * has the right duration.
 * @returns null if this browser cannot encode it
 */
export async function planWebCodecs(stream: MediaStream): Promise<EncodingPlan | null> {
  const [video] = stream.getVideoTracks();
  const [audio] = stream.getAudioTracks();
  if (!video) return null;
  const { width = 1280, height = 720, frameRate = MAX_FRAME_RATE } = video.getSettings();
  const bitrate = videoBitrate(width, height);
  if (!(await canEncodeVideo('avc', { width, height, bitrate }))) return null;
  const { channelCount: numberOfChannels = 1, sampleRate = 48_000 } = audio?.getSettings() ?? {};
  const sound = { numberOfChannels, sampleRate, bitrate: AUDIO_BITRATE };
  // Chromium on Linux has no AAC encoder and would record silence.
  const audioCodec = (await canEncodeAudio('aac', sound))
    ? 'aac'
    : (await canEncodeAudio('opus', sound))
      ? 'opus'
      : null;
  if (audio && !audioCodec) return null;

  async function begin({ append, onFailure }: EncodingSink) {
    const write = ({ data }: StreamTargetChunk) =>
      append(data).catch((error) => {
        onFailure(error);
        throw error;
      });
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: FRAGMENT_SECONDS }),
      target: new StreamTarget(new WritableStream({ write })),
    });
    const sources: (MediaStreamVideoTrackSource | MediaStreamAudioTrackSource)[] = [];
    if (video) {
      const source = new MediaStreamVideoTrackSource(
        video as MediaStreamVideoTrack,
        // If a phone is rotated, the picture is fitted into the first frame's size.
        { codec: 'avc', bitrate, keyFrameInterval: FRAGMENT_SECONDS, sizeChangeBehavior: 'contain' },
        { frameRate: Math.min(MAX_FRAME_RATE, frameRate || MAX_FRAME_RATE) },
      );
      output.addVideoTrack(source);
      sources.push(source);
    }
    if (audio && audioCodec) {
      const source = new MediaStreamAudioTrackSource(audio as MediaStreamAudioTrack, {
        codec: audioCodec,
        bitrate: AUDIO_BITRATE,
      });
      output.addAudioTrack(source);
      sources.push(source);
    }
    for (const source of sources) source.errorPromise.catch(onFailure);
    await output.start();
    return {
      pause: () => {
        for (const source of sources) source.pause();
      },
      resume: () => {
        for (const source of sources) source.resume();
      },
      finish: () => output.finalize(),
    };
  }

  return { mime: 'video/mp4', bytesPerSecond: (bitrate + AUDIO_BITRATE) / 8, begin };
}
