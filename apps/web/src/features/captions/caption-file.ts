import { type Cue, MAX_CAPTIONS_BYTES, MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';
import { parseCaptions, writeWebVtt } from '@kinreel/contracts/webvtt';

/** Encodings of old caption files, with their TextDecoder names. Such a file does not name its encoding. */
export const OLD_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type OldEncoding = (typeof OLD_ENCODINGS)[number];

/** The captions of a file, or why it cannot be used. `encoding` is the assumed one; null if it was detected. */
export type CaptionFileResult =
  | { cues: Cue[]; skipped: number; encoding: OldEncoding | null }
  | { error: 'fileTooLarge' | 'fileUnreadable' | 'fileWithoutCaptions' };

/** Reads a WebVTT or SubRip file. The file name is ignored. @param assumed encoding if none can be detected */
export async function readCaptionFile(file: File, assumed: OldEncoding = 'windows-1252'): Promise<CaptionFileResult> {
  if (file.size > MAX_CAPTIONS_BYTES) return { error: 'fileTooLarge' };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { error: 'fileUnreadable' };
  const { text, encoding } = decodeText(bytes, assumed);
  const { cues, skipped } = parseCaptions(text, { cues: MAX_CUES, length: MAX_CUE_LENGTH });
  if (cues.length > 0) return { cues, skipped, encoding };
  return { error: 'fileWithoutCaptions' };
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, otherwise the assumed encoding. */
export function decodeText(bytes: ArrayBuffer, assumed: OldEncoding): { text: string; encoding: OldEncoding | null } {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const decoded = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes), encoding: null });
  if (first === 0xff && second === 0xfe) return decoded('utf-16le');
  if (first === 0xfe && second === 0xff) return decoded('utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { ...decoded(assumed), encoding: assumed };
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
