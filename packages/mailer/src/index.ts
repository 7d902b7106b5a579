import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { MailPicture } from './mail-layout.ts';

export { layOutMail, type MailContent, type MailPart, type MailPicture } from './mail-layout.ts';
export { describeMailError, retryDelaySeconds } from './outbox.ts';

/** One mail to one person. */
export interface Mail {
  /** An address, alone or as `Name <address>`. */
  to: string;
  subject: string;
  /** The mail as plain text. */
  text: string;
  /** The same content as HTML. */
  html?: string;
  /** Pictures of the HTML. */
  pictures?: readonly MailPicture[];
  /** Page for turning off such mails, offered by mail programs (List-Unsubscribe, RFC 2369). */
  unsubscribeUrl?: string;
  /** Whether a POST to that address unsubscribes without login (List-Unsubscribe-Post, RFC 8058). */
  isOneClick?: boolean;
}

/** Sends mail, or saves it to a folder if no mail server is configured. */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or when the file is complete.
   * @throws TypeError if `to` is not exactly one address, or contains control characters
   */
  send(mail: Mail): Promise<void>;
  /** Closes the connections to the mail server. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  smtpUrl?: string;
  /** Folder for mails without smtpUrl; created with the first mail. */
  mailDir: string;
  /** Sender of every mail, alone or as `Name <address>`. */
  from: string;
  /** Receives the subject of each mail saved to the folder, and its first link if that points to localhost. */
  print?: (line: string) => void;
}

/** In milliseconds. A slower mail server counts as unavailable, and the job is retried. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Creates a mailer. It connects with the first mail. */
export function createMailer(options: MailerOptions): Mailer {
  assertOneLine('from', options.from);
  return options.smtpUrl ? smtpMailer(options.smtpUrl, options.from) : folderMailer(options);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...SMTP_TIMEOUTS });
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from));
    },
    async close() {
      transport.close();
    },
  };
}

function folderMailer({ mailDir, from, print }: MailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message: content } = await transport.sendMail(message(mail, from));
      await mkdir(mailDir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.eml`;
      const unfinished = join(mailDir, `.${name}.part`);
      try {
        await writeFile(unfinished, content as Buffer, { mode: 0o600, flag: 'wx' });
        await rename(unfinished, join(mailDir, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      const link = /https?:\/\/[^\s<>"]+/.exec(mail.text)?.[0];
      const shown = link && leadsToThisMachine(link) ? `: ${link}` : '';
      print?.(`Mail "${mail.subject}" is in ${join(mailDir, name)}${shown}`);
    },
    async close() {
      transport.close();
    },
  };
}

/**
 * Links in mails grant access to anyone who has them, and printed lines end up in logs. So links are only printed if
 * they point to localhost, where the person trying out Kinreel is also the one reading the log.
 */
function leadsToThisMachine(link: string): boolean {
  const host = URL.parse(link)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Nodemailer's message. It must never read files or URLs into a mail. */
function message({ to, subject, text, html, pictures = [], unsubscribeUrl, isOneClick }: Mail, from: string) {
  assertOneLine('to', to);
  const [recipient, ...others] = addressparser(to, { flatten: true });
  if (!recipient?.address || others.length > 0) throw new TypeError('"to" of a mail must be one address');
  const attachments = pictures.map(({ cid, content, contentType }) => ({
    cid,
    content,
    filename: contentType.replace('image/', `${cid}.`),
    contentType,
    contentDisposition: 'inline' as const,
  }));
  return {
    from,
    to,
    subject: oneLine(subject),
    text,
    html,
    attachments,
    ...(unsubscribeUrl && { list: { unsubscribe: { url: unsubscribeUrl } } }),
    ...(isOneClick && { headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Subjects contain names entered by people. Any name becomes a single line, so that no name can make a mail fail and be
 * retried.
 */
function oneLine(subject: string): string {
  return subject
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
}

/** Prevents header injection: a line break would allow to add headers and recipients. */
function assertOneLine(name: string, value: string) {
  if (/\p{Cc}/u.test(value)) throw new TypeError(`"${name}" of a mail must be one line without control characters`);
}
