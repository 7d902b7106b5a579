/** How a stream is encoded: one of two ways, depending on the browser. */
export interface EncodingPlan {
  /** Type of the file, such as `video/mp4`. */
  mime: string;
  /** Estimated bytes per second of video. */
  bytesPerSecond: number;
  begin(sink: EncodingSink): Promise<Encoding>;
}

export interface EncodingSink {
  /** The next bytes, about every second. */
  append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The encoder cannot continue. What was appended is valid. */
  onFailure: (error: unknown) => void;
}

/** An encoder that is running. */
export interface Encoding {
  pause(): void;
  resume(): void;
  /** Resolves when the last byte was appended. */
  finish(): Promise<void>;
}

/** Bits per second: 2.5 million for 1280 x 720, enough for a face and a room. */
export function videoBitrate(width: number, height: number): number {
  return Math.round(width * height * 2.7);
}

/** Bits per second, enough for a voice. */
export const AUDIO_BITRATE = 96_000;
