import { type Cue, MAX_CAPTIONS_BYTES, MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';
import { parseCaptions, writeWebVtt } from '@kinreel/contracts/webvtt';

/** The captions of a file, or why it cannot be used. */
export type CaptionFileResult =
  | { cues: Cue[]; skipped: number }
  | { error: 'fileTooLarge' | 'fileUnreadable' | 'fileWithoutCaptions' };

/** Reads a WebVTT or SubRip file. The file name is ignored. */
export async function readCaptionFile(file: File): Promise<CaptionFileResult> {
  if (file.size > MAX_CAPTIONS_BYTES) return { error: 'fileTooLarge' };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { error: 'fileUnreadable' };
  const { cues, skipped } = parseCaptions(decodeText(bytes), { cues: MAX_CUES, length: MAX_CUE_LENGTH });
  if (cues.length > 0) return { cues, skipped };
  return { error: 'fileWithoutCaptions' };
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, or else Windows-1252, which old files use. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Downloads the captions as a WebVTT file. @param name file name without extension */
export function downloadCaptionFile(cues: readonly Cue[], name: string): void {
  const url = URL.createObjectURL(new Blob([writeWebVtt(cues)], { type: 'text/vtt' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N} ,'-]+/gu, '').trim() || 'captions'}.vtt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
