import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './asserting-test.ts';
import type { Kinreel } from './kinreel.ts';

/** Password-reset links in the mails to this address, oldest first. */
export async function resetLinks(kinreel: Kinreel, address: string): Promise<string[]> {
  const folder = join(kinreel.dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.match(/^To: (.*)$/im)?.[1]?.includes(address))
    .map((mail) => {
      const text = mail
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      const link = /http:\/\/\S+\/password-reset\?[\w=&%.-]+/.exec(text)?.[0];
      if (!link) throw new Error(`A mail without a link:\n${mail}`);
      return link;
    });
}

/** Waits until this number of mails has arrived. @returns the link in the newest one */
export async function resetLink(kinreel: Kinreel, address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await resetLinks(kinreel, address)).length).toBe(count);
  return (await resetLinks(kinreel, address)).at(-1) ?? '';
}
