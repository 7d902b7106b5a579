import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, layOutMail, type Mailer } from './index.ts';

const FROM = 'Kinreel <no-reply@kinreel.test>';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailer-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Decoded headers by lower-case name, and decoded parts by content type. */
function parse(source: string) {
  const end = source.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  const type = headers.get('content-type') ?? '';
  const body = source.slice(end + 4);
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  const parts = new Map<string, string>();
  if (boundary) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      for (const [name, content] of parse(part.replace(/^\r\n/, '')).parts) parts.set(name, content);
    }
  } else {
    parts.set(type.split(';')[0] ?? '', decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit').trim());
  }
  return { headers, parts };
}

const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeBody(text.replaceAll('_', ' '), 'quoted-printable'),
    );

function decodeBody(body: string, encoding: string) {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

describe('without a mail server', () => {
  test('a mail is a complete file that only its owner can read', async () => {
    const mailDir = join(folder, 'deep', 'mail');
    const mailer = createMailer({ mailDir, from: FROM });
    const text = `Liebe Großmutter,\n\nhier ist der Link: https://kinreel.test/s/abc?x=${'y'.repeat(120)}\n\n👋`;
    await mailer.send({ to: 'Zoë <zoe@example.test>', subject: 'Grüße: dein Video 🎬', text, html: '<p>Grüße</p>' });
    await mailer.close();

    const names = readdirSync(mailDir);
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{12}\.eml$/)]);
    const file = join(mailDir, names[0] ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { headers, parts } = parse(readFileSync(file, 'utf8'));
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('to')).toBe('Zoë <zoe@example.test>');
    expect(headers.get('subject')).toBe('Grüße: dein Video 🎬');
    expect(headers.get('message-id')).toMatch(/^<.+@kinreel\.test>$/);
    expect(Number.isNaN(Date.parse(headers.get('date') ?? ''))).toBe(false);
    expect(parts.get('text/plain')).toBe(text);
    expect(parts.get('text/html')).toBe('<p>Grüße</p>');
  });

  test('subject and first link are printed', async () => {
    const lines: string[] = [];
    const mailer = createMailer({ mailDir: folder, from: FROM, print: (line) => lines.push(line) });
    await mailer.send({
      to: 'a@example.test',
      subject: 'Confirm your address',
      text: 'Open <http://localhost:3000/confirm?t=1>.\nNot http://localhost:3000/other',
    });
    await mailer.send({ to: 'a@example.test', subject: 'No link', text: 'Nothing to open.' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Mail "Confirm your address" is in .+\.eml: http:\/\/localhost:3000\/confirm\?t=1$/);
    expect(lines[1]).toMatch(/^Mail "No link" is in .+\.eml$/);
  });

  test('a link is printed only if it leads to this machine', async () => {
    const lines: string[] = [];
    const mailer = createMailer({ mailDir: folder, from: FROM, print: (line) => lines.push(line) });
    const own = ['http://localhost:3000/a', 'http://127.0.0.1/b', 'https://[::1]:3000/c'];
    const others = [
      'https://kin.example/a',
      'http://localhost.example/b',
      'http://127.0.0.1.example/c',
      'http://192.168.1.2/',
    ];
    for (const link of [...own, ...others]) await mailer.send({ to: 'a@example.test', subject: 'Hello', text: link });
    expect(lines.map((line) => /\.eml(?:: (.*))?$/.exec(line)?.[1])).toEqual([...own, ...others.map(() => undefined)]);
  });

  test('saves concurrent mails without losing any', async () => {
    const mailer = createMailer({ mailDir: folder, from: FROM });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => mailer.send({ to: 'a@example.test', subject: `Mail ${n}`, text: 'Hello' })),
    );
    const subjects = readdirSync(folder).map((name) =>
      parse(readFileSync(join(folder, name), 'utf8')).headers.get('subject'),
    );
    expect(new Set(subjects).size).toBe(20);
  });
});

