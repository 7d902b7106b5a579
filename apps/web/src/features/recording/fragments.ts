/**
 * The boxes of an MP4 file (ISO 14496-12): four bytes of size, four of type, then content. A fragmented file starts
 * with ftyp and moov; each fragment is a moof and an mdat with its video and audio.
 */

/** Bytes of a box header, and of one with a 64-bit size (used if the first size is 1). */
const HEADER = 8;
const LONG_HEADER = 16;

/**
 * The end of the last complete fragment in bytes. Later bytes were being written when the tab was closed. Reads only
 * the headers.
 * @returns 0 if there is no complete fragment
 */
export async function endOfLastFragment(file: Blob): Promise<number> {
  let position = 0;
  let end = 0;
  let hasHeader = false;
  let before = '';
  while (position + HEADER <= file.size) {
    const view = new DataView(await file.slice(position, position + LONG_HEADER).arrayBuffer());
    const type = String.fromCharCode(...new Uint8Array(view.buffer, 4, 4));
    const size = sizeOf(view);
    // A full disk or a crash leaves incomplete boxes.
    if (size < HEADER || position + size > file.size) break;
    position += size;
    if (type === 'moov') hasHeader = true;
    if (hasHeader && type === 'mdat' && before === 'moof') end = position;
    // The index at the end of a finished recording.
    if (type === 'mfra' && end > 0) end = position;
    before = type;
  }
  return end;
}

/** @returns 0 if the size is truncated */
function sizeOf(view: DataView): number {
  const size = view.getUint32(0);
  if (size !== 1) return size;
  return view.byteLength < LONG_HEADER ? 0 : Number(view.getBigUint64(HEADER));
}
