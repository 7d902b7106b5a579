import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

/** Unpacks a ZIP file and validates it like an independent program. @returns the folder of the bag */
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
 * Checks both manifests in both directions, and the size, with programs of every Debian. They print the first problem.
 */
const CHECKS = `
  set -euo pipefail
  export LC_ALL=C
  for list in manifest-sha256.txt tagmanifest-sha256.txt; do
    sha256sum --check --strict --quiet $list
    # One kind of line: a hash, two spaces, a path.
    if grep -Evn '^[0-9a-f]{64}  [^/]' $list; then exit 1; fi
  done
  diff <(cut -c 67- manifest-sha256.txt | sort) <(find data -type f | sort)
  diff <(cut -c 67- tagmanifest-sha256.txt | sort) \\
    <(find . -type f -not -path './data/*' -not -name tagmanifest-sha256.txt -printf '%P\\n' | sort)
  diff <(grep '^Payload-Oxum: ' bag-info.txt) \\
    <(echo "Payload-Oxum: $(find data -type f -exec cat {} + | wc -c).$(find data -type f | wc -l)")
  diff bagit.txt <(printf 'BagIt-Version: 1.0\\nTag-File-Character-Encoding: UTF-8\\n')
  if grep -Evn '^[A-Za-z-]+: .+' bag-info.txt; then exit 1; fi
`;

/**
 * Validates a bag by RFC 8493, with independent programs: coreutils, find, grep and diff.
 * @throws Error with their output
 */
export async function checkBag(folder: string): Promise<void> {
  await promisify(execFile)('bash', ['-c', CHECKS], { cwd: folder }).catch(({ stdout, stderr }) => {
    throw new Error(`No bag: ${stdout}${stderr}`);
  });
}
