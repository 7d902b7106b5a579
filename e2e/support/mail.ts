import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './asserting-test.ts';
import type { Kinreel } from './kinreel.ts';

/** Everybody gets this mail at sign-up, so most tests ignore it. */
const VERIFICATION = /\/identity\/verify-email\?/;

/** The texts of the mails to this address, oldest first, without those that ask to confirm it. */
export async function mailsTo(kinreel: Kinreel, address: string): Promise<string[]> {
  return (await allMailsTo(kinreel, address)).filter((mail) => !VERIFICATION.test(mail));
}

/** Waits for the mail that asks to confirm this address. @returns the link in the newest one */
export async function verificationLink(kinreel: Kinreel, address: string): Promise<string> {
  const links = async () =>
    (await allMailsTo(kinreel, address)).flatMap((mail) => mail.match(/http:\/\/\S+\/verify-email\?[\w=&%.-]+/) ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links()).at(-1) ?? '';
}

async function allMailsTo(kinreel: Kinreel, address: string): Promise<string[]> {
  const folder = join(kinreel.dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.match(/^To: (.*)$/im)?.[1]?.includes(address))
    .map((mail) =>
      mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
}

/** Waits for a mail with a link to this path. @returns the link in the newest one */
export async function linkInMail(kinreel: Kinreel, address: string, path: string): Promise<string> {
  const links = async () =>
    (await mailsTo(kinreel, address)).flatMap((mail) => mail.match(/http:\/\/[^\s"<>]+/g) ?? []);
  const wanted = async () => (await links()).filter((link) => new URL(link).pathname.startsWith(path));
  await expect.poll(wanted, { timeout: 30_000 }).not.toEqual([]);
  return (await wanted()).at(-1) ?? '';
}

/** Password-reset links in the mails to this address, oldest first. */
export async function resetLinks(kinreel: Kinreel, address: string): Promise<string[]> {
  return (await mailsTo(kinreel, address)).map((mail) => {
    const link = /http:\/\/\S+\/password-reset\?[\w=&%.-]+/.exec(mail)?.[0];
    if (!link) throw new Error(`A mail without a link:\n${mail}`);
    return link;
  });
}

/** Waits until this number of mails has arrived. @returns the link in the newest one */
export async function resetLink(kinreel: Kinreel, address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await resetLinks(kinreel, address)).length).toBe(count);
  return (await resetLinks(kinreel, address)).at(-1) ?? '';
}
