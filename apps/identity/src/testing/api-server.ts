import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { claimsOf } from './support.ts';

/** A fake API server that records ended sessions. */
export interface NotingServer {
  /** Its URL for logout tokens. */
  logoutUrl: string;
  /** The accepted logout tokens, and their claims. */
  tokens: string[];
  heard(): Record<string, unknown>[];
  /** The response to a logout token sent to this path; by default each is accepted. */
  answer: (claims: Record<string, unknown>, path: string) => { status: number; location?: string };
}

/** Starts one until the end of the test. */
export async function apiServerForTest(): Promise<NotingServer> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const { status, location } = token ? api.answer(claimsOf(token), request.url ?? '') : { status: 400 };
    if (status === 200) api.tokens.push(token);
    response.writeHead(status, location ? { location } : {}).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api: NotingServer = {
    logoutUrl: `http://127.0.0.1:${port}/api/session/ended`,
    tokens: [],
    heard: () => api.tokens.map(claimsOf),
    answer: () => ({ status: 200 }),
  };
  return api;
}
