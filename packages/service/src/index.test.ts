import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import {
  ConfigError,
  explainListenError,
  explainPathError,
  isDatabaseUnavailable,
  newerMigration,
  waitForDatabase,
} from './index.ts';

const VARIABLES = { host: 'HOST', port: 'PORT' };

/** The error of listening on this address. */
const listenError = (host: string, port: number) =>
  new Promise<Error>((resolve, reject) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => reject(new Error('it listens'))));
  });

test('explains listen errors in one sentence that names the variable', async () => {
  const taken = createTcpServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  expect(explainListenError(await listenError('127.0.0.1', port), VARIABLES)).toBe(
    `Port ${port} is already in use. Set PORT to a free one.`,
  );
  taken.close();
  // 192.0.2.0/24 is for documentation.
  expect(explainListenError(await listenError('192.0.2.1', 0), VARIABLES)).toMatch(
    /^192\.0\.2\.1 is not an address .*HOST/,
  );
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 });
  expect(explainListenError(denied, VARIABLES)).toMatch(/^This user may not listen on port 80\. Set PORT /);
  expect(explainListenError(new Error('other'), VARIABLES)).toBe(null);
});

test('explains folder errors in one sentence that names the variable', () => {
  const error = Object.assign(new Error(), { code: 'ENOTDIR' });
  expect(explainPathError(error, 'DATA_DIR', '/dev/null/data')).toBe(
    'The folder /dev/null/data cannot be used: part of the path is a file. Set DATA_DIR to another folder, or change it.',
  );
  expect(explainPathError(new Error(), 'DATA_DIR', '/')).toBe(null);
});

test('detects a database of a newer version', () => {
  expect(newerMigration(['0001-a'], ['0001-a', '0002-b'])).toBe(null);
  expect(newerMigration(['0001-a', '0002-b'], ['0001-a'])).toMatch(/newer version of Kinreel \(it has 0002-b\)/);
});

test('waits for an unavailable database up to a limit, with one message', async () => {
  const printed: string[] = [];
  const options = { limitSeconds: 1, print: (line: string) => printed.push(line) };
  const away = 'postgres://u:secret@127.0.0.1:1/kinreel';
  await expect(waitForDatabase(away, options)).rejects.toThrow(/did not respond for 1 seconds \(ECONNREFUSED\)/);
  expect(printed).toEqual(['The database does not respond (ECONNREFUSED). Waiting for it, up to 1 seconds.']);
});

test('detects errors after which a request can be retried', () => {
  const error = (code: string, message = '') => Object.assign(new Error(message), { code });
  for (const code of ['25006', '57P01', '08006', '53300', 'ECONNREFUSED', 'ECONNRESET']) {
    expect(isDatabaseUnavailable(error(code)), code).toBe(true);
  }
  expect(isDatabaseUnavailable(error('', 'Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(Object.assign(error('ENOENT'), { syscall: 'connect' }))).toBe(true);
  for (const code of ['23505', '42P01', 'ENOENT', '']) expect(isDatabaseUnavailable(error(code)), code).toBe(false);
  expect(new ConfigError('x').name).toBe('ConfigError');
});
