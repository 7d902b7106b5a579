import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

/** Unpacks a ZIP file and checks it as a program that receives bags would. @returns the folder of the bag */
export async function unpackBag(zip: string, target: string): Promise<string> {
  const entries = await yauzl.openPromise(zip, { strictFileNames: true });
  for await (const entry of entries.eachEntry()) {
    const path = join(target, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(await entries.openReadStreamPromise(entry), createWriteStream(path));
  }
  const [folder, ...more] = await readdir(target);
  if (!folder || more.length > 0) throw new Error('A serialized bag has one folder (RFC 8493, 4.2).');
  await checkBag(join(target, folder));
  return join(target, folder);
}

/**
 * Checks a bag by the words of RFC 8493, not by what writes it, and with a program that knows nothing of Kinreel.
 * @throws Error with the first thing that is wrong
 */
async function checkBag(folder: string): Promise<void> {
  for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    await promisify(execFile)('sha256sum', ['--check', '--strict', '--quiet', manifest], { cwd: folder });
  }
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1));
  if ((await read('bagit.txt')) !== 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n') {
    throw new Error('2.1.1: bagit.txt');
  }
  const payload = files.filter((path) => path.startsWith('data/'));
  const inManifest = await checkManifest(folder, await read('manifest-sha256.txt'));
  if (inManifest.sort().join() !== payload.sort().join()) throw new Error('2.1.3: every payload file is listed once');
  const tagFiles = files.filter((path) => !path.startsWith('data/') && path !== 'tagmanifest-sha256.txt');
  const inTagManifest = await checkManifest(folder, await read('tagmanifest-sha256.txt'));
  if (inTagManifest.sort().join() !== tagFiles.sort().join()) throw new Error('2.2.1: every tag file is listed once');
  let bytes = 0;
  for (const path of payload) bytes += (await readFile(join(folder, path))).length;
  const info = await read('bag-info.txt');
  if (!info.includes(`\nPayload-Oxum: ${bytes}.${payload.length}\n`)) throw new Error('2.2.2: Payload-Oxum');
  if (!/^([\w-]+: .*\n)+$/.test(info)) throw new Error('2.2.2: bag-info.txt');
}

async function checkManifest(folder: string, manifest: string): Promise<string[]> {
  const paths: string[] = [];
  for (const line of manifest.trimEnd().split('\n')) {
    const [, sha256, path = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    const actual = createHash('sha256').update(await readFile(join(folder, path)));
    if (actual.digest('hex') !== sha256) throw new Error(`3: ${path} has another SHA-256`);
    paths.push(path);
  }
  return paths;
}
