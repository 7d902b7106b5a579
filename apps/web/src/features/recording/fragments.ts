/**
 * The boxes of an MP4 file (ISO 14496-12): four bytes of size, four of type, content. A fragmented one begins with
 * ftyp and moov; each fragment after them is a moof and the mdat with its pictures and sound.
 */

/** Bytes of a box's size and type, and of the longer size that follows where the first one says 1. */
const HEADER = 8;
const LONG_HEADER = 16;

/**
 * Where the last whole fragment of a recording ends, in bytes: everything after it was still being written when the tab
 * went away. 0 where there is not one whole fragment. Reads the headers only.
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
    // What a full disk or a crash left behind is no box.
    if (size < HEADER || position + size > file.size) break;
    position += size;
    if (type === 'moov') hasHeader = true;
    if (hasHeader && type === 'mdat' && before === 'moof') end = position;
    // The index that a finished recording ends with
    if (type === 'mfra' && end > 0) end = position;
    before = type;
  }
  return end;
}

/** 0 where the size is not there. */
function sizeOf(view: DataView): number {
  const size = view.getUint32(0);
  if (size !== 1) return size;
  return view.byteLength < LONG_HEADER ? 0 : Number(view.getBigUint64(HEADER));
}
