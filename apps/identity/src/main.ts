import { buildIdentity } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';

/** How long requests under way may take to finish once the process is asked to stop, in milliseconds. */
const DRAIN = 10_000;

try {
  await start();
} catch (error) {
  console.error('Identity service:', error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

/** Starts the service, tells a parent process on which port, and stops cleanly when asked to or when left alone. */
async function start(): Promise<void> {
  const config = loadConfig(process.env);
  // On one's own machine, without a mail server, the terminal is the inbox.
  const isLocal = ['localhost', '127.0.0.1'].includes(new URL(config.publicUrl).hostname);
  const app = buildIdentity(config, { printMail: isLocal ? console.log : undefined });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN).unref();
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);

  const address = await app.listen({ host: config.host, port: config.port });
  process.send?.({ type: 'listening', port: Number(new URL(address).port) });
}
