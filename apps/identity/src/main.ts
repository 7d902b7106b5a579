import { EXIT_CONFIG, explainListenError, waitForDatabase } from '@kinreel/service';
import { buildIdentity } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';

/** Time for running requests to finish on shutdown, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

try {
  await start();
} catch (error) {
  const sentence =
    error instanceof ConfigError
      ? error.message
      : explainListenError(error, { host: 'IDENTITY_HOST', port: 'IDENTITY_PORT' });
  console.error('Identity service:', sentence ?? error);
  process.exit(sentence ? EXIT_CONFIG : 1);
}

/** Starts the service, reports its port to the parent process, and stops on a signal or when the parent ends. */
async function start(): Promise<void> {
  const config = loadConfig(process.env);
  if (!config.rateLimit) {
    console.error('RATE_LIMIT is off: passwords can be guessed without limits. Only use this for tests.');
  }
  await waitForDatabase(config.databaseUrl, { print: (line) => console.error(line) });
  // On a local machine without a mail server, the links of mails are printed to the terminal.
  const isLocal = ['localhost', '127.0.0.1'].includes(new URL(config.publicUrl).hostname);
  const app = buildIdentity(config, { printMail: isLocal ? console.log : undefined });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);

  const address = await app.listen({ host: config.host, port: config.port });
  process.send?.({ type: 'listening', port: Number(new URL(address).port) });
}
