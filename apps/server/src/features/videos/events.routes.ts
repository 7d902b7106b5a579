import { PassThrough, type Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId, callerToken } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';

/** Event streams that one person may have open at one server process: each tab has one. */
const MAX_STREAMS = 10;

/** Milliseconds between heartbeats, so that no proxy closes an idle connection. */
const HEARTBEAT_MS = 20_000;

/** Maximum number of unread bytes of a slow client; above it, its stream ends and the client reconnects. */
const MAX_UNREAD = 64 * 1024;

/** Live events of the caller's own videos (UP-02). */
export function eventsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const streams = new Set<PassThrough>();
    // On shutdown, the server waits for its responses to end.
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end();
    });

    app.get(
      '/api/events',
      {
        // The stream of a HEAD request would never end.
        exposeHeadRoute: false,
        config: { access: 'user' },
        schema: {
          tags: ['Videos'],
          summary: "Server-sent events: the progress of the caller's own videos. Ends when the token expires.",
          response: { 200: z.custom<Readable>().describe('text/event-stream'), ...errorResponses() },
        },
      },
      async (request, reply) => {
        const userId = callerId(request);
        const { claims } = callerToken(request);
        // No await before subscribe(), which counts immediately: otherwise concurrent requests would exceed the limit.
        if (deps.events.count(userId) >= MAX_STREAMS) throw new DomainError('request.rate_limited');
        const stream = new PassThrough();
        const send = (text: string) => {
          if (stream.writableLength + stream.readableLength > MAX_UNREAD) stream.destroy();
          else if (!stream.writableEnded) stream.write(text);
        };
        const unsubscribe = await deps.events
          .subscribe(userId, {
            onEvent: ({ name, data }) => send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
            onLost: () => stream.end(),
          })
          .catch((cause) => {
            throw new DomainError('server.busy', { cause });
          });
        const heartbeat = setInterval(() => send(': heartbeat\n\n'), HEARTBEAT_MS);
        const expiry = setTimeout(() => stream.end(), Math.max(0, claims.expiresAt.getTime() - Date.now()));
        streams.add(stream);
        stream.once('close', () => {
          unsubscribe();
          clearInterval(heartbeat);
          clearTimeout(expiry);
          streams.delete(stream);
        });
        send(': welcome\n\n');
        return reply
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            // Proxies (nginx, compression) must pass each event on immediately.
            'cache-control': 'no-store, no-transform',
            'x-accel-buffering': 'no',
            // On shutdown, the server must not wait for keep-alive connections.
            connection: 'close',
          })
          .send(stream);
      },
    );
  };
}
