import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** An https proxy with a self-signed certificate. */
export interface Https {
  /** Its https origin. Browsers must ignore certificate errors. */
  origin: string;
  /** Sets the origin to which it forwards. */
  to(origin: string): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy that terminates TLS, as in front of an installation on the internet. @param host a name below
 * localhost
 */
export async function startHttps(host: string): Promise<Https> {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-e2e-https-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const files = ['-keyout', keyFile, '-out', certFile];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, '-subj', `/CN=${host}`, '-days', '2', ...files]);
  let target = '';
  const server = createServer({ key: await readFile(keyFile), cert: await readFile(certFile) }, (from, back) => {
    const headers = { ...from.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': from.headers.host };
    const passed = request(`${target}${from.url}`, { method: from.method, headers }, (answer) => {
      back.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(back);
    });
    passed.on('error', () => back.destroy());
    back.on('close', () => passed.destroy());
    from.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://${host}:${(server.address() as AddressInfo).port}`,
    to(origin) {
      target = origin;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
