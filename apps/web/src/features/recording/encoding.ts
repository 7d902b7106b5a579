/** How a recording is made from a stream; two ways, chosen by what the browser can do. */
export interface EncodingPlan {
  /** What will be recorded, as in `video/mp4`. */
  mime: string;
  /** About how much a second takes, in bytes. */
  bytesPerSecond: number;
  begin(sink: EncodingSink): Promise<Encoding>;
}

export interface EncodingSink {
  /** The next bytes, about every second. */
  append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** It cannot go on; what was appended is kept. */
  onFailure: (error: unknown) => void;
}

/** A recording under way. */
export interface Encoding {
  pause(): void;
  resume(): void;
  /** Resolves when the last byte was appended. */
  finish(): Promise<void>;
}

/** Bits a second: 2.5 million for 1280 x 720, which is what a face and a room need. */
export function videoBitrate(width: number, height: number): number {
  return Math.round(width * height * 2.7);
}

/** Bits a second for a voice. */
export const AUDIO_BITRATE = 96_000;
