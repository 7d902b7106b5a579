import { randomBytes } from 'node:crypto';

/**
 * A keyring in Ceph's format, each key with all rights: type 1, creation time, 16 bytes.
 * @param names of the keys, such as `mon.` and `osd.0`
 */
export function cephKeyring(names: readonly string[]): string {
  return names
    .map((name) => {
      const key = Buffer.alloc(28);
      key.writeUInt16LE(1, 0);
      key.writeUInt32LE(Math.floor(Date.now() / 1000), 2);
      key.writeUInt16LE(16, 10);
      randomBytes(16).copy(key, 12);
      const rights = ['mon', 'osd', 'mgr'].map((part) => `\tcaps ${part} = "allow *"\n`).join('');
      return `[${name}]\n\tkey = ${key.toString('base64')}\n${rights}`;
    })
    .join('');
}
