import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** Bytes per read. */
const SLICE = 4 * 1024 * 1024;

/** Responds to a file with its SHA-256 in hex, or with null if the file cannot be read. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  try {
    const hash = sha256.create();
    for (let at = 0; at < file.size; at += SLICE) {
      hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()));
    }
    postMessage(bytesToHex(hash.digest()));
  } catch {
    postMessage(null);
  }
});
