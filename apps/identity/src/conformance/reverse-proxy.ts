import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';
import { startService, type TestService } from '../testing/support.ts';

export interface ReverseProxy {
  /** Public origin, with the service under /identity and a minimal app at every other path. */
  origin: string;
  service: TestService;
  stop(): Promise<void>;
}

/** A minimal version of the product: one origin that serves an app with auth0-js and forwards /identity. */
export async function startReverseProxy(): Promise<ReverseProxy> {
  const app = Fastify();
  let upstream = '';
  await app.register(httpProxy, {
    prefix: '/identity',
    rewritePrefix: '/identity',
    upstream: '',
    replyOptions: { getUpstream: () => upstream },
  });
  const auth0 = createRequire(import.meta.url).resolve('auth0-js/dist/auth0.min.js');
  app.get('/auth0.js', async (_request, reply) => reply.type('text/javascript').send(await readFile(auth0)));
  app.get('/*', (_request, reply) =>
    reply.type('text/html').send('<!doctype html><title>App</title><script src="/auth0.js"></script>'),
  );
  const origin = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
  const service = await startService({ publicUrl: origin });
  upstream = service.origin;
  return {
    origin,
    service,
    async stop() {
      await app.close();
      await service.stop();
    },
  };
}
