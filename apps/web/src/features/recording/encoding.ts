/** How a stream is encoded. There are two implementations, depending on the browser. */
export interface EncodingPlan {
  /** MIME type of the file, such as `video/mp4`. */
  mime: string;
  /** Estimated bytes per second of video. */
  bytesPerSecond: number;
  begin(sink: EncodingSink): Promise<Encoding>;
}

export interface EncodingSink {
  /** Called with the next bytes, about every second. */
  append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Called if the encoder cannot continue. The appended bytes are valid. */
  onFailure: (error: unknown) => void;
}

/** A running encoder. */
export interface Encoding {
  pause(): void;
  resume(): void;
  /** Resolves when the last byte was appended. */
  finish(): Promise<void>;
}

/** Bits per second: 2.5 million for 1280 x 720, enough for a person in a room. */
export function videoBitrate(width: number, height: number): number {
  return Math.round(width * height * 2.7);
}

/** Bits per second, enough for speech. */
export const AUDIO_BITRATE = 96_000;
