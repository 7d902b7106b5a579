import { KEY_FRAME_SECONDS } from '../encode/ffmpeg-args.ts';
import type { HighRange } from '../encode/plan.ts';
import type { FragmentIndex, Segment } from './fragmented-mp4.ts';

/** A rendition, for its playlist. */
export interface PlaylistRendition {
  /** Short side in pixels, with the suffix "-hdr" for HDR; part of its URL. */
  name: string;
  width: number;
  height: number;
  /** Bits per second: of the largest segment, and the average. */
  bandwidth: number;
  averageBandwidth: number;
  /** Codec string (RFC 6381). */
  codecs: string;
  /** VIDEO-RANGE: PQ and HLG are HDR. */
  videoRange: 'SDR' | HighRange;
}

/** Peak and average bits per second of these segments. */
export function bandwidthOf(segments: readonly Segment[]): { bandwidth: number; averageBandwidth: number } {
  const rate = (bytes: number, seconds: number) => Math.ceil((bytes * 8) / Math.max(seconds, 0.001));
  const sum = (of: (segment: Segment) => number) => segments.reduce((total, segment) => total + of(segment), 0);
  const total = rate(
    sum(({ bytes }) => bytes),
    sum(({ seconds }) => seconds),
  );
  // A last segment with few frames is mostly a key frame, so its rate is not representative.
  const full = segments.filter(({ seconds }) => seconds >= 1).map(({ bytes, seconds }) => rate(bytes, seconds));
  return { bandwidth: Math.max(total, ...full), averageBandwidth: total };
}

/**
 * The master playlist (RFC 8216), smallest rendition first: players start with the first one by default.
 * @param addressOf returns the URL of a rendition's playlist, relative to this one
 */
export function masterPlaylist(
  renditions: readonly PlaylistRendition[],
  addressOf: (rendition: PlaylistRendition) => string,
): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const rendition of [...renditions].sort((a, b) => a.bandwidth - b.bandwidth)) {
    const { bandwidth, averageBandwidth, width, height, codecs, videoRange } = rendition;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}",VIDEO-RANGE=${videoRange}`,
      addressOf(rendition),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The media playlist of a rendition: byte ranges of one file. @param address of the file, relative to the playlist */
export function mediaPlaylist({ initBytes, firstByte, segments }: FragmentIndex, address: string): string {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const lines = [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`, '#EXT-X-PLAYLIST-TYPE:VOD'],
    ...['#EXT-X-INDEPENDENT-SEGMENTS', `#EXT-X-MAP:URI="${address}",BYTERANGE="${initBytes}@0"`],
  ];
  let at = firstByte;
  for (const { bytes, seconds } of segments) {
    lines.push(`#EXTINF:${seconds.toFixed(6)},`, `#EXT-X-BYTERANGE:${bytes}@${at}`, address);
    at += bytes;
  }
  lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/**
 * The playlist of the fragments so far, each a separate file (type EVENT, RFC 8216, section 4.3.3.5): entries never
 * change, and the list ends when the video is complete. EXT-X-START makes players start at the beginning instead of
 * near the live edge.
 * @param addressOf returns the URL of a fragment, relative to the playlist; 0 is the header
 */
export function growingPlaylist(
  fragments: readonly { number: number; seconds: number }[],
  { ended, addressOf }: { ended: boolean; addressOf: (number: number) => string },
): string {
  // Must not change while a playlist grows (RFC 8216, section 6.2.1); fragments end at key frames.
  const longest = Math.max(KEY_FRAME_SECONDS, ...fragments.map(({ seconds }) => Math.round(seconds)));
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-PLAYLIST-TYPE:EVENT'],
    ...['#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES'],
    `#EXT-X-MAP:URI="${addressOf(0)}"`,
    ...fragments.flatMap(({ number, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, addressOf(number)]),
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}
