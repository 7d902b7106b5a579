import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What a proxy does with connections: forwards them, refuses them, accepts them without responding, or closes each one
 * after some bytes.
 */
export type ProxyMode = 'open' | 'refusing' | 'hanging' | 'breaking';

/** A proxy in front of a component, so that its connections can fail while its address stays the same. */
export interface TcpProxy {
  port: number;
  /** Sets the port that new connections are forwarded to. */
  target(port: number): void;
  /** Closes all connections and sets the mode for new ones. */
  set(mode: ProxyMode): void;
  /** Limits what clients can send, in bytes per second. */
  limit(perSecond: number): void;
  close(): Promise<void>;
}

/** Bytes that a `breaking` connection forwards in each direction. */
const BREAK_AFTER_BYTES = 20_000;

/** Starts a proxy on a free port, to a port of 127.0.0.1. */
export async function startTcpProxy(targetPort = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let port = targetPort;
  let mode: ProxyMode = 'open';
  let perSecond = Number.POSITIVE_INFINITY;
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    // Broken connections are expected here.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  };
  const server = createServer((near) => {
    if (mode === 'refusing') near.resetAndDestroy();
    else if (mode === 'hanging') keep(near);
    else {
      const far = connect(port, '127.0.0.1');
      keep(near, far);
      keep(far, near);
      far.pipe(near);
      near.on('end', () => far.end());
      near.on('data', (bytes: Buffer) => {
        const isLimited = perSecond !== Number.POSITIVE_INFINITY;
        if (far.write(bytes) && !isLimited) return;
        near.pause();
        if (isLimited) setTimeout(() => near.resume(), (bytes.length / perSecond) * 1000);
        else far.once('drain', () => near.resume());
      });
      if (mode === 'breaking') {
        let passed = 0;
        const count = (bytes: Buffer) => {
          passed += bytes.length;
          if (passed > BREAK_AFTER_BYTES) near.resetAndDestroy();
        };
        near.on('data', count);
        far.on('data', count);
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    target: (next) => {
      port = next;
    },
    set: (next) => {
      mode = next;
      endAll();
    },
    limit: (bytes) => {
      perSecond = bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
