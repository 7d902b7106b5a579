import type { FragmentIndex, Segment } from './fragmented-mp4.ts';

/** A size of a video, as its playlist is written from. */
export interface PlaylistRendition {
  /** Its short side, as its address has it. */
  name: string;
  width: number;
  height: number;
  /** Bits a second: of the dearest segment, and on average. */
  bandwidth: number;
  averageBandwidth: number;
  /** RFC 6381. */
  codecs: string;
}

/** Bits a second that these segments take. */
export function bandwidthOf(segments: readonly Segment[]): { bandwidth: number; averageBandwidth: number } {
  const rate = (bytes: number, seconds: number) => Math.ceil((bytes * 8) / Math.max(seconds, 0.001));
  const sum = (of: (segment: Segment) => number) => segments.reduce((total, segment) => total + of(segment), 0);
  const total = rate(
    sum(({ bytes }) => bytes),
    sum(({ seconds }) => seconds),
  );
  // A last segment of a few frames is all key frame and says nothing of the line that is needed.
  const whole = segments.filter(({ seconds }) => seconds >= 1).map(({ bytes, seconds }) => rate(bytes, seconds));
  return { bandwidth: Math.max(total, ...whole), averageBandwidth: total };
}

/**
 * The list of sizes (RFC 8216), the smallest first: a player without an opinion begins with that one.
 * @param addressOf a size's own playlist, relative to this one
 */
export function masterPlaylist(
  renditions: readonly PlaylistRendition[],
  addressOf: (rendition: PlaylistRendition) => string,
): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const rendition of [...renditions].sort((a, b) => a.bandwidth - b.bandwidth)) {
    const { bandwidth, averageBandwidth, width, height, codecs } = rendition;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      addressOf(rendition),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The list of one size's segments, all stretches of one file. @param address of the file, relative to the playlist */
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
