import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on 127.0.0.1 that accepts all mails. */
export interface MailServer {
  port: number;
  /** The recipient of each delivered mail. */
  delivered: readonly string[];
  close(): Promise<void>;
}

/** Implements the part of SMTP (RFC 5321) that clients need to deliver a mail. */
export async function startMailServer(): Promise<MailServer> {
  const delivered: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let recipients: string[] = [];
    let isBody = false;
    let rest = '';
    socket.write('220 faults\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isBody) {
          if (line !== '.') continue;
          isBody = false;
          delivered.push(...recipients);
          recipients = [];
          socket.write('250 OK\r\n');
        } else if (/^rcpt to:/i.test(line)) {
          recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
          socket.write('250 OK\r\n');
        } else if (/^data/i.test(line)) {
          isBody = true;
          socket.write('354 Go on\r\n');
        } else if (/^quit/i.test(line)) socket.end('221 Bye\r\n');
        else socket.write('250 OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    delivered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
