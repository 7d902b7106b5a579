/**
 * The boxes of an MP4 file (ISO 14496-12): four bytes of size, four of type, content. A fragmented one begins with
 * ftyp and moov; each fragment after them is a moof and the mdat with its pictures and sound.
 */

/** Bytes of a box's size and type; and with the longer size that follows if the first one is 1. */
const HEADER = 8;
const LONG_HEADER = 16;

/**
 * Where the last complete fragment of a recording ends, in bytes: what follows was still being written when the tab was
 * closed. 0 if there is no complete fragment. Reads only the headers.
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
    // The index at the end of a finished recording
    if (type === 'mfra' && end > 0) end = position;
    before = type;
  }
  return end;
}

/** 0 where the size is missing. */
function sizeOf(view: DataView): number {
  const size = view.getUint32(0);
  if (size !== 1) return size;
  return view.byteLength < LONG_HEADER ? 0 : Number(view.getBigUint64(HEADER));
}
