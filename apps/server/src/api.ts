import { buildApp } from './app/build-app.ts';
import { createDeps } from './app/create-deps.ts';
import { createMetrics } from './app/metrics.ts';
import { printStartNotes } from './app/start-notes.ts';
import { seedPrompts } from './features/prompts/prompts.seed.ts';
import { readConfig } from './platform/config/config.ts';
import { createLogger } from './platform/log/logger.ts';
import { runProcess } from './platform/system/process.ts';

/** Entry point of the web server: API, media, uploads, short links and the built web app. */
await runProcess('The web server', async () => {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel, name: 'api' });
  if (!config.rateLimit) log.warn('RATE_LIMIT is off: passwords and codes can be guessed without limits');
  const { deps, close } = await createDeps(config, { worker: false, log });
  await seedPrompts(deps.db);
  const metrics = config.metrics && createMetrics(deps);
  const app = await buildApp(deps, undefined, metrics?.observe);
  const metricsServer = config.metrics && (await metrics?.listen(config.metrics));
  await app.listen({ host: config.host, port: config.port });
  process.send?.({ type: 'listening' });
  await printStartNotes(deps);
  return async () => {
    await app.close();
    await metricsServer?.close();
    await close();
  };
});
