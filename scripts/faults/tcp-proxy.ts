import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What a proxy does with connections: passes them on, refuses them, accepts them and answers nothing, or breaks each one after
 * some bytes.
 */
export type ProxyMode = 'open' | 'refusing' | 'hanging' | 'breaking';

/** Between a process and what it connects to, so that the connection can fail and the address stays. */
export interface TcpProxy {
  port: number;
  /** Where connections go from now on. */
  target(port: number): void;
  /** Ends all connections, and treats new ones like this. */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** A broken connection has passed on this many bytes in each direction. */
const BREAK_AFTER_BYTES = 20_000;

/** Starts a proxy on a free port, to a port of 127.0.0.1. */
export async function startTcpProxy(targetPort = 0, host = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let port = targetPort;
  let mode: ProxyMode = 'open';
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    // Broken connections are what this is for.
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
      near.pipe(far);
      far.pipe(near);
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
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
