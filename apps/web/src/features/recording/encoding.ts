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

/** The best way that this browser has; null where it has none. */
export async function planEncoding(stream: MediaStream): Promise<EncodingPlan | null> {
  if ('VideoEncoder' in window) {
    const { planWebCodecs } = await import('./encode-with-webcodecs.ts');
    const plan = await planWebCodecs(stream).catch(() => null);
    if (plan) return plan;
  }
  const { planMediaRecorder } = await import('./encode-with-media-recorder.ts');
  return planMediaRecorder(stream);
}
