import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** Wrapper programs of the sandbox, whose arguments contain those of the wrapped program. */
const WRAPPERS = ['prlimit', 'nice', 'bwrap', 'unshare', 'setpriv'];

/** Ids of the programs on this machine whose arguments contain all of these words, without wrappers. Needs /proc. */
export async function runningPrograms(...words: string[]): Promise<number[]> {
  const found = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const isWrapper = WRAPPERS.includes(basename(command.split('\0')[0] ?? ''));
      return !isWrapper && words.every((word) => command.includes(word)) ? [Number(pid)] : [];
    });
  return (await Promise.all(found)).flat();
}
