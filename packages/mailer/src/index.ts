import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';

/** One mail to one person. */
export interface Mail {
  /** An address, alone or as `Name <address>`. */
  to: string;
  subject: string;
  /** The whole mail as plain text. */
  text: string;
  /** The same mail as HTML, for those who prefer it. */
  html?: string;
}

/** Sends mail, or keeps it in a folder where no mail server is configured. */
export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail, or when the mail is in the folder.
   * @throws TypeError when `to` is not exactly one address, or `to` or `subject` is not one plain line.
   */
  send(mail: Mail): Promise<void>;
  /** Ends the connections to the mail server. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  smtpUrl?: string;
  /** Where mails are kept when there is no smtpUrl; made when the first mail comes. */
  mailDir: string;
  /** Sender of every mail, alone or as `Name <address>`. */
  from: string;
  /** Told subject and first link of each mail kept in the folder. */
  print?: (line: string) => void;
}

/** Milliseconds; a mail server that takes longer is treated as away, and the job that sends is tried again. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Makes the mailer of a process. It does not connect before the first mail. */
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
      print?.(`Mail "${mail.subject}" is in ${join(mailDir, name)}${link ? `: ${link}` : ''}`);
    },
    async close() {
      transport.close();
    },
  };
}

/** Nodemailer's message; files and addresses on the web are never read into a mail. */
function message({ to, subject, text, html }: Mail, from: string) {
  assertOneLine('to', to);
  assertOneLine('subject', subject);
  const [recipient, ...others] = addressparser(to, { flatten: true });
  if (!recipient?.address || others.length > 0) throw new TypeError('"to" of a mail must be one address');
  return { from, to, subject, text, html, disableFileAccess: true, disableUrlAccess: true };
}

/** A line break in a header would let whoever wrote it add headers and recipients of their own. */
function assertOneLine(name: string, value: string) {
  if (/\p{Cc}/u.test(value)) throw new TypeError(`"${name}" of a mail must be one line without control characters`);
}