describe('header injection', () => {
  test.each([
    ['a line break in the address', { to: 'a@example.test\r\nBcc: b@example.test', subject: 'Hi' }],
    ['a bare line feed in the name', { to: '"A\nBcc: b@example.test" <a@example.test>', subject: 'Hi' }],
    ['two addresses', { to: 'a@example.test, b@example.test', subject: 'Hi' }],
    ['a group of addresses', { to: 'Team: a@example.test, b@example.test;', subject: 'Hi' }],
    ['no address', { to: 'nobody', subject: 'Hi' }],
  ])('rejects %s', async (_, mail) => {
    const mailer = createMailer({ mailDir: folder, from: FROM });
    await expect(mailer.send({ ...mail, text: 'Hello' })).rejects.toThrow(TypeError);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a line break', 'Hi\r\nBcc: b@example.test', 'Hi Bcc: b@example.test'],
    ['a next line (U+0085)', 'Hi\u0085Bcc: b@example.test', 'Hi Bcc: b@example.test'],
    ['a line separator', 'Hi\u2028Bcc: b@example.test', 'Hi Bcc: b@example.test'],
    ['a right-to-left override', 'Hi \u202eecila', 'Hi ecila'],
    ['half a character', 'Hi \ud800', 'Hi \ufffd'],
  ])('a subject with %s is one line, and the mail is sent', async (_, subject, expected) => {
    const mailer = createMailer({ mailDir: folder, from: FROM });
    await mailer.send({ to: 'a@example.test', subject, text: 'Hello' });
    const [name = ''] = readdirSync(folder);
    const { headers } = parse(readFileSync(join(folder, name), 'utf8'));
    expect(headers.get('subject')).toBe(expected);
    expect(headers.has('bcc')).toBe(false);
  });

  test('rejects it in the configured sender too', () => {
    expect(() => createMailer({ mailDir: folder, from: 'a@example.test\nBcc: b@example.test' })).toThrow(TypeError);
  });
});

describe('with a mail server', () => {
  let server: Server;
  let mailer: Mailer;
  let rejectRecipient = false;
  const delivered: { from: string; to: string[]; source: string }[] = [];

  beforeEach(async () => {
    rejectRecipient = false;
    delivered.length = 0;
    server = createServer(async (socket) => {
      const say = (line: string) => socket.write(`${line}\r\n`);
      let mail = { from: '', to: [] as string[], source: '' };
      let inData = false;
      socket.on('error', () => undefined);
      say('220 test');
      for await (const line of createInterface({ input: socket })) {
        if (inData) {
          if (line === '.') {
            inData = false;
            delivered.push(mail);
            mail = { from: '', to: [], source: '' };
            say('250 queued');
          } else mail.source += `${line.replace(/^\.\./, '.')}\r\n`;
        } else if (line.startsWith('MAIL FROM:')) {
          mail.from = /<(.*?)>/.exec(line)?.[1] ?? '';
          say('250 ok');
        } else if (line.startsWith('RCPT TO:')) {
          mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
          say(rejectRecipient ? '550 no such person' : '250 ok');
        } else if (line === 'DATA') {
          inData = true;
          say('354 go on');
        } else say('250 ok');
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailDir: folder, from: FROM });
  });

  afterEach(async () => {
    await mailer.close();
    server.close();
  });

  test('delivers the mail and writes no file', async () => {
    await mailer.send({ to: 'Zoë <zoe@example.test>', subject: 'Grüße', text: 'Guten Tag.\n.\nBis bald' });
    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({ from: 'no-reply@kinreel.test', to: ['zoe@example.test'] });
    const { headers, parts } = parse(delivered[0]?.source ?? '');
    expect(headers.get('subject')).toBe('Grüße');
    expect(parts.get('text/plain')).toBe('Guten Tag.\n.\nBis bald');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('sends pictures with the mail, which names them by their id', async () => {
    const picture = {
      cid: 'video',
      content: Buffer.from('a picture'),
      contentType: 'image/png' as const,
      width: 464,
      height: 232,
    };
    const mail = layOutMail('Hi', [
      { kind: 'picture', picture },
      { kind: 'quote', text: 'a < b\nand more' },
      { kind: 'button', label: 'Watch', url: 'https://kinreel.test/?a=1&b="', hint: 'Watch it here:' },
    ]);
    await mailer.send({ to: 'a@example.test', ...mail });
    const { parts } = parse(delivered[0]?.source ?? '');
    expect(parts.get('image/png')).toBe('a picture');
    expect(delivered[0]?.source).toContain('Content-ID: <mark>');
    expect(delivered[0]?.source).toContain('Content-ID: <video>');
    expect(parts.get('text/html')).toContain('src="cid:video"');
    expect(parts.get('text/html')).toContain('a &lt; b<br>and more');
    expect(parts.get('text/html')).toContain('href="https://kinreel.test/?a=1&amp;b=&quot;"');
    expect(parts.get('text/plain')).toBe('a < b\nand more\n\nWatch it here:\nhttps://kinreel.test/?a=1&b="');
  });

  test('fails when the server rejects the mail', async () => {
    rejectRecipient = true;
    await expect(mailer.send({ to: 'a@example.test', subject: 'Hi', text: 'Hello' })).rejects.toThrow(/550/);
    expect(delivered).toEqual([]);
  });

  test('fails when the server is unreachable', async () => {
    server.close();
    await once(server, 'close');
    await expect(mailer.send({ to: 'a@example.test', subject: 'Hi', text: 'Hello' })).rejects.toThrow(/ECONNREFUSED/);
  });
});
